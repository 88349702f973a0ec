import type { FindingCode, WarningCode } from '../contracts/codes.ts';
import type { Remark } from '../domain/reading/findings.ts';
import { writeDetail } from '../domain/reading/write-detail.ts';
import type { RemarksByInvoice } from './validate-batch.ts';

type Code = FindingCode | WarningCode;

/**
 * Writes the remarks about each invoice as the details of version 2, each with its message in both
 * languages.
 * @param found remarks by the invoice's index; the details of an invoice follow in this order.
 * @returns the invoice's index → its details as a JSON array. Invoices that share a list of remarks
 *   share its text.
 */
export function writeDetails(found: readonly RemarksByInvoice<Code>[]): Map<number, string> {
  const known = new Map<readonly Remark<Code>[], string>();
  const texts = new Map<number, string>();
  for (const each of found) {
    for (const [index, remarks] of each) {
      const text = known.get(remarks) ?? remarks.map(writeDetail).join(',');
      known.set(remarks, text);
      const before = texts.get(index);
      texts.set(index, before === undefined ? text : `${before},${text}`);
    }
  }
  for (const [index, text] of texts) texts.set(index, `[${text}]`);
  return texts;
}

/** Writes a list of invoices with their details, in the order of the request, as JSON. */
export function writeInvoices(
  externalInvoiceIds: readonly (string | null)[],
  details: ReadonlyMap<number, string>,
): string {
  const texts = [...details]
    .toSorted(([one], [other]) => one - other)
    .map(([index, text]) => `{${writePlace(externalInvoiceIds, index)},"details":${text}}`);
  return `[${texts.join(',')}]`;
}

/** Writes the members by which the lists name an invoice. */
export function writePlace(externalInvoiceIds: readonly (string | null)[], index: number): string {
  return `"index":${index},"external_invoice_id":${JSON.stringify(externalInvoiceIds[index])}`;
}
