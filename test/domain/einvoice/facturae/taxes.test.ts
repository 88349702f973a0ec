import { describe, expect, it } from 'vitest';
import type { DocumentLine } from '../../../../src/contracts/invoice-document.ts';
import { writeFacturae } from '../../../../src/domain/einvoice/facturae/write-facturae.ts';
import { buildDocument, buildLine, buildProfile } from '../../../render/support/build-invoice.ts';
import { findBrokenRules, textAt, textsAt } from '../../support/facturae-rules.ts';

type Changes = Parameters<typeof buildDocument>[0];

function write(changes: Changes): string {
  const xml = writeFacturae(buildDocument(changes), buildProfile());
  expect(findBrokenRules(xml)).toEqual([]);
  return xml;
}

const S1 = { operationKey: 'S1', exemptionCode: null } as const;
const exempt = (exemptionCode: 'E1' | 'E5' | 'E7') =>
  ({ operationKey: null, exemptionCode, rate: null }) as const;
const not = (operationKey: 'N1' | 'N2') => ({ operationKey, exemptionCode: null, rate: null }) as const;

/**
 * A line of 100 €, with what Facturae states about its tax: type, rate, amount and
 * SpecialTaxableEvent.
 */
const TAXES: readonly [
  what: string,
  line: Partial<DocumentLine>,
  stated: (string | null)[],
  mention?: string,
][] = [
  ['IVA of 21 %', {}, ['01', '21.00', '21.00', null]],
  ['IVA of 0 %', { rate: '0' }, ['01', '0.00', '0.00', null]],
  ['IGIC of 9.5 %', { taxType: 'igic', rate: '9.5' }, ['03', '9.50', '9.50', null]],
  ['IPSI of 4 %', { taxType: 'psi', rate: '4' }, ['02', '4.00', '4.00', null]],
  ['another tax of 7 %', { taxType: 'others', regime: null, rate: '7' }, ['05', '7.00', '7.00', null]],
  ['an exemption', exempt('E1'), ['01', '0.00', '0.00', '01'], 'artículo 20 de la Ley 37/1992'],
  ['an intra-Community supply', exempt('E5'), ['01', '0.00', '0.00', '01'], 'artículo 25 de la Ley 37/1992'],
  [
    'an exemption of the IGIC',
    { taxType: 'igic', regime: '18', ...exempt('E7') },
    ['03', '0.00', '0.00', '01'],
    'artículo 110 de la Ley 4/2012',
  ],
  ['an operation that is not subject', not('N1'), ['01', '0.00', '0.00', '02'], 'no sujeta a IVA'],
  ['an operation elsewhere', not('N2'), ['01', '0.00', '0.00', '02'], 'reglas de localización'],
  [
    'a reverse charge',
    { operationKey: 'S2', rate: '0' },
    ['01', '0.00', '0.00', null],
    'Inversión del sujeto pasivo',
  ],
  [
    'VAT of another member state',
    { taxType: 'oss', regime: '17', ...not('N2'), taxCountry: 'FR', foreignRate: '5.5' },
    ['01', '5.50', '5.50', null],
    'IVA de otro Estado miembro',
  ],
  [
    'the cash criterion',
    { regime: '07' },
    ['01', '21.00', '21.00', null],
    'Régimen especial del criterio de caja',
  ],
  [
    'used goods with a margin, whose tax is not shown',
    { regime: '03', margin: '12.10' },
    ['01', '0.00', '0.00', null],
    'Régimen especial de los bienes usados',
  ],
  [
    'a travel agency with a margin, whose tax is not shown',
    { regime: '05', margin: '12.10' },
    ['17', '0.00', '0.00', null],
    'agencias de viajes',
  ],
];

describe('the tax of a line', () => {
  it.each(TAXES)('is stated with its type, rate and amount: %s', (_what, line, stated, mention) => {
    const xml = write({ lines: [buildLine(line)] });
    for (const place of ['//InvoiceLine', '//Invoice']) {
      const [type, rate, amount] = ['TaxTypeCode', 'TaxRate', 'TaxAmount/TotalAmount'].map((name) =>
        textAt(xml, `${place}/TaxesOutputs/Tax/${name}`),
      );
      expect([type, rate, amount]).toEqual(stated.slice(0, 3));
      expect(textAt(xml, `${place}/TaxesOutputs/Tax/TaxableBase/TotalAmount`)).toBe('100.00');
    }
    expect(textAt(xml, '//SpecialTaxableEventCode')).toBe(stated[3]);
    const reason = textAt(xml, '//SpecialTaxableEventReason');
    expect(reason !== null).toBe(stated[3] !== null);
    expect(reason ?? mention ?? '').toContain(mention ?? '');
    expect(textsAt(xml, '//LegalReference').join(' ')).toMatch(new RegExp(mention ?? '^$'));
  });

  it.each(['03', '05'] as const)('shows nothing of the margin of regime %s', (regime) => {
    expect(write({ lines: [buildLine({ regime, margin: '12.10' })] })).not.toMatch(/12\.10|10\.00|2\.10/);
  });

  it('is taxed with the amount with tax where a margin is not stated, as on the page', () => {
    const xml = write({
      lines: [buildLine({ regime: '03', unitPrice: '10', units: '3', ...S1 })],
      groups: [{ taxType: 'iva', regime: '03', ...S1, rate: '21', base: '30.00', tax: '6.30' }],
    });
    expect(textAt(xml, '//InvoiceLine/GrossAmount')).toBe('36.30');
    expect(textAt(xml, '//TotalTaxOutputs')).toBe('0.00');
    expect(textAt(xml, '//InvoiceTotal')).toBe('36.30');
  });
});

