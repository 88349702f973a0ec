import type { Pool } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import type { SiiState } from '../../contracts/registers.ts';
import { type Connection, withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/sii.sql.ts';

/** An issuer with entries in SII. */
export type SiiIssuer = sql.ListSiiIssuersRow;
/** An entry in SII, as operators see it. */
export type ListedEntry = sql.ListSiiEntriesRow;

/**
 * Lists the issuers with entries in SII.
 * @param today `YYYY-MM-DD`, for the deadlines that have passed.
 * @param organizationId null lists those of every organization.
 */
export async function listSiiIssuers(
  connection: Connection,
  today: string,
  organizationId: number | null,
): Promise<SiiIssuer[]> {
  return (await query(connection, sql.listSiiIssuers(today, organizationId, null))).rows;
}

/** Finds the issuer of a chain. @returns null if it has no entry in SII. */
export async function findSiiIssuer(
  connection: Connection,
  today: string,
  chainId: number,
): Promise<SiiIssuer | null> {
  return (await query(connection, sql.listSiiIssuers(today, null, chainId))).rows[0] ?? null;
}

/**
 * Lists entries of an organization, those that are due first.
 * @param overdueOn only those whose deadline has passed on that day; null lists all.
 */
export async function listSiiEntries(
  connection: Connection,
  organizationId: number,
  filter: {
    readonly issuerNif: string | null;
    readonly states: readonly SiiState[];
    readonly overdueOn: string | null;
    readonly most: number;
  },
): Promise<ListedEntry[]> {
  const { issuerNif, states, overdueOn, most } = filter;
  return (await query(connection, sql.listSiiEntries(organizationId, issuerNif, states, overdueOn, most)))
    .rows;
}

/** A collection in SII, as operators see it. */
export type ListedCollection = sql.ListSiiCollectionsRow;

/**
 * Lists collections of an organization, those that are due first.
 * @param filter `invoiceId` only those of an invoice; `overdueOn` only those whose deadline has passed
 *   on that day. null lists all.
 */
export async function listSiiCollections(
  connection: Connection,
  organizationId: number,
  filter: {
    readonly issuerNif: string | null;
    readonly invoiceId: number | null;
    readonly states: readonly SiiState[];
    readonly overdueOn: string | null;
    readonly most: number;
  },
): Promise<ListedCollection[]> {
  const { issuerNif, invoiceId, states, overdueOn, most } = filter;
  const statement = sql.listSiiCollections(organizationId, issuerNif, invoiceId, states, overdueOn, most);
  return (await query(connection, statement)).rows;
}

/**
 * Lets the entries of a halted issuer be sent again, in new messages, on an operator's order, and
 * records the act.
 * @returns false if the issuer is not halted.
 */
export function resumeSiiIssuer(
  pool: Pool,
  organizationId: number,
  issuerNif: string,
  { operator, reason }: Order,
  now: Date,
): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const { rows } = await query(client, sql.resumeSiiIssuer(organizationId, issuerNif, now));
    if (rows[0]!.haltedReason === null) return false;
    await query(client, sql.recordSiiResume(organizationId, issuerNif, operator, reason));
    return true;
  });
}
