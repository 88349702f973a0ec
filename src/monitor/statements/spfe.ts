import { SPFE_LATE_MINUTES, SPFE_OVERDUE_HOURS } from '../../contracts/spfe.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { DUTY_DAYS } from '../../domain/spfe/duty-days.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import { HOUR, MINUTE } from '../finding.ts';
import { MOST_COUNTED } from './bounds.ts';
import * as sql from './spfe.sql.ts';

/* Deliveries of invoices to the SPFE that need an operator. Times are in milliseconds since 1970. */

/** Number of the newest rows of a kind that are examined. */
const MOST_LOOKED_AT = 2000;
const MOST_NAMED = 3;
const LATE_MS = SPFE_LATE_MINUTES * MINUTE;
const OVERDUE_MS = SPFE_OVERDUE_HOURS * HOUR;

/**
 * What waits for the SPFE. At most 10,000 deliveries are counted, those that are due first. `late`
 * were due 15 minutes ago, and `overdue` of them 24 hours ago. `isUsed`: the invoices of an issuer
 * are prepared or sent.
 */
export type SpfeMeasures = sql.MeasureSpfeRow;

/** Measures what waits for the SPFE. */
export async function measureSpfe(connection: Connection, now: Date): Promise<SpfeMeasures> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await query(
    connection,
    sql.measureSpfe(before(LATE_MS), before(OVERDUE_MS), MOST_COUNTED),
  );
  return rows[0]!;
}

/** Lists issuers whose invoices are to be sent by a decision that holds on a day, `YYYY-MM-DD`, or later. */
export async function listSpfeSenders(
  connection: Connection,
  today: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await query(connection, sql.listSpfeSenders(today, most));
  return rows.map(({ nif }) => nif);
}

/** An issuer whose deliveries are not all at the SPFE, and its last request. */
export type OpenSpfeIssuer = sql.ListOpenSpfeRow;

/** Lists the issuers whose deliveries to the SPFE need attention, halted ones first. */
export async function listOpenSpfe(connection: Connection, most: number): Promise<OpenSpfeIssuer[]> {
  return (await query(connection, sql.listOpenSpfe(most, MOST_COUNTED))).rows;
}

/** What a person must decide, or only look at. */
export type SpfeFaults = {
  /** Deliveries in a state that a person ends, by cause. */
  readonly states: readonly sql.ListSpfeFaultsRow[];
  /** Documents in which the SPFE and the deliveries differ, by issuer and kind. */
  readonly differences: readonly sql.ListSpfeDifferencesRow[];
  /** Invoices that their recipients rejected, by organization and reason. */
  readonly rejections: readonly sql.ListSpfeRejectionsRow[];
  /** Invoices about which issuer and recipient, or the register and the SPFE, say different things. */
  readonly disagreements: readonly sql.ListSpfeDisagreementsRow[];
  /** Issuers about which nobody decided, from the day of the duty on. */
  readonly undecided: readonly sql.ListUndecidedSpfeRow[];
};

/** Lists what a person must decide about deliveries to the SPFE. */
export async function listSpfeFaults(connection: Connection, now: Date, most: number): Promise<SpfeFaults> {
  const isDuty = todayInMadrid(now) >= DUTY_DAYS.turnover;
  return {
    states: (await query(connection, sql.listSpfeFaults(MOST_LOOKED_AT, most, MOST_NAMED))).rows,
    differences: (await query(connection, sql.listSpfeDifferences(MOST_COUNTED, most))).rows,
    rejections: (await query(connection, sql.listSpfeRejections(MOST_LOOKED_AT, most, MOST_NAMED))).rows,
    disagreements: (await query(connection, sql.listSpfeDisagreements(MOST_LOOKED_AT, most, MOST_NAMED)))
      .rows,
    undecided: isDuty
      ? (await query(connection, sql.listUndecidedSpfe(DUTY_DAYS.turnover, DUTY_DAYS.everyone, most))).rows
      : [],
  };
}
