import type { PreparedInvoice } from './prepare-invoice.ts';

/**
 * Finds invoices with the issuer, number and issue date of an earlier one: AEAT's identity of an invoice (AEAT 3000).
 * @param prepared the batch in the order of the request, null where an invoice is not valid.
 * @returns a message per index; of several alike the first is the one that keeps its number.
 */
export function findBatchDuplicates(prepared: readonly (PreparedInvoice | null)[]): Map<number, string> {
  const duplicates = new Map<number, string>();
  const firsts = new Map<string, number>();
  for (const [index, invoice] of prepared.entries()) {
    if (invoice === null) continue;
    const { issuer, issueDate, number } = invoice.document;
    // NIF and date have a fixed length: no two identities share a key.
    const identity = `${issuer.nif} ${issueDate} ${number}`;
    const first = firsts.get(identity);
    if (first === undefined) firsts.set(identity, index);
    else duplicates.set(index, `Invoice number is already used by invoices[${first}] of this batch`);
  }
  return duplicates;
}
