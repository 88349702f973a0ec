/**
 * The formats of electronic invoices in the order of answers, with the media type and the extension
 * of their files. XML is in UTF-8.
 */
export const FORMATS = {
  ubl: { mediaType: 'application/xml', extension: 'xml' },
  cii: { mediaType: 'application/xml', extension: 'xml' },
  facturae: { mediaType: 'application/xml', extension: 'xsig' },
  hybrid: { mediaType: 'application/pdf', extension: 'pdf' },
} as const;
export type ElectronicFormat = keyof typeof FORMATS;
export const ELECTRONIC_FORMATS = Object.keys(FORMATS) as readonly ElectronicFormat[];

/** What the formats are, for the API reference. */
export const ABOUT_FORMATS =
  '`ubl` is UBL 2.1 and `cii` is CII D16B, both by EN 16931. `facturae` is Facturae 3.2.2, signed. `hybrid` is the PDF with the invoice as CII in it (Factur-X, ZUGFeRD).';

/**
 * The profiles of UBL: EN 16931 alone, Peppol BIS Billing 3.0, and UBL 2.5 for AEAT's public solution
 * of electronic invoices (SPFE).
 */
export const UBL_PROFILES = ['cen', 'peppol', 'spfe'] as const;
/** Those of version 1 of the API. */
export const PROFILES_OF_V1 = ['cen', 'peppol'] as const satisfies readonly UblProfileName[];
export type UblProfileName = (typeof UBL_PROFILES)[number];

/** What the profile for the SPFE was judged by, for the API reference. */
export const ABOUT_SPFE =
  "`spfe` is UBL 2.5 by Annex I of Orden HAC/1028/2026. It is valid against OASIS's schema of UBL 2.5; AEAT had not published its rules (Schematron), so no file is known to be admissible, and nothing is sent.";

/** Names a format with its profile, as a request does: `ubl?profile=peppol`. */
export function nameProfile(format: ElectronicFormat, profile: UblProfileName): string {
  return format === 'ubl' && profile !== 'cen' ? `ubl?profile=${profile}` : format;
}
