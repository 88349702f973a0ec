import type { QueryResult, QueryResultRow } from 'pg';
import type { InvoiceIdentity, NumberOwner } from '../../domain/invoice/invoice-identity.ts';
import type { Rectifiable } from '../../domain/invoice/resolve-rectified.ts';
import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { BoundStatement } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';

/* What issuing asks of invoices that are issued already, and a dry run foresees. */

/** Runs a statement: in the transaction that issues, or in the scope of an organization. */
export type Ask = <R extends QueryResultRow>(statement: BoundStatement<R>) => Promise<QueryResult<R>>;

/** Which of these invoices have a number that their issuer has used in the same calendar year. @returns index in the list → the invoice that has it. */
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

/** Which of these invoices have a number that differs in case alone from one of their issuer in the same calendar year. @returns index in the list → the invoice that has the other number. */
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

/** NIFs, numbers, numbers in upper case and years, one list each. Numbers are ASCII: upper case is the same here and in PostgreSQL. */
function listNumbers(identities: readonly InvoiceIdentity[]) {
  return [
    encodeTexts(identities.map(({ issuerNif }) => issuerNif)),
    encodeTexts(identities.map(({ number }) => number)),
    encodeTexts(identities.map(({ number }) => number.toUpperCase())),
    encodeIntegers(identities.map(({ issueDate }) => Number(issueDate.slice(0, 4)))),
  ] as const;
}

/** What the corrections of an invoice add up to. */
export type CorrectedSum = {
  /** The invoice that is corrected first: that of the id that was asked for, unless it is a correction itself. */
  readonly originalId: number;
  /** Of that one, a decimal string. */
  readonly total: string;
  /** Of its corrections (R1 to R5), and of theirs, that are issued and not annulled, a decimal string. */
  readonly corrections: string;
};

/** Sums up the corrections of the organization's issued invoices with these ids. */
export async function sumCorrections(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, CorrectedSum>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ask(sql.sumCorrections(organizationId, ids));
  return new Map(rows.map(({ id, ...sum }) => [id, sum]));
}

/** The organization's issued invoices with these ids, that others correct or replace. */
export async function findRectified(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, Rectifiable>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ask(sql.findRectified(organizationId, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
