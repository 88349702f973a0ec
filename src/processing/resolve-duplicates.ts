import type { AeatClient } from '../aeat/open-aeat-client.ts';
import type { ConsultedRecord, InvoiceIdentity } from '../domain/verifactu/answer.ts';
import { type DuplicateVerdict, findConsulted, judgeDuplicate } from '../domain/verifactu/judge-duplicate.ts';
import type { ChainRecord, ConsultedFacts } from '../persistence/remission.ts';

/** From so many on they are looked for by their day, 10,000 on a page, and not one by one. */
const MANY = 4;
const MOST_PAGES = 50;

export type Duplicates = {
  readonly issuer: { readonly nif: string; readonly name: string };
  readonly records: readonly ChainRecord[];
  readonly facts: ReadonlyMap<number, ConsultedFacts>;
};

/**
 * Asks AEAT's register what became of records that it calls duplicates.
 * @param isOver true when there is no time left: what is not known then stays open.
 * @returns by sequence what is known now. A record is missing where AEAT did not answer.
 */
export async function resolveDuplicates(
  client: Pick<AeatClient, 'consult'>,
  { issuer, records, facts }: Duplicates,
  isOver: () => boolean,
): Promise<Map<number, DuplicateVerdict>> {
  const verdicts = new Map<number, DuplicateVerdict>();
  const byDay = Map.groupBy(
    records,
    ({ sequence, issueDate }) => `${facts.get(sequence)!.period} ${issueDate}`,
  );
  for (const group of byDay.values()) {
    const { period } = facts.get(group[0]!.sequence)!;
    const { issueDate } = group[0]!;
    const found =
      group.length < MANY
        ? await consultEach(client, { issuer, period }, group, isOver)
        : await consultDay(client, { issuer, period, issueDate }, group, isOver);
    for (const [record, consulted] of found) {
      const { laterHashes } = facts.get(record.sequence)!;
      verdicts.set(record.sequence, judgeDuplicate(record, consulted, laterHashes));
    }
  }
  return verdicts;
}

type Found = Map<ChainRecord, ConsultedRecord | null>;
type Query = { readonly issuer: Duplicates['issuer']; readonly period: string };

async function consultEach(
  client: Pick<AeatClient, 'consult'>,
  query: Query,
  records: readonly ChainRecord[],
  isOver: () => boolean,
): Promise<Found> {
  const found: Found = new Map();
  for (const record of records) {
    if (isOver()) break;
    const { number, issueDate } = record;
    const outcome = await client.consult({ ...query, number, issueDate });
    if (outcome.kind === 'answered') found.set(record, findConsulted(record, outcome.answer));
  }
  return found;
}

async function consultDay(
  client: Pick<AeatClient, 'consult'>,
  query: Query & { readonly issueDate: string },
  records: readonly ChainRecord[],
  isOver: () => boolean,
): Promise<Found> {
  const found: Found = new Map();
  let page: InvoiceIdentity | undefined;
  for (let pages = 0; pages < MOST_PAGES && found.size < records.length && !isOver(); pages += 1) {
    const outcome = await client.consult(page === undefined ? query : { ...query, page });
    if (outcome.kind !== 'answered') return found;
    const { answer } = outcome;
    const byIdentity = new Map(answer.records.map((consulted) => [keyOf(consulted), consulted]));
    for (const record of records) {
      const consulted = byIdentity.get(keyOf(record));
      if (consulted) found.set(record, consulted);
    }
    if (answer.nextPage === null) {
      for (const record of records) if (!found.has(record)) found.set(record, null);
      return found;
    }
    page = answer.nextPage;
  }
  return found;
}

function keyOf({ issuerNif, number, issueDate }: InvoiceIdentity): string {
  return JSON.stringify([issuerNif, number, issueDate]);
}
