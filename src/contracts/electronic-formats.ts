/** The formats of electronic invoices, in the order in which answers list them. */
export const ELECTRONIC_FORMATS = ['ubl', 'cii', 'facturae', 'hybrid'] as const;
export type ElectronicFormat = (typeof ELECTRONIC_FORMATS)[number];

/** The media types of the formats. XML is in UTF-8. */
export const MEDIA_TYPES: Readonly<Record<ElectronicFormat, string>> = {
  ubl: 'application/xml',
  cii: 'application/xml',
  facturae: 'application/xml',
  hybrid: 'application/pdf',
};

/** The profiles of UBL: EN 16931 alone, and Peppol BIS Billing 3.0. */
export const UBL_PROFILES = ['cen', 'peppol'] as const;
export type UblProfileName = (typeof UBL_PROFILES)[number];
