import type { InvoiceDocument, Recipient } from '../../../src/contracts/invoice-document.ts';
import { NotExpressible } from '../../../src/domain/einvoice/refusal.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';

const SPANISH_ADDRESS = { address: 'Calle Mayor 1', postalCode: '38001', city: 'Santa Cruz de Tenerife' };
const FOREIGN_ADDRESS = { address: 'Main Street 1', postalCode: '10115', city: 'Berlin' };
const MAX_NUMBER = 20;
const MIN_TAX_NUMBER = 3;

function completeRecipient(recipient: Recipient): Recipient {
  const isSpanish = (recipient.countryCode ?? 'ES') === 'ES';
  const documentNumber = recipient.documentNumber.padEnd(MIN_TAX_NUMBER, '0');
  return {
    ...recipient,
    documentNumber,
    name: 'Ana García López',
    ...(isSpanish ? SPANISH_ADDRESS : FOREIGN_ADDRESS),
  };
}

/**
 * Returns a document with what Facturae requires beside the rules of the API: an address, surnames,
 * short numbers, one recipient and one original.
 */
export function completeForFacturae(document: InvoiceDocument): InvoiceDocument {
  const { recipient, rectified, rectification, number, issuer } = document;
  const { otherRecipients: _none, ...rest } = document;
  const shorten = <T extends { readonly number: string }>(original: T): T => ({
    ...original,
    number: original.number.slice(0, MAX_NUMBER),
  });
  return {
    ...rest,
    number: number.slice(0, MAX_NUMBER),
    issuer: { ...issuer, name: 'Luisa Pérez' },
    recipient: recipient === null ? null : completeRecipient(recipient),
    rectified: rectified === null ? null : shorten(rectified),
    ...(rectification !== undefined && {
      rectification: { ...rectification, invoices: rectification.invoices.slice(0, 1).map(shorten) },
    }),
  };
}

/**
 * Writes a document with a complete profile.
 * @returns null if it is not expressible, with the rule.
 */
export function tryFacturae(
  document: InvoiceDocument,
  profile = buildProfile(),
): { readonly xml: string } | { readonly rule: string } {
  try {
    return { xml: writeFacturae(document, profile) };
  } catch (error) {
    if (error instanceof NotExpressible) return { rule: error.refusal.rule };
    throw error;
  }
}
