import { buildFinding, type Finding } from '../reading/findings.ts';
import { DUPLICATE } from '../verifactu/answer-codes.ts';

/**
 * Finds invoices with the identity of an earlier one.
 * @param identities of the batch as texts, in the order of the request, null where an invoice is not valid.
 * @returns a finding per index; of several alike the first is the one that keeps its number.
 */
export function findBatchDuplicates(identities: readonly (string | null)[]): Map<number, Finding> {
  const duplicates = new Map<number, Finding>();
  const firsts = new Map<string, number>();
  for (const [index, identity] of identities.entries()) {
    if (identity === null) continue;
    const first = firsts.get(identity);
    if (first === undefined) firsts.set(identity, index);
    else {
      const says = `is already used by invoices[${first}] of this batch`;
      duplicates.set(index, buildFinding('number_serie', 'duplicate', says, DUPLICATE));
    }
  }
  return duplicates;
}
