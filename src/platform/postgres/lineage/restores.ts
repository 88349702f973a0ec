import type { ClientBase, Pool } from 'pg';
import { type Connection, withTransaction } from '../database.ts';
import { type BoundStatement, type NoColumns, query } from '../statement.ts';
import * as sql from './lineage.sql.ts';

/* Restored backups: chains whose records AEAT may know better than the database. */

export type MarkedChain = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
};

/** Marks a chain, or all (null), as to be compared with AEAT. Nothing is issued in it until then. @returns which. */
export async function markChains(
  connection: Connection | ClientBase,
  now: Date,
  chainId: number | null,
): Promise<MarkedChain[]> {
  const { rows } = await query(connection, sql.markChains(now, chainId));
  return rows;
}

export type Comparison = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  /** Of our last record; 0 where there is none. */
  readonly sequence: number;
  /** A comparison, or AEAT, halted the chain before. */
  readonly isHalted: boolean;
  /** First month that AEAT is asked for, `YYYY-MM`: that before our last record's. */
  readonly fromMonth: string;
  /** When the chain was marked; milliseconds since 1970. */
  readonly compareSince: number;
  /** AEAT is not asked again before; null: at once. */
  readonly compareAfter: number | null;
  /** Of the database that the chain was read from. */
  readonly lineage: string;
};

/** What is to be compared of a chain, or null. */
export async function readComparison(connection: Connection, chainId: number): Promise<Comparison | null> {
  const { rows } = await query(connection, sql.readComparison(chainId));
  return rows[0] ?? null;
}

/** Huellas of records of a chain, by their sequence. */
export async function findHashes(
  connection: Connection,
  chainId: number,
  sequences: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await query(connection, sql.findHashes(chainId, sequences));
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash]));
}

/**
 * Lets a chain go on: AEAT knows no more of it than we.
 * @returns false where it was marked again or halted meanwhile, so that this verdict is about the past: then nothing changes.
 */
export function endComparison(connection: Connection, comparison: Comparison): Promise<boolean> {
  return settleComparison(connection, sql.endComparison(comparison.chainId, comparison.compareSince));
}

/** Lets AEAT rest, which did not tell. @returns false where it was marked again or halted meanwhile: then nothing changes. */
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

/** Halts a chain that AEAT knows more of than we. @returns false where it was marked again or halted meanwhile: then nothing changes. */
export function haltChain(
  connection: Connection,
  comparison: Comparison,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { chainId, compareSince } = comparison;
  return settleComparison(connection, sql.haltChain(chainId, compareSince, now, reason));
}

/** Changes a chain by what a comparison found. @returns whether it was still about this comparison. */
async function settleComparison(connection: Connection, change: BoundStatement<NoColumns>): Promise<boolean> {
  const { rowCount } = await query(connection, change);
  return rowCount === 1;
}

/** Retires a chain that waits for a comparison. @returns false when there is no such chain. */
export async function retireChain(connection: Connection, chainId: number, now: Date): Promise<boolean> {
  const { rowCount } = await query(connection, sql.retireChain(chainId, now));
  return rowCount === 1;
}

const RECORD_IDENTITY = `
  insert into database_identities (id, system_identifier, timeline, database_oid, table_file, seen_at)
  select 1, i.system_identifier, i.timeline, i.database_oid, i.table_file, $1 from database_identity() i`;

/** Notes which database this is where none was seen before. @returns false where one was. */
export async function recordFirstIdentity(connection: Connection, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query(`${RECORD_IDENTITY} on conflict do nothing`, [now]);
  return rowCount === 1;
}

/** Notes which database this is, whatever was seen before. For whoever has marked its chains. */
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
 * Compares the database with the one that was seen last: another cluster, another timeline (a restore to a moment, a failover that may
 * have lost the last commits), another database of the name, or its tables made anew. Then all chains are marked.
 * @returns how many chains were marked; null where it is the same database, or the first that is seen.
 */
export async function recordIdentity(pool: Pool, now: Date): Promise<number | null> {
  return withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(7265374102)');
    const { rows } = await query(client, sql.recognizeDatabase());
    const { isKnown, isFirst } = rows[0]!;
    if (isKnown) return null;
    await replaceIdentity(client, now);
    return isFirst ? null : (await markChains(client, now, null)).length;
  });
}
