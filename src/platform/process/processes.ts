import type { ToldSettings } from '../../contracts/shared-settings.ts';
import type { Connection } from '../postgres/database.ts';
import { query } from '../postgres/statement.ts';
import * as sql from './processes.sql.ts';

/* The processes that run on this database (migrations/0010-processes-and-databases.sql). Times are milliseconds since 1970, by the database's clock. */

/** Six renewals: who has renewed nothing for so long died, hangs or was stopped. */
const ALIVE_SECONDS = 60;
/** More than any engine has. */
const MOST_PROCESSES = 2000;

export type ProcessKind = 'ingress' | 'worker' | 'dashboard';

/** Which process it is, and what it tells of the settings that all must agree on. */
export type RunningProcess = {
  readonly role: ProcessKind;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly told: ToldSettings;
};

export type ProcessView = RunningProcess & {
  readonly startedAt: number;
  /** When its Redis last had another mark than before; null: it never had. */
  readonly redisChangedAt: number | null;
  readonly renewedAt: number;
};

/** Writes down that a process runs, and what it tells. @param id a random UUID that the process keeps to itself. @throws when the database is away or takes no writes. */
export async function renewProcess(
  connection: Connection,
  id: string,
  { role, host, pid, version, told }: RunningProcess,
): Promise<void> {
  await query(connection, sql.renewProcess(id, role, host, pid, version, JSON.stringify(told)));
}

/** Removes the row of a process that ends. */
export async function endProcess(connection: Connection, id: string): Promise<void> {
  await query(connection, sql.endProcess(id));
}

/** Lists the processes that run: those that have renewed their row within the last minute. */
export async function listProcesses(connection: Connection): Promise<ProcessView[]> {
  const { rows } = await query(connection, sql.listProcesses(ALIVE_SECONDS, MOST_PROCESSES));
  return rows;
}
