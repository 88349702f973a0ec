import { countValid } from '../build-validation-answer.ts';
import type { Validation } from '../validate-batch.ts';
import { writeDetails, writeInvoices, writePlace } from './write-details.ts';

/**
 * Builds the response of version 2 to a dry run.
 * @returns the JSON text of a `ValidationAnswer` of version 2.
 */
export function buildValidationAnswer(validation: Validation): string {
  const { externalInvoiceIds, findings, warnings, amounts } = validation;
  const invoices = [...amounts]
    .toSorted(([one], [other]) => one - other)
    .map(([index, text]) => `{${writePlace(externalInvoiceIds, index)},${text}}`);
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
