import type { RegisterDecision } from '../../domain/registers/choose-register.ts';
import type { SpfeDecision } from '../../domain/spfe/choose-mode.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './registers.sql.ts';

/** What was decided about all issuers. */
export type Decisions = {
  /** About their registers. */
  readonly decisions: readonly RegisterDecision[];
  /** About their deliveries to the SPFE. */
  readonly spfe: readonly SpfeDecision[];
};

/** The decisions about all issuers, as invoices are examined with them. */
export type KnownDecisions = {
  /**
   * Returns the decisions that were read within the last two seconds; null if there are none. It
   * awaits nothing, so that the work before it can be measured.
   */
  recall(): Decisions | null;
  /** Reads the decisions, unless none was added or withdrawn since they were read. */
  read(): Promise<Decisions>;
};

/** How long a process does not notice that a decision was added or withdrawn. */
const REMEMBERED_MS = 2000;

/** Creates the look-up of a process. */
export function createKnownDecisions(connection: Connection, now: () => Date): KnownDecisions {
  let known: { readonly stamp: string; readonly all: Decisions; at: number } | null = null;
  return {
    recall() {
      const at = now().getTime();
      // The lower bound prevents an entry from lasting longer after the clock was set back.
      return known !== null && at >= known.at && at < known.at + REMEMBERED_MS ? known.all : null;
    },
    async read() {
      const at = now().getTime();
      const { stamp } = (await query(connection, sql.stampDecisions())).rows[0]!;
      if (known?.stamp === stamp) known.at = at;
      else known = { stamp, all: (await query(connection, sql.readDecisions())).rows[0]!, at };
      return known.all;
    },
  };
}

/** Reads the decisions about the registers of some issuers, by NIF and date. */
export async function readDecisionsOf(
  connection: Connection,
  issuerNifs: readonly string[],
): Promise<readonly RegisterDecision[]> {
  const { rows } = await query(connection, sql.readDecisionsOf(issuerNifs));
  return rows[0]!.decisions;
}
