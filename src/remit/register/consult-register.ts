import { writeIdentity } from '../../domain/invoice/invoice-identity.ts';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import type { ConsultedRecord } from 'verifactu-protocol/remission/answer';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { findConsulted } from 'verifactu-protocol/remission/judge-duplicate';
import type { ChainRecord } from '../statements/remission.ts';

/**
 * From this number of records on, they are first looked up together, with 10,000 records per page,
 * instead of one by one.
 */
const MANY = 4;
/**
 * A month may have any number of pages, and each takes seconds. Records that are not on the first
 * pages are looked up in another way, and every attempt makes progress.
 */
const MAX_PAGES = 2;

/**
 * The register entry of each record's invoice; null when the register has none. A record is missing
 * when AEAT gave no readable answer for it.
 */
export type Consulted = Map<ChainRecord, ConsultedRecord | null>;

export type RegisterQuery = {
  readonly issuer: { readonly nif: string; readonly name: string };
  /** Month of the operations, `YYYY-MM`. */
  readonly period: string;
};

/**
 * Looks up records of one month in AEAT's register with as few queries as possible. Many records of
 * several days are first looked up by month, the remaining ones by day, and the rest one by one.
 * @param isOver returns true when no time is left for another query.
 */
export async function consultRegister(
  client: Pick<AeatClient, 'consult'>,
  query: RegisterQuery,
  records: readonly ChainRecord[],
  isOver: () => boolean,
): Promise<Consulted> {
  const found: Consulted = new Map();
  const others = () => records.filter((record) => !found.has(record));
  const lookFor = async (wanted: readonly ChainRecord[], issueDate?: string) => {
    if (wanted.length < MANY) return;
    const shown = await consultPages(client, issueDate ? { ...query, issueDate } : query, wanted, isOver);
    for (const [record, consulted] of shown) found.set(record, consulted);
  };
  if (new Set(records.map(({ issueDate }) => issueDate)).size > 1) await lookFor(others());
  const byDay = Map.groupBy(others(), ({ issueDate }) => issueDate);
  for (const [issueDate, ofDay] of byDay) await lookFor(ofDay, issueDate);
  return new Map([...found, ...(await consultEach(client, query, others(), isOver))]);
}

async function consultEach(
  client: Pick<AeatClient, 'consult'>,
  query: RegisterQuery,
  records: readonly ChainRecord[],
  isOver: () => boolean,
): Promise<Consulted> {
  const found: Consulted = new Map();
  for (const record of records) {
    if (isOver()) break;
    const { number, issueDate } = record;
    const outcome = await client.consult({ ...query, number, issueDate });
    const consulted = outcome.kind === 'answered' ? findConsulted(record, outcome.answer) : undefined;
    if (consulted !== undefined) found.set(record, consulted);
  }
  return found;
}

async function consultPages(
  client: Pick<AeatClient, 'consult'>,
  query: RegisterQuery & { readonly issueDate?: string },
  records: readonly ChainRecord[],
  isOver: () => boolean,
): Promise<Consulted> {
  const found: Consulted = new Map();
  let page: InvoiceIdentity | undefined;
  let isWhole = true;
  for (let pages = 0; pages < MAX_PAGES && found.size < records.length && !isOver(); pages += 1) {
    const outcome = await client.consult(page === undefined ? query : { ...query, page });
    if (outcome.kind !== 'answered') return found;
    const { records: shown, nextPage } = outcome.answer;
    isWhole &&= outcome.answer.isWhole;
    // A record that may be on an unreadable page is not treated as absent.
    const absent = isWhole && nextPage === null ? null : undefined;
    const byIdentity = new Map(shown.map((consulted) => [writeIdentity(consulted), consulted]));
    for (const record of records) {
      const consulted = byIdentity.get(writeIdentity(record)) ?? absent;
      if (consulted !== undefined && !found.has(record)) found.set(record, consulted);
    }
    if (nextPage === null) return found;
    page = nextPage;
  }
  return found;
}
