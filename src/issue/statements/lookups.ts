import type { QueryResult, QueryResultRow } from 'pg';
import {
  type InvoiceIdentity,
  type NumberOwner,
  writeIdentity,
} from '../../domain/invoice/invoice-identity.ts';
import type { Rectifiable } from '../../domain/invoice/resolve-rectified.ts';
import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { BoundStatement } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';

/* Queries about invoices that are already issued. Issuing uses them, and a dry run uses them to predict its result. */

/** Runs a statement, either in the issuing transaction or in the scope of an organization. */
export type Ask = <R extends QueryResultRow>(statement: BoundStatement<R>) => Promise<QueryResult<R>>;

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
 * Finds the invoices whose number differs only in case from another number of their issuer in the same calendar year.
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
 * Returns the NIFs, numbers, upper-case numbers and years, one list each. Numbers are ASCII, therefore JavaScript and PostgreSQL convert
 * them to upper case in the same way.
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
  /** The original invoice of a series of corrections. It has the requested id, unless the requested invoice is a correction itself. */
  readonly originalId: number;
  /** Total of the requested invoice, as a decimal string. */
  readonly ownTotal: string;
  /** Total of the original invoice, as a decimal string. */
  readonly total: string;
  /** How much its corrections (R1 to R5), and their corrections, that are issued and not annulled change its total, as a decimal string. */
  readonly corrections: string;
};

/** Sums the corrections of the organization's issued invoices with these ids. */
export async function sumCorrections(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, CorrectedSum>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ask(sql.sumCorrections(organizationId, ids));
  return new Map(rows.map(({ id, ...sum }) => [id, sum]));
}

/** Returns the organization's issued invoices with these ids, which other invoices correct or replace. */
export async function findRectified(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, Rectifiable>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ask(sql.findRectified(organizationId, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
