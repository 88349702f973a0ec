import * as fc from 'fast-check';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../src/contracts/issuer-profile.ts';
import { NotExpressible } from '../../../src/domain/einvoice/refusal.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { acceptedDocuments } from './accepted-documents.ts';

/** An accepted invoice and the text that a writer made of it. */
export type Written = { readonly document: InvoiceDocument; readonly xml: string };

type Write = (document: InvoiceDocument, profile: IssuerDetails) => string;

const PROFILES = [
  buildProfile({ iban: 'ES7921000813610123456789', bic: 'BBVAESMMXXX' }),
  buildProfile(),
  buildProfile({ province: null, phone: null, email: null, registryNote: null }),
  // An issuer outside the territory of VAT.
  buildProfile({ postalCode: '35001', city: 'Las Palmas', province: null }),
];

/** Returns what a writer makes of an invoice; null if its format cannot express the invoice. */
export function writeIfExpressible(write: () => string): string | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof NotExpressible) return null;
    throw error;
  }
}

/**
 * Generates random accepted invoices of both versions that a format can express, as written.
 * @param documents with what the format requires beyond the rules of the API.
 */
export function writtenDocuments(
  write: Write,
  documents: fc.Arbitrary<InvoiceDocument> = acceptedDocuments,
): fc.Arbitrary<Written> {
  return fc
    .tuple(documents, fc.constantFrom(...PROFILES))
    .map(([document, profile]) => ({ document, xml: writeIfExpressible(() => write(document, profile)) }))
    .filter((written): written is Written => written.xml !== null);
}
