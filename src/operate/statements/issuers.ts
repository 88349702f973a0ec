import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './operating.sql.ts';

/** The issuers of an organization that have no address. */
export type IssuersWithoutAddress = {
  readonly organizationId: number;
  readonly count: number;
  /** Time at which the newest of them first issued, in milliseconds since 1970. */
  readonly newestAt: number;
  /** NIFs of the first of them. */
  readonly issuerNifs: readonly string[];
};

/**
 * Lists issuers without an address, which full invoices must show (RD 1619/2012, art. 6.1.e).
 * @param mostNamed maximum number of NIFs per organization.
 */
export async function listIssuersWithoutAddress(
  connection: Connection,
  mostNamed: number,
): Promise<IssuersWithoutAddress[]> {
  const { rows } = await query(connection, sql.listIssuersWithoutAddress(mostNamed));
  return rows;
}
