import { ELECTRONIC_FORMATS, type ElectronicFormat } from '../../contracts/electronic-formats.ts';
import type { InvoiceDocument, IssuerDetails } from '../../contracts/invoice-document.ts';
import { buildTerms } from './build-terms.ts';
import { writeFacturae } from './facturae/write-facturae.ts';
import { NotExpressible, type FormatStates, type Refusal } from './refusal.ts';
import { writeCii, writeFacturX } from './writers/cii.ts';
import { writePeppol } from './writers/peppol.ts';
import { buildUblInvoiceWriter, CEN } from './writers/ubl.ts';

const writeUbl = buildUblInvoiceWriter(CEN);

/** The profiles of UBL: EN 16931 alone, and Peppol BIS Billing 3.0. */
export const UBL_PROFILES = ['cen', 'peppol'] as const;
export type UblProfileName = (typeof UBL_PROFILES)[number];

/** An issued invoice and its issuer's profile of the time of issue. */
export type Source = { readonly document: InvoiceDocument; readonly profile: IssuerDetails | null };

type Write = (source: Source, profile: UblProfileName) => string;

/** The writers of version 1. Their output for an invoice never changes; a change of the output is a new version (ops/adr/0062). */
const WRITERS: Readonly<Record<ElectronicFormat, Write>> = {
  ubl: ({ document, profile }, name) =>
    name === 'peppol' ? writePeppol(buildTerms(document, profile)) : writeUbl(buildTerms(document, profile)),
  cii: ({ document, profile }) => writeCii(buildTerms(document, profile)),
  facturae: ({ document, profile }) => writeFacturae(document, profile),
  hybrid: ({ document, profile }) => writeFacturX(buildTerms(document, profile)),
};

/**
 * Writes the XML of an invoice: UBL, CII, Facturae without its signature, or the CII that a hybrid PDF contains.
 * @throws NotExpressible with the rule that forbids it.
 */
export function writeXml(format: ElectronicFormat, source: Source, profile: UblProfileName = 'cen'): string {
  return WRITERS[format](source, profile);
}

/** Returns, for each of some formats, why it cannot express an invoice; null if it can. */
export function judgeFormats(
  source: Source,
  formats: readonly ElectronicFormat[] = ELECTRONIC_FORMATS,
): FormatStates {
  return new Map(formats.map((format) => [format, findRefusal(() => writeXml(format, source))]));
}

/** Returns why a document cannot be written; null if it was written. */
export function findRefusal(write: () => string): Refusal | null {
  try {
    write();
    return null;
  } catch (error) {
    if (error instanceof NotExpressible) return error.refusal;
    throw error;
  }
}
