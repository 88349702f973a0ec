import type { PoolClient } from 'pg';
import type { CreditedLine } from '../../domain/invoice/credit/credit-lines.ts';
import type { GroupTotals } from '../../domain/invoice/credit/credit-groups.ts';
import type { CreditStep } from '../../domain/invoice/credit/read-steps.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import { findReferenceTerm, type Referenced } from '../../platform/postgres/search-terms.ts';
import * as sql from './credits.sql.ts';

/** The most credits of one invoice, because each request reads all of them. */
export const MAX_CREDITS = 1000;

/** A stored credit of an invoice. */
export type StoredCredit = {
  readonly ordinal: number;
  /** Id of the rectification, which may not be issued yet. */
  readonly invoiceId: number;
  /** Whether it counts: its invoice neither failed nor is annulled. */
  readonly counts: boolean;
  readonly steps: readonly CreditStep[];
  readonly groups: GroupTotals;
};

/** A credit to be stored with its batch. */
export type NewCredit = {
  readonly originalId: number;
  readonly ordinal: number;
  readonly requestSha256: Buffer;
  readonly steps: readonly CreditStep[];
  readonly groups: GroupTotals;
};

/** Lists the credits of an invoice of an organization, oldest first. */
export async function listCredits(
  connection: Connection,
  organizationId: number,
  originalId: number,
): Promise<StoredCredit[]> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listCredits(organizationId, originalId),
  );
  return rows.map(({ ordinal, invoiceId, lines, groups, isFailed, isAnnulled }) => ({
    ordinal,
    invoiceId,
    counts: !isFailed && !isAnnulled,
    steps: lines.map(([place, units, amount]) => ({ place, units: BigInt(units), amount: BigInt(amount) })),
    groups: new Map(
      Object.entries(groups).map(([key, amounts]) => [
        key,
        Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, BigInt(amount)])),
      ]),
    ),
  }));
}

/**
 * Returns the invoice that the batch of a credit credits, with the SHA-256 of its request; null if
 * the batch is no credit.
 */
export async function findCreditOfBatch(
  connection: Connection,
  organizationId: number,
  batchId: number,
): Promise<sql.FindCreditOfBatchRow | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.findCreditOfBatch(organizationId, batchId),
  );
  return rows[0] ?? null;
}

/**
 * Stores a credit in the transaction that stores its batch.
 * @throws unique_violation if another request took its ordinal.
 */
export async function insertCredit(
  client: PoolClient,
  organizationId: number,
  batchId: number,
  { originalId, ordinal, requestSha256, steps, groups }: NewCredit,
): Promise<void> {
  const lines = steps.map(({ place, units, amount }) => [place, String(units), String(amount)]);
  const byKey = Object.fromEntries([...groups].map(([key, amounts]) => [key, writeAmounts(amounts)]));
  await queryAsOrganization(
    client,
    organizationId,
    sql.insertCredit(
      organizationId,
      originalId,
      ordinal,
      batchId,
      requestSha256,
      JSON.stringify(lines),
      JSON.stringify(byKey),
    ),
  );
}

function writeAmounts(amounts: Readonly<Record<string, bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]));
}

/** Finds the invoice that is to be credited; null if the organization has none with this id. */
export async function findCredited(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<sql.FindCreditedRow | null> {
  const { rows } = await readAsOrganization(connection, organizationId, sql.findCredited(organizationId, id));
  return rows[0] ?? null;
}

/**
 * Lists the issued invoices that rectify or replace an invoice and are neither annulled nor credits,
 * in the order of their ids.
 * @param identity of the invoice.
 * @param most if there are more of them, as many or more are returned.
 */
export async function listUncredited(
  connection: Connection,
  organizationId: number,
  originalId: number,
  identity: Referenced,
  most: number,
): Promise<sql.ListUncreditedRow[]> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.listUncredited(organizationId, originalId, findReferenceTerm(identity), most),
  );
  return rows;
}

/** Adds what credits credit of each line. */
export function addSteps(credits: readonly Pick<StoredCredit, 'steps'>[]): Map<number, CreditedLine> {
  const lines = new Map<number, CreditedLine>();
  for (const { steps } of credits)
    for (const { place, units, amount } of steps) {
      const known = lines.get(place) ?? { units: 0n, amount: 0n };
      lines.set(place, { units: known.units + units, amount: known.amount + amount });
    }
  return lines;
}

/** Returns whether a credit was not stored because another request took its ordinal. */
export function isOrdinalTaken(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'credits_pkey';
}
