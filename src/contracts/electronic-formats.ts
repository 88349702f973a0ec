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
