import type { RegisterDecision } from '../../domain/registers/choose-register.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './registers.sql.ts';

/** The decisions about the registers of all issuers, as invoices are examined with them. */
export type KnownRegisters = {
  /**
   * Returns the decisions that were read within the last two seconds; null if there are none. It
   * awaits nothing, so that the work before it can be measured.
   */
  recall(): readonly RegisterDecision[] | null;
  /** Reads the decisions, unless none was added or withdrawn since they were read. */
  read(): Promise<readonly RegisterDecision[]>;
};

/** How long a process does not notice that a decision was added or withdrawn. */
const REMEMBERED_MS = 2000;

/** Creates the look-up of a process. */
export function createKnownRegisters(connection: Connection, now: () => Date): KnownRegisters {
  let known: { readonly stamp: string; readonly decisions: readonly RegisterDecision[]; at: number } | null =
    null;
  return {
    recall() {
      const at = now().getTime();
      // The lower bound prevents an entry from lasting longer after the clock was set back.
      return known !== null && at >= known.at && at < known.at + REMEMBERED_MS ? known.decisions : null;
    },
    async read() {
      const at = now().getTime();
      const { stamp } = (await query(connection, sql.stampDecisions())).rows[0]!;
      if (known?.stamp === stamp) known.at = at;
      else {
        const { decisions } = (await query(connection, sql.readDecisions())).rows[0]!;
        known = { stamp, decisions, at };
      }
      return known.decisions;
    },
  };
}

/** Reads the decisions about some issuers, by NIF and date. */
export async function readDecisionsOf(
  connection: Connection,
  issuerNifs: readonly string[],
): Promise<readonly RegisterDecision[]> {
  const { rows } = await query(connection, sql.readDecisionsOf(issuerNifs));
  return rows[0]!.decisions;
}
