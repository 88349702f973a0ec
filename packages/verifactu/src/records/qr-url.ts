import { formatRecordDate } from './xml.ts';

const BASES = {
  test: 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR',
  production: 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR',
} as const;

export type QrEnvironment = keyof typeof BASES;

/**
 * Builds the URL in the QR code of an invoice (AEAT's QR specification v0.5.0). It has four
 * parameters in this order: the percent-encoded literals of the record.
 * @param invoice `issueDate` is `YYYY-MM-DD`; `total` is ImporteTotal.
 */
export function buildQrUrl(
  environment: QrEnvironment,
  invoice: {
    readonly issuerNif: string;
    readonly number: string;
    readonly issueDate: string;
    readonly total: string;
  },
): string {
  const parameters = {
    nif: invoice.issuerNif,
    numserie: invoice.number,
    fecha: formatRecordDate(invoice.issueDate),
    importe: invoice.total,
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${BASES[environment]}?${query.join('&')}`;
}
