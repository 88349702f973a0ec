/** The formats of electronic invoices, in the order in which answers list them. */
export const ELECTRONIC_FORMATS = ['ubl', 'cii', 'facturae', 'hybrid'] as const;
export type ElectronicFormat = (typeof ELECTRONIC_FORMATS)[number];
