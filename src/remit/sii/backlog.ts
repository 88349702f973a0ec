import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/sii.sql.ts';

/** The invoices of one settlement period that a newcomer still has to declare. */
export type BacklogPeriod = sql.ListBacklogRow;

export type Backlog = {
  /** The first issue date in SII, `YYYY-MM-DD`. */
  readonly validFrom: string;
  /** The last day on which the invoices may be sent: 31 December of that year. */
  readonly lastDay: string;
  readonly periods: readonly BacklogPeriod[];
};

/**
 * Lists by settlement period the invoices that an issuer issued in the year of its last entry into
 * SII before that day and that have no entry. It must declare them by the end of the year (RIVA, art.
 * 68 ter). Annulled invoices are not among them.
 * @returns null if no decision puts the issuer in SII.
 */
export async function listBacklog(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
): Promise<Backlog | null> {
  const [entered] = (await query(connection, sql.findEntryIntoSii(issuerNif))).rows;
  if (entered === undefined) return null;
  const { validFrom, period } = entered;
  const start = `${validFrom.slice(0, 4)}-01-01`;
  const { rows } = await query(
    connection,
    sql.listBacklog(organizationId, issuerNif, start, validFrom, period),
  );
  return { validFrom, lastDay: `${validFrom.slice(0, 4)}-12-31`, periods: rows };
}
