/* Generated from processes.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../postgres/statement.ts';
import { type ReportedSettings } from '../config/shared-settings.ts';

const statement = readStatements(import.meta.url);

export type ListProcessesRow = {
  readonly role: 'ingress' | 'worker' | 'dashboard';
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly settings: ReportedSettings;
  readonly startedAt: number;
  readonly redisChangedAt: number | null;
  readonly renewedAt: number;
};

/** Lists the processes with a recent heartbeat, in the order of their start. */
export const listProcesses: Statement<[aliveSeconds: number, most: number | bigint], ListProcessesRow> =
  statement('listProcesses');

export type RenewProcessRow = {
  readonly renew_process: string | null;
};

/** Records the heartbeat of a process with its settings, as JSON. */
export const renewProcess: Statement<
  [id: string, role: string, host: string, pid: number, version: string, settings: string],
  RenewProcessRow
> = statement('renewProcess');

export type EndProcessRow = {
  readonly end_process: string | null;
};

/** Deletes the row of a process that ends. */
export const endProcess: Statement<[id: string], EndProcessRow> = statement('endProcess');
