import type { Signers } from '../../domain/einvoice/facturae/foresee-signing.ts';
import * as sql from './accepting.sql.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { readAsOrganization } from '../../platform/postgres/scoped-query.ts';
import type { Ask } from '../../issue/statements/lookups.ts';

/**
 * Returns the NIFs of the organization's issuers whose newest profile, which pages would print, has
 * no address.
 */
export async function findIssuersWithoutAddress(
  ask: Ask,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (nifs.length === 0) return new Set();
  const { rows } = await ask(sql.findIssuersWithoutAddress(organizationId, nifs));
  return new Set(rows.map(({ nif }) => nif));
}

/**
 * Finds the certificates that can sign the Facturae of issuers, as far as that is known without
 * their keys.
 */
export async function findSigners(
  ask: Ask,
  organizationId: number,
  nifs: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Signers>> {
  const rows = nifs.length === 0 ? [] : (await ask(sql.findSigners(organizationId, nifs))).rows;
  const byNif = Map.groupBy(rows, ({ nif }) => nif);
  return new Map(nifs.map((nif) => [nif, { certificates: byNif.get(nif) ?? [], now: now.getTime() }]));
}

/**
 * Finds the issuers to which another organization is bound (true) or for which another one issues
 * without a binding (false). Omits issuers to which this organization is bound.
 */
export async function findIssuersOfOthers(
  connection: Connection,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await readAsOrganization(connection, organizationId, sql.findIssuersOfOthers(nifs));
  return new Map(rows.map(({ nif, isBound }) => [nif, isBound]));
}
