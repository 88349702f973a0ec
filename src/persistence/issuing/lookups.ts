import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { InvoiceType } from '../../contracts/codes.ts';
import type { InvoiceIdentity } from '../../domain/invoice/invoice-identity.ts';
import { encodeTexts } from '../connection/binary-array.ts';
import { statementsBeside } from '../connection/statement.ts';

/* What issuing asks of invoices that are issued already, and a dry run foresees. */

const loadStatement = statementsBeside(import.meta.url);

const FIND_ISSUED_NUMBERS = loadStatement('find-issued-numbers');
const FIND_RECTIFIED = loadStatement('find-rectified');

/** Runs a statement: in the transaction that issues, or in the scope of an organization. */
export type Ask = <R extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<R>>;

/** Which of these invoices have a number that is taken. @returns index in the list → id of the invoice that has it. */
export async function findIssuedNumbers(
  ask: Ask,
  organizationId: number,
  identities: readonly InvoiceIdentity[],
): Promise<Map<number, number>> {
  if (identities.length === 0) return new Map();
  const { rows } = await ask<{ index: number; id: number }>({
    ...FIND_ISSUED_NUMBERS,
    values: [
      organizationId,
      encodeTexts(identities.map(({ issuerNif }) => issuerNif)),
      encodeTexts(identities.map(({ number }) => number)),
      encodeTexts(identities.map(({ issueDate }) => issueDate)),
    ],
  });
  return new Map(rows.map(({ index, id }) => [index, id]));
}

/** An invoice that another one corrects or replaces. */
export type RectifiedInvoice = InvoiceIdentity & { readonly type: InvoiceType; readonly isAnnulled: boolean };

/** The organization's issued invoices with these ids. */
export async function findRectified(
  ask: Ask,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, RectifiedInvoice>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ask<RectifiedInvoice & { id: number }>({
    ...FIND_RECTIFIED,
    values: [organizationId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
