import type { Connection } from './database.ts';
import { query } from './statement.ts';
import * as sql from './postgres.sql.ts';

/*
 * Database sessions that block others or keep a transaction open. Times are milliseconds since
 * 1970.
 */

/**
 * A session that is idle in a transaction for longer was forgotten. The processes of the engine are
 * idle in a transaction for at most ten seconds.
 */
const IDLE_SECONDS = 60;
/**
 * Longer than any transaction of the engine except a backup. While such a transaction is open,
 * VACUUM cannot remove rows that were deleted or changed since it began.
 */
const LONG_SECONDS = 3600;

export type HeldSession = {
  /**
   * `blocking`: other sessions wait for it, or it keeps all others from writing to a table of the
   * engine. `idle`: it is idle in a transaction. `long`: its transaction is long.
   */
  readonly kind: 'blocking' | 'idle' | 'long';
  /**
   * The process id on the database server; 0 for a prepared transaction that was not ended
   * (`pg_prepared_xacts`).
   */
  readonly pid: number;
  readonly login: string | null;
  /** The application name of the session. */
  readonly application: string | null;
  /**
   * The state in PostgreSQL's words, for example `idle in transaction`; null if this process's
   * login may not see it.
   */
  readonly state: string | null;
  readonly transactionSince: number | null;
  /** When the first of the sessions that are waiting now began to wait. */
  readonly waitedForSince: number | null;
  /** The table, and the mode of the lock that is held or waited for. */
  readonly relation: string | null;
  readonly mode: string | null;
  /** The number of sessions that wait for it now. */
  readonly blocked: number;
  /** The last statement, without literals (migrations/0010-processes-and-databases.sql). */
  readonly statement: string | null;
};

/**
 * Lists the sessions that block others, those with the most waiting sessions first, and then those
 * that keep a transaction open. If no session blocks others, it reads only the locks.
 */
export async function listHeldSessions(connection: Connection): Promise<HeldSession[]> {
  const { rows } = await query(connection, sql.listHeldSessions(IDLE_SECONDS, LONG_SECONDS));
  return rows;
}

/**
 * Returns whether the function in this database may see the activity of other logins
 * (`pg_read_all_stats`).
 */
export async function seesOtherLogins(connection: Connection): Promise<boolean> {
  const { rows } = await query(connection, sql.seesOtherLogins());
  return rows[0]!.sees;
}

/**
 * The engine's own transactions hold locks for less time, and the sessions that wait for them
 * continue without help.
 */
const BLOCKS_MS = 5000;

/** Returns when a session began to affect others; null if unknown. */
export function sinceWhen({ transactionSince, waitedForSince }: HeldSession): number | null {
  return transactionSince ?? waitedForSince;
}

/**
 * Returns whether a session blocks others for longer than the engine itself does. An unknown start
 * counts as longer.
 */
export function isBlocking(session: HeldSession, now: number): boolean {
  return session.kind === 'blocking' && now - (sinceWhen(session) ?? 0) > BLOCKS_MS;
}

/**
 * Describes a session, for example
 * `Session 4711 (psql, login ana) blocks 3 others at the table batches`.
 */
export function describeSession({ kind, pid, application, login, relation, blocked }: HeldSession): string {
  const who =
    pid === 0
      ? 'A prepared transaction'
      : `Session ${pid} (${[application || 'without a name', ...(login === null ? [] : [`login ${login}`])].join(', ')})`;
  if (kind === 'idle') return `${who} is idle in an open transaction`;
  if (kind === 'long') return `${who} has a long transaction`;
  const at = relation === null ? '' : ` at the table ${relation}`;
  return blocked === 0
    ? `${who} prevents all other sessions from writing to the table ${relation ?? 'of its lock'}`
    : `${who} blocks ${blocked} other ${blocked === 1 ? 'session' : 'sessions'}${at}`;
}

/** Explains the effect of a session in one line, with its lock, state and statement if known. */
export function explainSession({ kind, state, mode, statement }: HeldSession): string {
  const effect =
    kind === 'blocking'
      ? 'The sessions that wait for it continue when its transaction ends'
      : 'Until its transaction ends, PostgreSQL cannot vacuum newer changes, and its locks stay held';
  return [
    effect,
    ...(mode === null ? [] : [`lock: ${mode}`]),
    ...(state === null ? [] : [`state: ${state}`]),
    ...(statement ? [`statement: ${statement}`] : []),
  ].join('; ');
}

/** Describes how to end a session. */
export function adviseSession({ pid }: HeldSession): string {
  return pid === 0
    ? 'find its owner (select * from pg_prepared_xacts), then run commit prepared or rollback prepared'
    : `ask its owner to end the transaction, or end the session: select pg_terminate_backend(${pid})`;
}
