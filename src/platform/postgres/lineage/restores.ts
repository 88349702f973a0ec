import type { ClientBase, Pool } from 'pg';
import { type Connection, withTransaction } from '../database.ts';
import { type BoundStatement, type NoColumns, query } from '../statement.ts';
import * as sql from './lineage.sql.ts';

/*
 * Restored backups: chains for which AEAT may have records that the database lacks.
 */

export type MarkedChain = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
};

/**
 * Marks a chain, or all chains if `chainId` is null, for comparison with AEAT. Nothing is issued in
 * a marked chain until the comparison has ended.
 * @returns the marked chains.
 */
export async function markChains(
  connection: Connection | ClientBase,
  now: Date,
  chainId: number | null,
): Promise<MarkedChain[]> {
  const { rows } = await query(connection, sql.markChains(now, chainId));
  return rows;
}

/**
 * Marks everything that AEAT may know better than this database: all chains, and the issuers whose
 * invoices go to the SPFE, of which nothing is sent until they are compared with it.
 * @returns the marked chains.
 */
export async function markAll(connection: Connection | ClientBase, now: Date): Promise<MarkedChain[]> {
  await query(connection, sql.markSpfeIssuers());
  return markChains(connection, now, null);
}

export type Comparison = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  /** The sequence of our last record; 0 if there is none. */
  readonly sequence: number;
  /** Whether a comparison, or AEAT, has already halted the chain. */
  readonly isHalted: boolean;
  /** The first month to query at AEAT, `YYYY-MM`: the month before that of our last record. */
  readonly fromMonth: string;
  /** When the chain was marked, in milliseconds since 1970. */
  readonly compareSince: number;
  /** The earliest time of the next query to AEAT; null: at once. */
  readonly compareAfter: number | null;
  /** The lineage of the database that the chain was read from. */
  readonly lineage: string;
};

/** Returns the pending comparison of a chain; null if there is none. */
export async function readComparison(connection: Connection, chainId: number): Promise<Comparison | null> {
  const { rows } = await query(connection, sql.readComparison(chainId));
  return rows[0] ?? null;
}

/** Returns the huellas of a chain's records, by sequence. */
export async function findHashes(
  connection: Connection,
  chainId: number,
  sequences: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await query(connection, sql.findHashes(chainId, sequences));
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash]));
}

/**
 * Ends a comparison: AEAT has no records of the chain that we lack. The chain continues.
 * @returns false if the chain was marked again or halted meanwhile, which makes the result
 *   outdated; then nothing changes.
 */
export function endComparison(connection: Connection, comparison: Comparison): Promise<boolean> {
  return settleComparison(connection, sql.endComparison(comparison.chainId, comparison.compareSince));
}

/**
 * Postpones a comparison for which AEAT gave no answer.
 * @returns false if the chain was marked again or halted meanwhile; then nothing changes.
 */
export function postponeComparison(
  connection: Connection,
  comparison: Comparison,
  next: Date,
): Promise<boolean> {
  return settleComparison(
    connection,
    sql.postponeComparison(comparison.chainId, comparison.compareSince, next),
  );
}

/**
 * Halts a chain for which AEAT has records that we lack.
 * @returns false if the chain was marked again or halted meanwhile; then nothing changes.
 */
export function haltChain(
  connection: Connection,
  comparison: Comparison,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { chainId, compareSince } = comparison;
  return settleComparison(connection, sql.haltChain(chainId, compareSince, now, reason));
}

/**
 * Applies the result of a comparison to its chain.
 * @returns whether the comparison was still the current one.
 */
async function settleComparison(connection: Connection, change: BoundStatement<NoColumns>): Promise<boolean> {
  const { rowCount } = await query(connection, change);
  return rowCount === 1;
}

/**
 * Retires a chain that waits for a comparison.
 * @returns false if there is no such chain.
 */
export async function retireChain(connection: Connection, chainId: number, now: Date): Promise<boolean> {
  const { rowCount } = await query(connection, sql.retireChain(chainId, now));
  return rowCount === 1;
}

const RECORD_IDENTITY = `
  insert into database_identities (id, system_identifier, timeline, database_oid, table_file, seen_at)
  select 1, i.system_identifier, i.timeline, i.database_oid, i.table_file, $1 from database_identity() i`;

/**
 * Stores the identity of the database if none is stored yet.
 * @returns false if one was stored.
 */
export async function recordFirstIdentity(connection: Connection, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query(`${RECORD_IDENTITY} on conflict do nothing`, [now]);
  return rowCount === 1;
}

/**
 * Stores the identity of the database in place of any stored one. The caller must have marked the
 * chains.
 */
export async function replaceIdentity(connection: Connection | ClientBase, now: Date): Promise<void> {
  await connection.query(
    `${RECORD_IDENTITY}
     on conflict (id) do update
     set system_identifier = excluded.system_identifier, timeline = excluded.timeline, database_oid = excluded.database_oid,
         table_file = excluded.table_file, seen_at = $1`,
    [now],
  );
}

/**
 * Compares the identity of the database with the stored one. It differs for another cluster,
 * another timeline (a point-in-time recovery, or a failover that may have lost the last commits),
 * another database of the same name, and tables that were created again. If it differs, all chains
 * are marked.
 * @returns the number of marked chains; null if it is the same database or the first one.
 */
export async function recordIdentity(pool: Pool, now: Date): Promise<number | null> {
  return withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(7265374102)');
    const { rows } = await query(client, sql.recognizeDatabase());
    const { isKnown, isFirst } = rows[0]!;
    if (isKnown) return null;
    await replaceIdentity(client, now);
    return isFirst ? null : (await markAll(client, now)).length;
  });
}
