import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';

/**
 * Gives a document one recipient with a NIF and the Spanish address that Annex I of Orden
 * HAC/1028/2026 requires, unless it has none.
 */
export function spanishBuyers({ otherRecipients: _others, ...document }: InvoiceDocument): InvoiceDocument {
  const { recipient } = document;
  if (recipient === null) return document;
  const address = { address: 'Calle Mayor 1', city: 'Sevilla', postalCode: '41001', countryCode: 'ES' };
  const isSpanish = recipient.documentType === 'nif' || recipient.documentType === 'nie';
  const identity = isSpanish ? {} : ({ documentType: 'nif', documentNumber: 'A12345674' } as const);
  return { ...document, recipient: { ...recipient, ...identity, ...address } };
}
