import type { QueryResult, QueryResultRow } from 'pg';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { type NumberOwner, writeIdentity } from '../../domain/invoice/invoice-identity.ts';
import { type Leads, LEADS, listReached } from '../../domain/invoice/replacements.ts';
import type { Rectifiable } from '../../domain/invoice/resolve-rectified.ts';
import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import {
  findFailedTerm,
  findReplacedTerm,
  findSubstitutedTerm,
} from '../../platform/postgres/search-terms.ts';
import type { ScopedStatement } from '../../platform/postgres/scoped-query.ts';
import type { BoundStatement } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';

/*
 * Queries about invoices that are already issued. Issuing uses them, and a dry run uses them to
 * predict its result.
 */

/** Runs a statement, either in the issuing transaction or in the scope of an organization. */
export type Ask = <R extends QueryResultRow>(
  statement: BoundStatement<R> & Pick<ScopedStatement<R>, 'longestMs'>,
) => Promise<QueryResult<R>>;

/**
 * Finds the invoices whose number their issuer has already used in the same calendar year.
 * @returns index in the list → the invoice that has the number.
 */
export async function findIssuedNumbers(
  ask: Ask,
  organizationId: number,
  identities: readonly InvoiceIdentity[],
): Promise<Map<number, NumberOwner>> {
  if (identities.length === 0) return new Map();
  const [nifs, numbers, keys, years] = listNumbers(identities);
  const { rows } = await ask(sql.findIssuedNumbers(organizationId, nifs, numbers, keys, years));
  return new Map(rows.map(({ index, ...owner }) => [index, owner]));
}

/**
 * Finds the issued invoices with these identities.
 * @returns their ids by the identities, as `writeIdentity` writes them.
 */
export async function findIssuedIds(
  ask: Ask,
  organizationId: number,
  identities: readonly InvoiceIdentity[],
): Promise<Map<string, number>> {
  const owners = await findIssuedNumbers(ask, organizationId, identities);
  return new Map(
    [...owners].flatMap(([index, { id, issueDate }]) => {
      const identity = identities[index]!;
      return identity.issueDate === issueDate ? [[writeIdentity(identity), id] as const] : [];
    }),
  );
}

/**
 * Finds the invoices whose number differs only in case from another number of their issuer in the
 * same calendar year.
 * @returns index in the list → the invoice that has the other number.
 */
export async function findSimilarNumbers(
  ask: Ask,
  organizationId: number,
  identities: readonly InvoiceIdentity[],
): Promise<Map<number, { readonly id: number; readonly number: string }>> {
  if (identities.length === 0) return new Map();
  const [nifs, numbers, keys, years] = listNumbers(identities);
  const { rows } = await ask(sql.findSimilarNumbers(organizationId, nifs, numbers, keys, years));
  return new Map(rows.map(({ index, ...other }) => [index, other]));
}

/**
 * Returns the NIFs, numbers, upper-case numbers and years, one list each. Numbers are ASCII,
 * therefore JavaScript and PostgreSQL convert them to upper case in the same way.
 */
function listNumbers(identities: readonly InvoiceIdentity[]) {
  return [
    encodeTexts(identities.map(({ issuerNif }) => issuerNif)),
    encodeTexts(identities.map(({ number }) => number)),
    encodeTexts(identities.map(({ number }) => number.toUpperCase())),
    encodeIntegers(identities.map(({ issueDate }) => Number(issueDate.slice(0, 4)))),
  ] as const;
}

/** The sum of the corrections of an invoice. */
export type CorrectedSum = {
  /**
   * The original invoice of a series of corrections. It has the requested id, unless the requested
   * invoice is a correction itself.
   */
  readonly originalId: number;
  /** Total of the requested invoice, as a decimal string. */
  readonly ownTotal: string;
  /** Total of the original invoice, as a decimal string. */
  readonly total: string;
  /**
   * How much its corrections (R1 to R5), and their corrections, that are issued and not annulled
   * change its total, as a decimal string.
   */
  readonly corrections: string;
};

/**
 * Milliseconds after which a sum is given up. Its time depends on how many rectifications a client
 * has piled up, and only a warning depends on it.
 */
const LONGEST_SUM_MS = 1000;

