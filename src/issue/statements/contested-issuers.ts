import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';

/**
 * Returns the issuers that an organization may not issue for, because an organization of the
 * installation issues for them in the other mode (with or without VeriFactu). Locks the remaining
 * issuers until the transaction ends. Only a transaction that starts to issue for one of them in
 * the other mode waits for this lock.
 */
export async function findContestedIssuers(
  connection: Connection,
  issuerNifs: readonly string[],
  verifactu: boolean,
): Promise<ReadonlySet<string>> {
  // The first query takes no lock. Otherwise an organization that keeps naming an issuer of others
  // would delay them each time.
  const contested = await find(connection, issuerNifs, verifactu);
  const open = issuerNifs.filter((nif) => !contested.has(nif));
  if (open.length === 0) return contested;
  const { rowCount } = await query(connection, sql.holdIssuers(open, verifactu));
  if (rowCount === 0) return contested;
  // A separate statement sees the transactions that were committed while the previous statement
  // waited.
  return contested.union(await find(connection, open, verifactu));
}

async function find(
  connection: Connection,
  issuerNifs: readonly string[],
  verifactu: boolean,
): Promise<ReadonlySet<string>> {
  const { rows } = await query(connection, sql.findContestedIssuers(issuerNifs, verifactu));
  return new Set(rows.map(({ nif }) => nif));
}
