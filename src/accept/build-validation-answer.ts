import type { FindingCode, WarningCode } from '../contracts/codes.ts';
import type { ValidationAnswer } from '../contracts/validation-answer.ts';
import type { Remark } from '../domain/reading/findings.ts';
import { mapYielding } from '../platform/process/map-yielding.ts';
import type { RemarksByInvoice, Validation } from './validate-batch.ts';
import { writeDetails, writeInvoices, writePlace } from './write-details.ts';

type Answered = ValidationAnswer['findings'][number] | ValidationAnswer['warnings'][number];
/** Invoices of version 1 have none of the codes that version 2 adds. */
type View = Omit<Answered, 'code'> & { readonly code: FindingCode | WarningCode };

/**
 * Builds the response to a dry run. Invoices that share a list of remarks share its serialized
 * text: serializing the list for each of a thousand invoices would take much longer. It yields to
 * the event loop between invoices, because they can have 20 findings each.
 * @returns the JSON text of a `ValidationAnswer`.
 */
export async function buildValidationAnswer({
  externalInvoiceIds,
  findings,
  warnings,
}: Validation): Promise<string> {
  const data: ValidationAnswer['data'] = {
    invoices_count: externalInvoiceIds.length,
    valid_invoices_count: countValid(externalInvoiceIds.length, findings),
  };
  const members: Record<keyof ValidationAnswer, string> = {
    data: JSON.stringify(data),
    findings: await writeRemarks(externalInvoiceIds, findings),
    warnings: await writeRemarks(externalInvoiceIds, warnings),
  };
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
}

/**
 * Builds the response with details and amounts to a dry run. It yields to the event loop as well.
 * @returns the JSON text of a `ValidationAnswer` of version 2.
 */
export async function buildDetailedAnswer(validation: Validation): Promise<string> {
  const { externalInvoiceIds, findings, warnings, amounts } = validation;
  const sorted = [...amounts].toSorted(([one], [other]) => one - other);
  const invoices = await mapYielding(
    sorted,
    ([index, text]) => `{${writePlace(externalInvoiceIds, index)},${text}}`,
  );
  const data = [
    `"invoices_count":${externalInvoiceIds.length}`,
    `"valid_invoices_count":${countValid(externalInvoiceIds.length, findings)}`,
    `"invoices":[${invoices.join(',')}]`,
  ];
  const members = [
    `"data":{${data.join(',')}}`,
    `"errors":${writeInvoices(externalInvoiceIds, writeDetails(findings))}`,
    `"warnings":${writeInvoices(externalInvoiceIds, writeDetails(warnings))}`,
  ];
  return `{${members.join(',')}}`;
}

/** Returns the number of invoices without findings. */
function countValid(invoices: number, findings: Validation['findings']): number {
  return invoices - new Set(findings.flatMap((found) => [...found.keys()])).size;
}

async function writeRemarks(
  externalInvoiceIds: readonly (string | null)[],
  found: readonly RemarksByInvoice<FindingCode | WarningCode>[],
): Promise<string> {
  const known = new Map<readonly Remark<FindingCode | WarningCode>[], readonly string[]>();
  const texts = await mapYielding(externalInvoiceIds, (externalInvoiceId, index) => {
    const own = found.flatMap((each) => {
      const remarks = each.get(index) ?? [];
      const tails = known.get(remarks) ?? remarks.map(writeTail);
      known.set(remarks, tails);
      return tails;
    });
    if (own.length === 0) return '';
    const place = { index, external_invoice_id: externalInvoiceId } satisfies Partial<View>;
    const head = JSON.stringify(place).slice(0, -1);
    return own.map((tail) => head + tail).join(',');
  });
  return `[${texts.filter((text) => text !== '').join(',')}]`;
}

/** Serializes the members of a remark that do not depend on the invoice, with a leading comma. */
function writeTail({ field, code, aeatCode, message }: Remark<FindingCode | WarningCode>): string {
  const rest: Omit<View, 'index' | 'external_invoice_id'> = {
    field,
    code,
    aeat_code: aeatCode,
    message: message.en,
  };
  return `,${JSON.stringify(rest).slice(1)}`;
}
