/* Generated from spfe-overdue.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type WarnOfOverdueDeliveriesRow = {
  readonly warned: number;
};

/** Tells clients once of deliveries to the SPFE that AEAT should have had before a time and does not have. */
export const warnOfOverdueDeliveries: Statement<
  [before: Date, now: Date, most: number | bigint],
  WarnOfOverdueDeliveriesRow
> = statement('warnOfOverdueDeliveries');
