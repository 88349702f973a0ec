import { statementsBeside } from '../../platform/postgres/statement.ts';
import type { Ask } from '../../issue/statements/lookups.ts';

const loadStatement = statementsBeside(import.meta.url);

const FIND_ISSUERS_WITHOUT_ADDRESS = loadStatement('find-issuers-without-address');

/** Which of an organization's issuers have no address in their newest profile, which pages would print: their NIFs. */
export async function findIssuersWithoutAddress(
  ask: Ask,
  organizationId: number,
  nifs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (nifs.length === 0) return new Set();
  const { rows } = await ask<{ nif: string }>({
    ...FIND_ISSUERS_WITHOUT_ADDRESS,
    values: [organizationId, nifs],
  });
  return new Set(rows.map(({ nif }) => nif));
}
