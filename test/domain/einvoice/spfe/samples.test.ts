import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../../src/contracts/issuer-profile.ts';
import { prepareSpfe } from '../../../../src/domain/einvoice/spfe/write-spfe.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';
import { openSyntaxSchema } from '../../support/en16931-judge.ts';
import { hasEinvoiceFacts, hasSpfeFacts, spfePath } from '../../support/shared-facts.ts';

/*
 * The sample invoices of the public solution, written by hand from the Orden, apart from blanks and
 * from sentences, whose wording is the issuer's.
 */

/** Notes, reasons and terms of payment, and the name of a province in two languages. */
const SENTENCES = [
  /<cac:Annotation>.*?<\/cac:Annotation>/g,
  /<cac:PaymentTerms>.*?<\/cac:PaymentTerms>/g,
  /<cbc:TaxExemptionReason>.*?<\/cbc:TaxExemptionReason>/g,
  /(?<=<cbc:DocumentTypeCode>R[1-4]<\/cbc:DocumentTypeCode>)<cbc:DocumentDescription>.*?<\/cbc:DocumentDescription>/g,
  /\/València/g,
];
const withoutSentences = (xml: string) =>
  SENTENCES.reduce((text, sentence) => text.replaceAll(sentence, ''), xml);

const read = (name: string) =>
  readFileSync(spfePath(`samples/${name}`), 'utf8')
    .replaceAll(/<!--[^]*?-->/g, '')
    .trim()
    .replaceAll(/>\s+</g, '><');
const write = (xml: string) => xml.trim().replaceAll(/>\s+</g, '><');

const COMPANY = {
  name: 'Construcciones Ejemplo, S.A.',
  documentType: 'nif',
  documentNumber: 'A12345674',
  countryCode: 'ES',
  address: 'Calle Mayor 1',
  postalCode: '41001',
  city: 'Sevilla',
} as const;
const RETAILER = {
  ...COMPANY,
  name: 'Ana Ejemplo',
  documentNumber: '12345678Z',
  address: 'Calle del Ejemplo 10, 2.º B',
  postalCode: '28001',
  city: 'Madrid',
} as const;
const ISSUER = { nif: 'B12345674', name: 'Empresa Ejemplo, S.L.' };
const TRANSFER = {
  iban: 'ES9121000418450200051332',
  bic: null,
  mandateReference: null,
  creditorId: null,
  terms: null,
  due: [],
};
const SELLER: Partial<IssuerProfile> = {
  address: 'Avenida del Ejemplo 10',
  postalCode: '28001',
  city: 'Madrid',
  province: null,
  email: null,
  phone: null,
  registryNote: 'Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1',
};
const PERSON: Partial<IssuerProfile> = {
  ...SELLER,
  address: 'Calle del Ejemplo 10, 2.º B',
  registryNote: null,
  phone: '+34 910 000 000',
  email: 'ana@example.com',
};
const qrOf = (nif: string, number: string, day: string, total: string) =>
  `https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=${nif}&numserie=${encodeURIComponent(number)}&fecha=${day}&importe=${total}`;

type Sample = {
  readonly file: string;
  readonly document: InvoiceDocument;
  readonly profile: Partial<IssuerProfile>;
  readonly qrUrl: string;
  readonly isCopy: boolean;
};

