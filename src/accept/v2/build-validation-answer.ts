import { mapYielding } from '../../platform/process/map-yielding.ts';
import { countValid } from '../build-validation-answer.ts';
import type { Validation } from '../validate-batch.ts';
import { writeDetails, writeInvoices, writePlace } from './write-details.ts';

/**
 * Builds the response of version 2 to a dry run. It yields to the event loop between invoices, as the one of version 1 does.
 * @returns the JSON text of a `ValidationAnswer` of version 2.
 */
export async function buildValidationAnswer(validation: Validation): Promise<string> {
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
