import type { Connection } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './organizations.sql.ts';

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

/**
 * An issuer for which several organizations issue, though no operator has decided that they may.
 */
export type SharedIssuer = {
  readonly nif: string;
  readonly organizationIds: readonly number[];
  /**
   * Time at which the newest of the organizations first issued for it, in milliseconds since 1970.
   */
  readonly newestAt: number;
};

/**
 * Lists issuers that several organizations use without a binding (ops/adr/0066), the newest first.
 * @param most maximum number of issuers.
 */
export async function listSharedIssuers(connection: Connection, most: number): Promise<SharedIssuer[]> {
  const { rows } = await query(connection, sql.listSharedIssuers(most));
  return rows;
}

/** Another organization that is bound to an issuer, or that issues for it without a binding. */
export type OtherUser = { readonly nif: string; readonly organizationId: number; readonly isBound: boolean };

/** Lists the other organizations that use issuers of an organization, in the order of their ids. */
export async function listOtherUsers(
  connection: Connection,
  organizationId: number,
  nifs: readonly string[],
): Promise<OtherUser[]> {
  const { rows } = await query(connection, sql.listOtherUsers(organizationId, nifs));
  return rows;
}
