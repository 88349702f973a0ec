import * as sql from './accepting.sql.ts';
import type { Ask } from '../../issue/statements/lookups.ts';

/** Returns the NIFs of the organization's issuers whose newest profile, which pages would print, has no address. */
export async function findIssuersWithoutAddress(
  ask: Ask,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (nifs.length === 0) return new Set();
  const { rows } = await ask(sql.findIssuersWithoutAddress(organizationId, nifs));
  return new Set(rows.map(({ nif }) => nif));
}
