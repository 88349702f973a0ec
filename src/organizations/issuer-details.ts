import type { IssuerDetails } from '../contracts/issuer-profile.ts';
import type { Ask } from '../platform/postgres/statement.ts';
import * as sql from './organizations.sql.ts';

/** Finds the newest profiles of issuers, as electronic invoices use them. */
export async function findIssuerDetails(
  ask: Ask,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlyMap<string, IssuerDetails>> {
  if (nifs.length === 0) return new Map();
  const { rows } = await ask(sql.findIssuerDetails(organizationId, nifs));
  return new Map(rows.map(({ nif, details }) => [nif, details]));
}
