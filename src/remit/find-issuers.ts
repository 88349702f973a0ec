import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './statements/issuers.sql.ts';

/** Returns the NIF of the issuer of a chain. @throws if there is no such chain. */
export async function findIssuerOfChain(connection: Connection, chainId: number): Promise<string> {
  const [row] = (await query(connection, sql.findIssuerOfChain(chainId))).rows;
  if (row === undefined) throw new Error(`There is no chain ${chainId}`);
  return row.issuerNif;
}

/** Returns the chain that an issuer has in an organization; null if nothing was issued for it. */
export async function findChainOfIssuer(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
): Promise<number | null> {
  return (await query(connection, sql.findChainOfIssuer(organizationId, issuerNif))).rows[0]?.chainId ?? null;
}

/**
 * Returns the name of an issuer: the one that an operator set, or else that of one of its invoices.
 * @param invoiceId an invoice of the issuer; null if none is known.
 * @throws if neither states a name.
 */
export async function findIssuerName(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
  invoiceId: number | null,
): Promise<string> {
  const { rows } = await query(connection, sql.findNameOfIssuer(organizationId, issuerNif, invoiceId ?? 0));
  return rows[0]!.name;
}
