import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import {
  checkInvoice,
  prepareInvoice,
  type PrepareContext,
  type Preparation,
} from '../../../src/domain/invoice/prepare-invoice.ts';
import { joinMessages } from '../../../src/domain/reading/findings.ts';
import { FLAT_RULES } from '../../../src/domain/reading/request-rules.ts';

export const TODAY = '2026-11-20';
const CONTEXT: PrepareContext = { organizationName: 'Talleres Ñandú SL', today: TODAY, rules: FLAT_RULES };

export const IDENTIFIED = {
  recipient_legal_name: 'Construcciones Íñigo SA',
  recipient_document_type: 'nif',
  recipient_document_number: 'A12345674',
} as const satisfies InvoiceInput;
export const PUBLIC_BODY = {
  ...IDENTIFIED,
  recipient_document_number: 'P1234567D',
} as const satisfies InvoiceInput;
export const GERMAN = {
  recipient_legal_name: 'Müller GmbH',
  recipient_document_type: 'international_vat_number',
  recipient_document_number: 'DE123456789',
} as const satisfies InvoiceInput;
export const AMERICAN = {
  ...GERMAN,
  recipient_document_number: '98-7654321',
  recipient_country_code: 'US',
} as const satisfies InvoiceInput;
export const TRAVELLER = {
  recipient_legal_name: 'Ada Lovelace',
  recipient_document_type: 'passport',
  recipient_document_number: 'C01X00T47',
  recipient_country_code: 'GB',
} as const satisfies InvoiceInput;
export const NOBODY = {
  recipient_legal_name: null,
  recipient_document_type: null,
  recipient_document_number: null,
} as const satisfies InvoiceInput;

/** Builds a valid line of one unit of 100 € at 21 %, with the given changes. */
export function buildLine(changes: InvoiceLineInput = {}): InvoiceLineInput {
  return { concept: 'Consultoría', units: 1, unit_price: 100, tax_rate: 21, ...changes };
}

/** Builds a valid F1 with one line, with the given changes. */
export function buildInput(changes: InvoiceInput = {}): InvoiceInput {
  return {
    issuer_nif: 'B12345674',
    number_serie: 'A/1',
    operation_date: TODAY,
    ...IDENTIFIED,
    lines: [buildLine()],
    ...changes,
  };
}

/** Prepares an invoice of version 1. */
export function prepareV1(input: InvoiceInput, context: Partial<PrepareContext> = {}): Preparation {
  return prepareInvoice(input, { ...CONTEXT, ...context });
}

/** Checks an invoice of version 1. */
export function checkV1(
  input: InvoiceInput,
  context: Partial<PrepareContext> = {},
): ReturnType<typeof checkInvoice> {
  return checkInvoice(input, { ...CONTEXT, ...context });
}

/** Returns the document of an invoice, which must be accepted. */
export function documentOf(input: InvoiceInput, context: Partial<PrepareContext> = {}): InvoiceDocument {
  const preparation = prepareV1(input, context);
  if (preparation.kind === 'refused') throw new Error(`refused: ${joinMessages(preparation.findings).en}`);
  return preparation.invoice.document;
}

/** Returns the messages about an invoice, or an empty list if it is accepted. */
export function messagesOf(input: InvoiceInput, context: Partial<PrepareContext> = {}): readonly string[] {
  const preparation = prepareV1(input, context);
  return preparation.kind === 'prepared' ? [] : preparation.findings.map(({ message }) => message.en);
}
