import { readIdentity } from '../domain/invoice/invoice-identity.ts';
import { warnOfIssuerWithoutAddress } from '../domain/invoice/find-warnings.ts';
import type { Warning } from '../domain/reading/findings.ts';
import { findIssuersWithoutAddress } from '../persistence/accepting/issuer-addresses.ts';
import type { Ask } from '../persistence/issuing/lookups.ts';
import type { ExaminedBody } from './examine-body.ts';

/** Finds warnings of one kind in the invoices of a batch, by their index, with a number of statements that does not grow with the batch. */
type Finder = (ask: Ask, organizationId: number, examined: ExaminedBody) => Promise<Map<number, Warning>>;

/** Each finds one kind of warning. */
const FINDERS: readonly Finder[] = [warnOfIssuerAddresses];

/**
 * Finds the warnings that only stored data can tell, of invoices that are right by themselves.
 * @returns by the invoice's index, in the order of the finders.
 */
export async function findStoredWarnings(
  ask: Ask,
  organizationId: number,
  examined: ExaminedBody,
): Promise<Map<number, Warning[]>> {
  const found = new Map<number, Warning[]>();
  for (const find of FINDERS) {
    for (const [index, warning] of await find(ask, organizationId, examined))
      found.set(index, [...(found.get(index) ?? []), warning]);
  }
  return found;
}

async function warnOfIssuerAddresses(
  ask: Ask,
  organizationId: number,
  { identities, types }: ExaminedBody,
): Promise<Map<number, Warning>> {
  const issuers = identities.map((identity, index) =>
    identity === null || types[index] !== 'F1' ? null : readIdentity(identity).issuerNif,
  );
  const nifs = [...new Set(issuers.filter((nif) => nif !== null))];
  const without = await findIssuersWithoutAddress(ask, organizationId, nifs);
  return new Map(
    issuers.flatMap((nif, index) =>
      nif !== null && without.has(nif) ? [[index, warnOfIssuerWithoutAddress(nif)] as const] : [],
    ),
  );
}
