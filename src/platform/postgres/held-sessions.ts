import type { Connection } from './database.ts';
import { query } from './statement.ts';
import * as sql from './postgres.sql.ts';

/* Sessions of the database that hold up others, or keep a transaction open. Times are milliseconds since 1970. */

/** What is idle in its transaction for longer was forgotten: no process of the engine rests for more than ten seconds in one. */
const IDLE_SECONDS = 60;
/** Longer than any transaction of the engine but a backup: what was deleted or changed since cannot be cleaned up. */
const LONG_SECONDS = 3600;

export type HeldSession = {
  /** `blocking`: others wait for it, or nobody may write to a table of ours. `idle`: it rests in a transaction. `long`: its transaction is long. */
  readonly kind: 'blocking' | 'idle' | 'long';
  /** Of its process on the database's server; 0: a transaction that was prepared and not ended (`pg_prepared_xacts`). */
  readonly pid: number;
  readonly login: string | null;
  /** As it names itself. */
  readonly application: string | null;
  /** As PostgreSQL names it, `idle in transaction` for example; null where the login of this process is not told. */
  readonly state: string | null;
  readonly transactionSince: number | null;
  /** Since when the first of those waits that wait now. */
  readonly waitedForSince: number | null;
  /** The table, and the lock that is held, or waited for. */
  readonly relation: string | null;
  readonly mode: string | null;
  /** Sessions that wait for it now. */
  readonly blocked: number;
  /** What it ran last, without literals (migrations/0010-processes-and-databases.sql). */
  readonly statement: string | null;
};

/** Lists who holds up others, first those that most wait for; then who keeps a transaction open. Where nobody does it looks at the locks alone. */
export async function listHeldSessions(connection: Connection): Promise<HeldSession[]> {
  const { rows } = await query(connection, sql.listHeldSessions(IDLE_SECONDS, LONG_SECONDS));
  return rows;
}

/** Whether this database's function may see what other logins do (`pg_read_all_stats`). */
export async function seesOtherLogins(connection: Connection): Promise<boolean> {
  const { rows } = await query(connection, sql.seesOtherLogins());
  return rows[0]!.sees;
}

/** Our own transactions take less, and those that wait for them go on by themselves. */
const BLOCKS_MS = 5000;

/** When what a session does to others began; null: not known. */
export function sinceWhen({ transactionSince, waitedForSince }: HeldSession): number | null {
  return transactionSince ?? waitedForSince;
}

/** Whether a session holds up others for longer than the engine itself does. What is not known since when counts. */
export function isBlocking(session: HeldSession, now: number): boolean {
  return session.kind === 'blocking' && now - (sinceWhen(session) ?? 0) > BLOCKS_MS;
}

/** `Session 4711 (psql, login ana) blocks 3 others at the table batches` */
export function describeSession({ kind, pid, application, login, relation, blocked }: HeldSession): string {
  const who =
    pid === 0
      ? 'A prepared transaction'
      : `Session ${pid} (${[application || 'without a name', ...(login === null ? [] : [`login ${login}`])].join(', ')})`;
  if (kind === 'idle') return `${who} rests in a transaction that it began`;
  if (kind === 'long') return `${who} has a transaction that lasts`;
  const at = relation === null ? '' : ` at the table ${relation}`;
  return blocked === 0
    ? `${who} keeps everybody else from writing to the table ${relation ?? 'of its lock'}`
    : `${who} blocks ${blocked} other ${blocked === 1 ? 'session' : 'sessions'}${at}`;
}

/** What is known of how it does so, in one line. */
export function explainSession({ kind, state, mode, statement }: HeldSession): string {
  const effect =
    kind === 'blocking'
      ? 'What waits for it is not done until its transaction ends'
      : 'Until its transaction ends nothing that was changed since can be cleaned up, and what it locked stays locked';
  return [
    effect,
    ...(mode === null ? [] : [`lock: ${mode}`]),
    ...(state === null ? [] : [`state: ${state}`]),
    ...(statement ? [`statement: ${statement}`] : []),
  ].join('; ');
}

/** How it is ended. */
export function adviseSession({ pid }: HeldSession): string {
  return pid === 0
    ? 'ask whose it is (select * from pg_prepared_xacts), then commit prepared or rollback prepared'
    : `ask whose it is and let them end the transaction, or end the session: select pg_terminate_backend(${pid})`;
}
