import * as sql from './accepting.sql.ts';
import type { Ask } from '../../issue/statements/lookups.ts';

/** Which of an organization's issuers have no address in their newest profile, which pages would print: their NIFs. */
export async function findIssuersWithoutAddress(
  ask: Ask,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (nifs.length === 0) return new Set();
  const { rows } = await ask(sql.findIssuersWithoutAddress(organizationId, nifs));
  return new Set(rows.map(({ nif }) => nif));
}
