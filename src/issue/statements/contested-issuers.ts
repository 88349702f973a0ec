import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';

/**
 * Which issuers an organization may not issue for, because somebody in the installation issues for them in the other way, with VeriFactu or
 * without. Whoever begins to issue for one of the others in the other way waits until the transaction ends, and nobody else does.
 */
export async function findContestedIssuers(
  connection: Connection,
  issuerNifs: readonly string[],
  verifactu: boolean,
): Promise<ReadonlySet<string>> {
  // Without holding anybody: an organization that keeps naming an issuer of others would make them wait each time.
  const contested = await find(connection, issuerNifs, verifactu);
  const open = issuerNifs.filter((nif) => !contested.has(nif));
  if (open.length === 0) return contested;
  const { rowCount } = await query(connection, sql.holdIssuers(open, verifactu));
  if (rowCount === 0) return contested;
  // A statement of its own: it sees what was committed while the one before waited.
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
