import type { CreateBatchBody, InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { buildInvoice } from '../../support/invoices.ts';

/* The numbers, chains and bodies of the model (labs/model/state.qnt). */

export const ISSUERS: Readonly<Record<string, string>> = { A: 'B12345674', B: 'G12345674' };
const BODIES: Readonly<Record<string, readonly number[]>> = {
  one: [1, 2],
  two: [2, 3],
  refused: [4],
  both: [5, 6],
};
const OF_CHAIN_B = new Set([4, 6]);
/** AEAT's stand-in refuses invoices to this company until the stand-in knows the company. */
const REFUSED_NUMBER = 4;
export const UNKNOWN_COMPANY = 'FR40303265045';

export function chainOf(number: number): 'A' | 'B' {
  return OF_CHAIN_B.has(number) ? 'B' : 'A';
}

export function nameInvoice(number: number): string {
  return `N-${number}`;
}

export function numberOf(name: string): number {
  return Number(name.slice(2));
}

/** Builds the request with this name in the model. */
export function buildBody(name: string): CreateBatchBody {
  const invoices = BODIES[name]!.map((number) =>
    buildInvoice({
      external_invoice_id: `ext-${number}`,
      number_serie: nameInvoice(number),
      issuer_nif: ISSUERS[chainOf(number)]!,
      ...(number === REFUSED_NUMBER && TO_UNKNOWN_COMPANY),
    }),
  );
  return { invoice_batch: { external_batch_id: name, invoices } };
}

const TO_UNKNOWN_COMPANY: InvoiceInput = {
  recipient_document_type: 'international_vat_number',
  recipient_document_number: UNKNOWN_COMPANY,
  recipient_country_code: 'FR',
};
