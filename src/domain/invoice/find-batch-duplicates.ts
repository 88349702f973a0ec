import type { Finding } from '../reading/findings.ts';
import { numberKeyOf } from './invoice-identity.ts';
import { refuseUsedNumber } from './taken-number.ts';

/**
 * Finds invoices with the number of an earlier one of their issuer in the same calendar year.
 * @param identities of the batch as texts, in the order of the request, null where an invoice is not valid.
 * @returns a finding per index; of several alike the first is the one that keeps its number.
 */
export function findBatchDuplicates(identities: readonly (string | null)[]): Map<number, Finding> {
  const duplicates = new Map<number, Finding>();
  const firsts = new Map<string, number>();
  for (const [index, identity] of identities.entries()) {
    if (identity === null) continue;
    const key = numberKeyOf(identity);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else
      duplicates.set(
        index,
        refuseUsedNumber(`invoices[${first}] of this batch`, identities[first] === identity),
      );
  }
  return duplicates;
}