/** Sums the corrections of the organization's issued invoices with these ids. */
export async function sumCorrections(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, CorrectedSum>> {
  if (ids.length === 0) return new Map();
  const statement = sql.sumCorrections(organizationId, ids);
  const { rows } = await ask({ ...statement, longestMs: LONGEST_SUM_MS });
  return new Map(rows.map(({ id, ...sum }) => [id, sum]));
}

/**
 * Returns the organization's issued invoices with these ids, which other invoices correct or
 * replace.
 */
export async function findRectified(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, Rectifiable>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ask(sql.findRectified(organizationId, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the id of an F3 that is not annulled for each of these simplified invoices that one
 * replaces.
 */
export async function findReplacements(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ask(sql.findReplacements(organizationId, ids));
  return new Map(rows.map(({ id, replacedBy }) => [id, replacedBy]));
}

/**
 * Follows the issued R5 among these invoices to the simplified invoices that they rectify, directly
 * or through other R5. Issued invoices never change, so this needs no lock.
 * @returns what each R5 rectifies. The R5 beyond the limits of `LEADS` are in `unread`.
 */
export async function followRectifications(
  ask: Ask,
  organizationId: number,
  ids: Iterable<number>,
): Promise<Leads> {
  const links = new Map<number, number[]>();
  const known = new Set(ids);
  let open: readonly number[] = [...known];
  let left = LEADS.most;
  for (let step = 0; open.length > 0; step += 1) {
    if (step === LEADS.steps) return { links, unread: open };
    const { rows } = await ask(sql.followRectifications(organizationId, open, left + 1));
    if (rows.length > left) return { links, unread: open };
    left -= rows.length;
    const next = new Set<number>();
    for (const { id, rectifiedId } of rows) {
      const rectified = links.get(id);
      if (rectified === undefined) links.set(id, [rectifiedId]);
      else rectified.push(rectifiedId);
      if (!known.has(rectifiedId)) next.add(rectifiedId);
      known.add(rectifiedId);
    }
    open = [...next];
  }
  return { links, unread: [] };
}

/**
 * Reads what is known of these issued invoices, for an answer that is given without locking chains.
 */
export async function readOriginals(ask: Ask, organizationId: number, ids: readonly number[]) {
  const leads = await followRectifications(ask, organizationId, ids);
  const found = await findRectified(ask, organizationId, ids);
  const replacedBy = await findReplacements(ask, organizationId, listReached(ids, leads));
  return { found, leads, replacedBy };
}

/**
 * Returns the id of an issued F3 that is not annulled for each of these invoices that one names by
 * issuer, number and date.
 * @returns the ids by the identities, as `writeIdentity` writes them.
 */
export function findReplacedByNumber(
  ask: Ask,
  organizationId: number,
  identities: readonly InvoiceIdentity[],
): Promise<Map<string, number>> {
  return findByTerms(ask, organizationId, identities, findReplacedTerm);
}

/**
 * Returns the id of the first issued rectification by substitution that is not annulled for each of
 * these invoices. Rectifications that were issued before this was stored are not found.
 * @returns the ids by the identities, as `writeIdentity` writes them.
 */
export function findSubstitutions(
  ask: Ask,
  organizationId: number,
  identities: readonly InvoiceIdentity[],
): Promise<Map<string, number>> {
  return findByTerms(ask, organizationId, identities, findSubstitutedTerm);
}

async function findByTerms(
  ask: Ask,
  organizationId: number,
  identities: readonly InvoiceIdentity[],
  findTerm: (identity: InvoiceIdentity) => number,
): Promise<Map<string, number>> {
  if (identities.length === 0) return new Map();
  const terms = identities.map(findTerm);
  const { rows } = await ask(sql.findByTerms(organizationId, terms));
  return byIdentity(identities, terms, rows);
}

/**
 * Returns the ids of batch invoices with these identities that failed, in the same batch or in the
 * day before it was accepted. A number that failed earlier than that may belong to an invoice that
 * was issued elsewhere.
 * @returns the ids by the identities, as `writeIdentity` writes them.
 */
export async function findFailed(
  ask: Ask,
  organizationId: number,
  batchId: number,
  identities: readonly InvoiceIdentity[],
): Promise<Map<string, number>> {
  if (identities.length === 0) return new Map();
  const terms = identities.map(findFailedTerm);
  const { rows } = await ask(sql.findFailed(organizationId, batchId, terms));
  return byIdentity(identities, terms, rows);
}

function byIdentity(
  identities: readonly InvoiceIdentity[],
  terms: readonly number[],
  rows: readonly { readonly term: number; readonly id: number }[],
): Map<string, number> {
  const ids = new Map(rows.map(({ term, id }) => [term, id]));
  return new Map(
    identities.flatMap((identity, index) => {
      const id = ids.get(terms[index]!);
      return id === undefined ? [] : [[writeIdentity(identity), id] as const];
    }),
  );
}
