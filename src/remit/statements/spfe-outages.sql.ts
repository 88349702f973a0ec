/* Generated from spfe-outages.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

/** Begins an outage of the SPFE, or counts another attempt that failed during it. */
export const recordSpfeFailure: Statement<[now: Date], NoColumns> = statement('recordSpfeFailure');

/** Ends the outage of the SPFE that is under way, if there is one. */
export const recordSpfeAnswer: Statement<[now: Date], NoColumns> = statement('recordSpfeAnswer');

export type ListSpfeOutagesRow = {
  readonly id: number;
  readonly beganAt: number;
  readonly lastFailedAt: number;
  readonly attempts: number;
  readonly endedAt: number | null;
  readonly confirmedAt: number | null;
  readonly confirmedBy: string | null;
  readonly dueUntil: number | null;
};

/** Lists outages of the SPFE, the last first; only one of them if an id is given. */
export const listSpfeOutages: Statement<
  [id: number | bigint | null, most: number | bigint],
  ListSpfeOutagesRow
> = statement('listSpfeOutages');

export type ConfirmSpfeOutageRow = {
  readonly deliveries: number;
};

/**
 * Confirms that an outage was the SPFE's, delays the deliveries that were due during it and are not admitted, and records the act. Returns no row if it
 * is under way or was confirmed already.
 */
export const confirmSpfeOutage: Statement<
  [id: number | bigint, operator: string, reason: string | null, now: Date, dueUntil: Date],
  ConfirmSpfeOutageRow
> = statement('confirmSpfeOutage');
