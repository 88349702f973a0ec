import type { Pool } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import type { SpfeState } from '../../contracts/spfe.ts';
import { type Connection, withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe-issuers.sql.ts';

/** An issuer with deliveries to the SPFE. Times are in milliseconds since 1970. */
export type SpfeIssuer = sql.ListSpfeIssuersRow;
/** A delivery to the SPFE, as operators see it. */
export type ListedDelivery = sql.ListSpfeDeliveriesRow;
/** What an issuer told the SPFE about an invoice. */
export type ListedMessage = sql.ListSpfeMessagesRow;
/** What the SPFE told that a recipient reported. */
export type ListedReport = sql.ListSpfeReportsRow;

/**
 * Lists the issuers with deliveries to the SPFE.
 * @param dueBefore `due` counts the deliveries that were due before.
 * @param organizationId null lists those of every organization.
 */
export async function listSpfeIssuers(
  connection: Connection,
  dueBefore: Date,
  organizationId: number | null,
): Promise<SpfeIssuer[]> {
  return (await query(connection, sql.listSpfeIssuers(dueBefore, organizationId, null))).rows;
}

/** Finds the issuer of a chain. @returns null if it has no delivery to the SPFE. */
export async function findSpfeIssuer(
  connection: Connection,
  now: Date,
  chainId: number,
): Promise<SpfeIssuer | null> {
  return (await query(connection, sql.listSpfeIssuers(now, null, chainId))).rows[0] ?? null;
}

/**
 * Lists deliveries of an organization, those that are due first.
 * @param filter `invoiceId` only that of an invoice; `dueBefore` only those that were due before. null lists all.
 */
export async function listSpfeDeliveries(
  connection: Connection,
  organizationId: number,
  filter: {
    readonly issuerNif: string | null;
    readonly invoiceId: number | null;
    readonly states: readonly SpfeState[];
    readonly dueBefore: Date | null;
    readonly most: number;
  },
): Promise<ListedDelivery[]> {
  const { issuerNif, invoiceId, states, dueBefore, most } = filter;
  const statement = sql.listSpfeDeliveries(organizationId, issuerNif, invoiceId, states, dueBefore, most);
  return (await query(connection, statement)).rows;
}

/** Lists what the issuer told the SPFE about an invoice, in the order in which it was asked for. */
export async function listSpfeMessages(connection: Connection, invoiceId: number): Promise<ListedMessage[]> {
  return (await query(connection, sql.listSpfeMessages(invoiceId))).rows;
}

/** Lists what the recipient of an invoice reported to the SPFE, also what it took back. */
export async function listSpfeReports(connection: Connection, invoiceId: number): Promise<ListedReport[]> {
  return (await query(connection, sql.listSpfeReports(invoiceId))).rows;
}

/**
 * Lets the deliveries of a halted issuer be sent again on an operator's order, and records the act.
 * @returns false if the issuer is not halted.
 */
export function resumeSpfeIssuer(
  pool: Pool,
  organizationId: number,
  issuerNif: string,
  { operator, reason }: Order,
): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const { rows } = await query(client, sql.resumeSpfeIssuer(organizationId, issuerNif));
    if (rows[0]!.haltedReason === null) return false;
    await query(client, sql.recordSpfeResume(organizationId, issuerNif, operator, reason));
    return true;
  });
}
