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

/** The profiles of UBL: EN 16931 alone, and Peppol BIS Billing 3.0. */
export const UBL_PROFILES = ['cen', 'peppol'] as const;
export type UblProfileName = (typeof UBL_PROFILES)[number];
