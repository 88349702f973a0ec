import { INVOICE_TYPES, LANGUAGES } from '../../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { LONG } from '../../support/long.ts';
import { buildDocument, buildLine, buildPrintable, buildProfile } from './build-invoice.ts';

/** A red dot, 8 × 8. */
const LOGO = {
  mediaType: 'image/png',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
} as const;
const RECTIFIED = { number: 'F2026-0001', issueDate: '2026-10-02' };
const LONG_NOTE = 'Mantenimiento preventivo y correctivo de instalaciones térmicas y eléctricas. '.repeat(25);

export const buildLines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildLine({
      concept: `Pieza mecanizada, plano ${1000 + index}`,
      units: String(index + 1),
      discountPercent: index % 4 === 0 ? '5' : null,
      notes: index % 5 === 2 ? `Nota de la pieza ${index}` : null,
    }),
  );

/** A document with every kind of tax, a withholding, payment information and texts. */
export const MENTIONED = buildDocument({
  lines: [
    buildLine({ rate: '21' }),
    buildLine({ rate: '10', withholdingRate: '15' }),
    buildLine({ exemptionCode: 'E5', operationKey: null, rate: null }),
    buildLine({ operationKey: 'S2', rate: null }),
    buildLine({ regime: '07' }),
  ],
  dueDate: '2026-12-20',
  operationDate: '2026-11-02',
  paymentMethod: 'bank_transfer',
  paymentMethodInfo: 'Banco Ejemplo\nES9121000418450200051332 BIC CAIXESBB',
  description: 'Obras del segundo semestre',
  footerNote: 'Gracias.\nHasta pronto.',
});

/** Invoices whose pages together have every part that a page can have. */
export const PAGES_OF_EVERY_KIND = {
  ...Object.fromEntries(
    INVOICE_TYPES.map((type) => {
      const rectified = type === 'F1' || type === 'F2' ? null : RECTIFIED;
      return [`type ${type}`, buildPrintable({ type, rectified, dueDate: '2026-12-20' })];
    }),
  ),
  ...Object.fromEntries(
    LANGUAGES.map((language) => [
      `mentions, taxes, withholding and notes in ${language}`,
      buildPrintable(MENTIONED, { issuerProfile: buildProfile({ language, accent: '#1a5276', logo: LOGO }) }),
    ]),
  ),
  'hundreds of lines': buildPrintable({ lines: buildLines(LONG ? 1000 : 250) }),
  'neither recipient, profile nor QR': buildPrintable(
    { type: 'F2', recipient: null },
    { issuerProfile: null, qrUrl: null },
  ),
  'an annulled invoice': buildPrintable({ description: 'De cliente' }, { annulledOn: '2026-11-21' }),
  'rows that break across pages': buildPrintable({
    lines: Array.from({ length: 4 }, () => buildLine({ concept: 'Obra', notes: LONG_NOTE.repeat(3).trim() })),
    footerNote: LONG_NOTE.repeat(6).trim(),
  }),
  'prices with tax': buildPrintable({ lines: [buildLine({ regime: '03' }), buildLine({ regime: '05' })] }),
} satisfies Readonly<Record<string, PrintableInvoice>>;