describe('the taxes of an invoice', () => {
  it('are one for each type, rate and surcharge, beside lines that are exempt or not subject', () => {
    const xml = write({
      lines: [
        buildLine(),
        buildLine({ regime: '07' }),
        buildLine({ surchargeRate: '5.2' }),
        buildLine(exempt('E1')),
        buildLine(not('N1')),
        buildLine({ taxType: 'igic', rate: '7' }),
      ],
    });
    const read = (name: string): string[] => textsAt(xml, `//Invoice/TaxesOutputs/Tax/${name}`);
    expect(read('TaxRate')).toEqual(['21.00', '21.00', '0.00', '7.00']);
    expect(read('TaxableBase/TotalAmount')).toEqual(['200.00', '100.00', '200.00', '100.00']);
    expect(read('TaxAmount/TotalAmount')).toEqual(['42.00', '21.00', '0.00', '7.00']);
    expect(read('EquivalenceSurcharge')).toEqual(['5.20']);
    expect(read('EquivalenceSurchargeAmount/TotalAmount')).toEqual(['5.20']);
    expect(textAt(xml, '//TotalTaxOutputs')).toBe('75.20');
    expect(textsAt(xml, '//SpecialTaxableEventCode')).toEqual(['01', '02']);
  });

  it('are charged on the base at cost of a group of entities, beside the base at market price', () => {
    const xml = write({ lines: [buildLine({ regime: '06', costBase: '50.00' }), buildLine()] });
    const read = (name: string): string[] => textsAt(xml, `//Invoice/TaxesOutputs/Tax/${name}/TotalAmount`);
    expect(read('TaxableBase')).toEqual(['100.00', '100.00']);
    expect(read('TaxAmount')).toEqual(['10.50', '21.00']);
    expect(read('SpecialTaxableBase')).toEqual(['50.00']);
    expect(read('SpecialTaxAmount')).toEqual(['10.50']);
  });

  it('are withheld by rate, and reduce InvoiceTotal', () => {
    const xml = write({
      lines: [
        buildLine({ withholdingRate: '15' }),
        buildLine({ withholdingRate: '7' }),
        buildLine({ withholdingRate: '15' }),
      ],
    });
    const read = (name: string): string[] => textsAt(xml, `//Invoice/TaxesWithheld/Tax/${name}`);
    expect(read('TaxRate')).toEqual(['15.00', '7.00']);
    expect(read('TaxAmount/TotalAmount')).toEqual(['30.00', '7.00']);
    expect(textsAt(xml, '//InvoiceLine/TaxesWithheld/Tax/TaxAmount/TotalAmount')).toEqual([
      '15.00',
      '7.00',
      '15.00',
    ]);
    expect(textAt(xml, '//InvoiceTotal')).toBe('326.00');
  });

  it.each([
    ['12345678Z', '04', 'a natural person is the IRPF'],
    ['X1234567L', '04', 'a foreign resident is the IRPF'],
    ['E12345674', '04', 'a comunidad de bienes is that of its members'],
    ['B12345674', '29', 'a company is the Impuesto sobre Sociedades'],
    ['W1234567D', '28', 'an establishment of a non-resident is that of non-residents'],
  ])('withheld from %s has the code %s, because that of %s', (nif, code) => {
    const issuer = { nif, name: 'Ana Prueba' };
    const xml = write({ issuer, lines: [buildLine({ withholdingRate: '15' })] });
    expect(textsAt(xml, '//TaxesWithheld/Tax/TaxTypeCode')).toEqual([code, code]);
  });

  it('are also in euros if the invoice has another currency', () => {
    const xml = write({
      currency: 'USD',
      exchangeRate: '0.9123456789',
      operationDate: '2026-11-18',
      lines: [buildLine({ surchargeRate: '5.2', withholdingRate: '15' })],
    });
    expect(textsAt(xml, '//Batch//EquivalentInEuros')).toEqual(['101.44', '101.44', '101.44']);
    expect(textAt(xml, '//Invoice/TaxesOutputs/Tax/TaxableBase/EquivalentInEuros')).toBe('91.23');
    expect(textAt(xml, '//Invoice/TaxesWithheld/Tax/TaxAmount/EquivalentInEuros')).toBe('13.69');
    expect(textAt(xml, '//ExchangeRate')).toBe('0.91234568');
    expect(textAt(xml, '//ExchangeRateDate')).toBe('2026-11-18');
    expect(textAt(xml, '//TaxCurrencyCode')).toBe('EUR');
    expect(textAt(xml, '//InvoiceAdditionalInformation')).toContain('1 USD = 0,9123456789 €');
  });
});
