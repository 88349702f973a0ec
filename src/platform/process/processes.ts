import type { ReportedSettings } from '../config/shared-settings.ts';
import type { Connection } from '../postgres/database.ts';
import { query } from '../postgres/statement.ts';
import * as sql from './processes.sql.ts';

/*
 * The processes that run on this database (migrations/0010-processes-and-databases.sql). Times are
 * milliseconds since 1970, by the database's clock.
 */

/**
 * Six renewals. A process that has not renewed its row for this long has died, hangs or was
 * stopped.
 */
const ALIVE_SECONDS = 60;
/** More than any installation has. */
const MOST_PROCESSES = 2000;

export type ProcessKind = 'ingress' | 'worker' | 'dashboard';

/** A process, with the settings on which all processes must agree. */
export type RunningProcess = {
  readonly role: ProcessKind;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly settings: ReportedSettings;
};

export type ProcessView = RunningProcess & {
  readonly startedAt: number;
  /** When the mark of its Redis last changed; null if it never did. */
  readonly redisChangedAt: number | null;
  readonly renewedAt: number;
};

/**
 * Creates or renews the row of a process.
 * @param id a random UUID that only this process knows.
 * @throws if the database is unavailable or read-only.
 */
export async function renewProcess(
  connection: Connection,
  id: string,
  { role, host, pid, version, settings }: RunningProcess,
): Promise<void> {
  await query(connection, sql.renewProcess(id, role, host, pid, version, JSON.stringify(settings)));
}

/** Deletes the row of a process that ends. */
export async function endProcess(connection: Connection, id: string): Promise<void> {
  await query(connection, sql.endProcess(id));
}

/** Lists the running processes, which are those that renewed their row within the last minute. */
export async function listProcesses(connection: Connection): Promise<ProcessView[]> {
  const { rows } = await query(connection, sql.listProcesses(ALIVE_SECONDS, MOST_PROCESSES));
  return rows;
}