const SAMPLES: readonly Sample[] = [
  {
    file: '01-withholding-suplidos.xml',
    document: buildDocument({
      number: 'F-2028/0008',
      issueDate: '2028-10-16',
      operationDate: '2028-10-10',
      dueDate: '2028-11-15',
      issuer: { nif: '12345678Z', name: 'Ana Ejemplo' },
      recipient: COMPANY,
      references: { buyer: 'OBRA-17' },
      paymentMethod: 'bank_transfer',
      payment: TRANSFER,
      lines: [
        buildLine({
          concept: 'Asesoramiento',
          units: '8',
          unitPrice: '125.00',
          unitCode: 'HUR',
          withholdingRate: '15',
        }),
      ],
      totals: { reimbursableExpenses: '35.50' },
      footerNote: 'Gracias por su confianza.',
    }),
    profile: PERSON,
    qrUrl: qrOf('12345678Z', 'F-2028/0008', '16-10-2028', '1210.00'),
    isCopy: false,
  },
  {
    file: '02-corrective-differences.xml',
    document: buildDocument({
      number: 'R-2027/0012',
      type: 'R1',
      issueDate: '2027-11-22',
      issuer: ISSUER,
      recipient: COMPANY,
      rectification: {
        method: 'differences',
        reason: 'Devolución de dos unidades',
        invoices: [{ issuerNif: ISSUER.nif, number: 'F-2027/0911', issueDate: '2027-11-08' }],
      },
      lines: [buildLine({ concept: 'Lámpara', units: '-2', unitPrice: '100.00' })],
    }),
    profile: SELLER,
    qrUrl: qrOf(ISSUER.nif, 'R-2027/0012', '22-11-2027', '-242.00'),
    isCopy: true,
  },
  {
    file: '03-corrective-substitution.xml',
    document: buildDocument({
      number: 'R-2027/0013',
      type: 'R4',
      issueDate: '2027-11-23',
      dueDate: '2027-12-23',
      issuer: ISSUER,
      recipient: RETAILER,
      rectification: {
        method: 'substitution',
        reason: 'Precio unitario equivocado',
        invoices: [{ issuerNif: ISSUER.nif, number: 'F-2027/0912', issueDate: '2027-11-09' }],
        replaced: { base: '100.00', tax: '21.00', surcharge: '5.20' },
      },
      paymentMethod: 'bank_transfer',
      payment: TRANSFER,
      lines: [buildLine({ concept: 'Bombilla', units: '100', unitPrice: '0.80', surchargeRate: '5.2' })],
    }),
    profile: SELLER,
    qrUrl: qrOf(ISSUER.nif, 'R-2027/0013', '23-11-2027', '100.96'),
    isCopy: true,
  },
  {
    file: '04-f3-388.xml',
    document: buildDocument({
      number: 'F-2028/0031',
      type: 'F3',
      issueDate: '2028-10-10',
      operationDate: '2028-10-02',
      issuer: ISSUER,
      recipient: COMPANY,
      replaces: ['T-2028/0001', 'T-2028/0002'].map((number) => ({
        issuerNif: ISSUER.nif,
        number,
        issueDate: '2028-10-02',
      })),
      paymentMethod: 'credit_card',
      paid: true,
      payment: { ...TRANSFER, iban: null, paidOn: '2028-10-02' },
      lines: [
        buildLine({ concept: 'Material de oficina', unitPrice: '100.00' }),
        buildLine({ concept: 'Menú', units: '5', unitPrice: '10.00', rate: '10' }),
      ],
    }),
    profile: SELLER,
    qrUrl: qrOf(ISSUER.nif, 'F-2028/0031', '10-10-2028', '176.00'),
    isCopy: false,
  },
  {
    file: '05-reverse-charge.xml',
    document: buildDocument({
      number: 'F-2027/0950',
      issueDate: '2027-11-30',
      dueDate: '2027-12-30',
      issuer: { nif: COMPANY.documentNumber, name: COMPANY.name },
      recipient: {
        ...COMPANY,
        name: 'Promotora Ejemplo, S.L.',
        documentNumber: 'B87654323',
        address: 'Calle Nueva 5',
        postalCode: '46001',
        city: 'Valencia',
      },
      issuedBy: {
        role: 'third_party',
        name: ISSUER.name,
        documentType: 'nif',
        documentNumber: ISSUER.nif,
        countryCode: 'ES',
      },
      paymentMethod: 'bank_transfer',
      payment: TRANSFER,
      lines: [
        buildLine({ concept: 'Ejecución de obra', unitPrice: '5000.00', operationKey: 'S2', rate: null }),
      ],
    }),
    profile: {
      ...SELLER,
      address: COMPANY.address,
      postalCode: COMPANY.postalCode,
      city: COMPANY.city,
      registryNote: 'Registro Mercantil de Sevilla, tomo 2, folio 2, hoja SE-2',
    },
    qrUrl: qrOf(COMPANY.documentNumber, 'F-2027/0950', '30-11-2027', '5000.00'),
    isCopy: false,
  },
  {
    file: '06-lease-cadastral.xml',
    document: buildDocument({
      number: 'A-2027/0011',
      issueDate: '2027-11-01',
      dueDate: '2027-11-05',
      issuer: ISSUER,
      recipient: COMPANY,
      period: { start: '2027-11-01', end: '2027-11-30' },
      paymentMethod: 'bank_remittance',
      payment: TRANSFER,
      lines: [
        buildLine({
          concept: 'Renta del local',
          unitPrice: '1000.00',
          unitCode: 'MON',
          regime: '11',
          withholdingRate: '19',
          property: { situation: '1', cadastralReference: '9872023VH5797S0001WX' },
        }),
      ],
    }),
    profile: SELLER,
    qrUrl: qrOf(ISSUER.nif, 'A-2027/0011', '01-11-2027', '1210.00'),
    isCopy: true,
  },
];

describe.runIf(hasSpfeFacts)('a sample of the public solution', () => {
  it.each(SAMPLES)('is what the engine writes of that invoice: $file', ({ file, profile, ...source }) => {
    const xml = prepareSpfe({ ...source, profile: buildProfile(profile) })();
    expect(withoutSentences(write(xml))).toBe(withoutSentences(read(file)));
  });
});

describe.runIf(hasSpfeFacts && hasEinvoiceFacts)('every sample invoice of the public solution', () => {
  it('conforms to the schema by which the engine is judged', () => {
    using schema = openSyntaxSchema('ubl25');
    const files = readdirSync(spfePath('samples')).filter((name) => /^[0-9].*\.xml$/.test(name));
    expect(files).toHaveLength(6);
    for (const name of files)
      expect(() => schema.check(readFileSync(spfePath(`samples/${name}`), 'utf8'))).not.toThrow();
  });
});
