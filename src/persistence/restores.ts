import type { Pool } from 'pg';
import { type Connection, withTransaction } from './database.ts';
import { loadStatement } from './statement.ts';

/* Restored backups: chains whose records AEAT may know better than the database. */

const MARK_CHAINS = loadStatement('mark-chains');
const READ_COMPARISON = loadStatement('read-comparison');
const RETIRE_CHAIN = loadStatement('retire-chain');

export type MarkedChain = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
};

/** Marks a chain, or all (null), as to be compared with AEAT. Nothing is issued in it until then. @returns which. */
export async function markChains(
  connection: Connection,
  now: Date,
  chainId: number | null,
): Promise<MarkedChain[]> {
  const { rows } = await connection.query<MarkedChain>({ ...MARK_CHAINS, values: [now, chainId] });
  return rows;
}

export type Comparison = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  /** Of our last record; 0 where there is none. */
  readonly sequence: number;
  /** A comparison, or AEAT, halted the chain before. */
  readonly isHalted: boolean;
  /** First month that AEAT is asked for, `YYYY-MM`: that before our last record's. */
  readonly fromMonth: string;
  /** When the chain was marked; milliseconds since 1970. */
  readonly compareSince: number;
};

/** What is to be compared of a chain, or null. */
export async function readComparison(connection: Connection, chainId: number): Promise<Comparison | null> {
  const { rows } = await connection.query<Comparison>({ ...READ_COMPARISON, values: [chainId] });
  return rows[0] ?? null;
}

/** Huellas of records of a chain, by their sequence. */
export async function findHashes(
  connection: Connection,
  chainId: number,
  sequences: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await connection.query<{ sequence: number; hash: string }>({
    name: 'find-hashes',
    text: 'select sequence::float8 as sequence, hash from registration_records where chain_id = $1 and sequence = any ($2::bigint[])',
    values: [chainId, sequences],
  });
  return new Map(rows.map(({ sequence, hash }) => [sequence, hash]));
}

/** Lets a chain go on: AEAT knows no more of it than we. Not where it was marked again meanwhile. */
export async function endComparison(
  connection: Connection,
  { chainId, compareSince }: Comparison,
): Promise<void> {
  await connection.query({
    name: 'end-comparison',
    text: `update remissions set compare_since = null
           where chain_id = $1 and (extract(epoch from compare_since) * 1000)::float8 = $2`,
    values: [chainId, compareSince],
  });
}

/** Halts a chain that AEAT knows more of than we. */
export async function haltChain(
  connection: Connection,
  chainId: number,
  reason: string,
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'halt-chain',
    text: 'update remissions set halted_at = $3, halted_reason = $2 where chain_id = $1',
    values: [chainId, reason, now],
  });
}

/** Retires a chain that waits for a comparison. @returns false when there is no such chain. */
export async function retireChain(connection: Connection, chainId: number, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query({ ...RETIRE_CHAIN, values: [chainId, now] });
  return rowCount === 1;
}

type Identity = { readonly system: string | null; readonly timeline: number | null; readonly oid: number };

/**
 * Compares the database with the one that was seen last: another cluster, another timeline (a restore to a moment, a failover that may
 * have lost the last commits) or another database of the name. Then all chains are marked.
 * @returns how many chains were marked; null where it is the same database, or the first that is seen.
 */
export async function noteIdentity(pool: Pool, now: Date): Promise<number | null> {
  return withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(7265374102)');
    const current = await readIdentity(client);
    const { rows } = await client.query<Identity>(
      `select system_identifier as system, timeline::float8 as timeline, database_oid::float8 as oid
       from database_identities where id = 1`,
    );
    const seen = rows[0];
    if (
      seen &&
      seen.system === current.system &&
      seen.timeline === current.timeline &&
      seen.oid === current.oid
    )
      return null;
    await client.query(
      `insert into database_identities (id, system_identifier, timeline, database_oid, seen_at) values (1, $1, $2, $3, $4)
       on conflict (id) do update set system_identifier = $1, timeline = $2, database_oid = $3, seen_at = $4`,
      [current.system, current.timeline, current.oid, now],
    );
    return seen ? (await markChains(client, now, null)).length : null;
  });
}

async function readIdentity(connection: Connection): Promise<Identity> {
  const { rows } = await connection.query<{ oid: number; allowed: boolean }>(
    `select oid::bigint::float8 as oid,
            has_function_privilege('pg_control_system()', 'execute') and has_function_privilege('pg_control_checkpoint()', 'execute') as allowed
     from pg_database where datname = current_database()`,
  );
  const { oid, allowed } = rows[0]!;
  if (!allowed) return { system: null, timeline: null, oid };
  const control = await connection.query<{ system: string; timeline: number }>(
    `select s.system_identifier::text as system, c.timeline_id::float8 as timeline from pg_control_system() s, pg_control_checkpoint() c`,
  );
  return { ...control.rows[0]!, oid };
}
