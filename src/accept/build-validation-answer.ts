import type { FindingCode, WarningCode } from '../contracts/codes.ts';
import type { ValidationAnswer } from '../contracts/validation-answer.ts';
import type { Remark } from '../domain/reading/findings.ts';
import type { RemarksByInvoice, Validation } from './validate-batch.ts';

type Answered = ValidationAnswer['findings'][number] | ValidationAnswer['warnings'][number];
/** Invoices of version 1 have none of the codes that version 2 adds. */
type View = Omit<Answered, 'code'> & { readonly code: FindingCode | WarningCode };

/**
 * Builds the response to a dry run. Invoices that share a list of remarks share its serialized text: serializing the list for each of a
 * thousand invoices would block the event loop for several milliseconds.
 * @returns the JSON text of a `ValidationAnswer`.
 */
export function buildValidationAnswer({ externalInvoiceIds, findings, warnings }: Validation): string {
  const data: ValidationAnswer['data'] = {
    invoices_count: externalInvoiceIds.length,
    valid_invoices_count: countValid(externalInvoiceIds.length, findings),
  };
  const members: Record<keyof ValidationAnswer, string> = {
    data: JSON.stringify(data),
    findings: writeRemarks(externalInvoiceIds, findings),
    warnings: writeRemarks(externalInvoiceIds, warnings),
  };
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
}

/** Returns the number of invoices without findings. */
export function countValid(invoices: number, findings: Validation['findings']): number {
  return invoices - new Set(findings.flatMap((found) => [...found.keys()])).size;
}

function writeRemarks(
  externalInvoiceIds: readonly (string | null)[],
  found: readonly RemarksByInvoice<FindingCode | WarningCode>[],
): string {
  const known = new Map<readonly Remark<FindingCode | WarningCode>[], readonly string[]>();
  const texts = externalInvoiceIds.flatMap((externalInvoiceId, index) => {
    const own = found.flatMap((each) => {
      const remarks = each.get(index) ?? [];
      const tails = known.get(remarks) ?? remarks.map(writeTail);
      known.set(remarks, tails);
      return tails;
    });
    if (own.length === 0) return own;
    const place = { index, external_invoice_id: externalInvoiceId } satisfies Partial<View>;
    const head = JSON.stringify(place).slice(0, -1);
    return own.map((tail) => head + tail);
  });
  return `[${texts.join(',')}]`;
}

/** Serializes the members of a remark that do not depend on the invoice, with a leading comma. */
function writeTail({ field, code, aeatCode, message }: Remark<FindingCode | WarningCode>): string {
  const rest: Omit<View, 'index' | 'external_invoice_id'> = { field, code, aeat_code: aeatCode, message };
  return `,${JSON.stringify(rest).slice(1)}`;
}
