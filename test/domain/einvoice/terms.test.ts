import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import type { EInvoice } from '../../../src/domain/einvoice/terms.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { buildInvoiceSection } from '../../../src/render/template/invoice-section.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { buildPrintable, buildProfile } from '../../render/support/build-invoice.ts';
import { completeForFacturae } from '../support/facturae-documents.ts';
import { textAt } from '../support/facturae-rules.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2, lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';

const CONTEXT = { organizationName: 'Talleres Ñandú SL', today: TODAY } as const;

function issue(changes: InvoiceInput): InvoiceDocument {
  const preparation = prepareInvoice(buildV2(changes), CONTEXT);
  if (preparation.kind === 'refused') throw new Error(JSON.stringify(preparation));
  return preparation.invoice.document;
}

const express = (changes: InvoiceInput): EInvoice => buildTerms(issue(changes), buildProfile());
const categories = ({ 'BG-23': all }: EInvoice) =>
  all.map((one) => [one.tax.category, one.tax.rate, one['BT-116'], one['BT-117'], one['BT-121']]);

const GERMAN = {
  name: 'Kunde GmbH',
  document_type: 'eu_vat',
  document_number: 'DE123456789',
  country_code: 'DE',
  address: 'Hauptstraße 1',
} as const;

describe('the terms of an invoice', () => {
  it.each<[what: string, changes: InvoiceInput, expected: unknown[]]>([
    ['21 % of IVA', {}, [['S', '21', '100.00', '21.00', undefined]]],
    ['0 % of IVA', { lines: [lineV2({ tax_rate: 0 })] }, [['Z', '0', '100.00', '0.00', undefined]]],
    [
      'a reverse charge',
      { lines: [lineV2({ tax_operation_key: 'S2', tax_rate: null })] },
      [['AE', '0', '100.00', '0.00', 'VATEX-EU-AE']],
    ],
    [
      'an exemption by article 20',
      { lines: [lineV2({ tax_exemption_code: 'E1', tax_rate: null })] },
      [['E', '0', '100.00', '0.00', undefined]],
    ],
    [
      'an export',
      { lines: [lineV2({ tax_regime: '02', tax_exemption_code: 'E2', tax_rate: null })] },
      [['G', '0', '100.00', '0.00', 'VATEX-EU-G']],
    ],
    [
      'an intra-Community supply',
      { recipients: [GERMAN], lines: [lineV2({ tax_exemption_code: 'E5', tax_rate: null })] },
      [['K', '0', '100.00', '0.00', 'VATEX-EU-IC']],
    ],
    [
      'an operation that is not subject',
      { lines: [lineV2({ tax_operation_key: 'N1', tax_rate: null })] },
      [['O', undefined, '100.00', '0.00', 'VATEX-EU-O']],
    ],
    [
      'a service to a business of another member state',
      { recipients: [GERMAN], lines: [lineV2({ tax_operation_key: 'N2', tax_rate: null })] },
      [['AE', '0', '100.00', '0.00', 'VATEX-EU-AE']],
    ],
    ...(
      [
        [undefined, 'VATEX-EU-F'],
        ['art', 'VATEX-EU-I'],
        ['collectors_items', 'VATEX-EU-J'],
      ] as const
    ).map(
      ([kind, vatex]) =>
        [
          `second-hand goods of the kind ${kind}`,
          { lines: [lineV2({ tax_regime: '03', margin: 10, ...(kind && { second_hand_kind: kind }) })] },
          [['E', '0', '100.00', '0.00', vatex]],
        ] satisfies [string, InvoiceInput, unknown],
    ),
    [
      'second-hand goods of two kinds, which have no code in common',
      {
        lines: [
          lineV2({ tax_regime: '03', margin: 10, second_hand_kind: 'art' }),
          lineV2({ tax_regime: '03', margin: 10 }),
        ],
      },
      [['E', '0', '200.00', '0.00', undefined]],
    ],
    [
      'IGIC',
      { lines: [lineV2({ tax_type: 'igic', tax_rate: 7 })] },
      [['L', '7', '100.00', '7.00', undefined]],
    ],
    [
      'IPSI',
      { lines: [lineV2({ tax_type: 'psi', tax_rate: 4 })] },
      [['M', '4', '100.00', '4.00', undefined]],
    ],
    [
      'the recargo de equivalencia, whose rate is added to that of the tax',
      { lines: [lineV2({ equivalence_surcharge_rate: 5.2 })] },
      [['S', '26.2', '100.00', '26.20', undefined]],
    ],
    [
      'a margin, whose tax is not shown',
      { lines: [lineV2({ tax_regime: '05', margin: 20 })] },
      [['E', '0', '100.00', '0.00', 'VATEX-EU-D']],
    ],
    [
      'regimes 01 and 07 with the same rate, which are one breakdown with the sum of their taxes',
      { lines: [lineV2({ unit_price: 0.35 }), lineV2({ unit_price: 0.35, tax_regime: '07' })] },
      [['S', '21', '0.70', '0.14', undefined]],
    ],
  ])('have the category and the amounts of %s', (_what, changes, expected) => {
    expect(categories(express(changes))).toEqual(expected);
  });

  it('keep the total of the document beside a withholding, suplidos and a deposit, which they describe', () => {
    const terms = express({
      lines: [lineV2({ income_tax_withholding_rate: 15 })],
      total_reimbursable_expenses_amount: 50,
      prepaid_amount: 20,
    });
    expect([terms['BT-112'], terms['BT-113'], terms['BT-115']]).toEqual(['121.00', '20.00', '101.00']);
    const sentence =
      'Retención 15 % s/ 100,00 €: −15,00 €. Suplidos (art. 78.Tres.3.º LIVA): 50,00 €. Anticipos: −20,00 €. Líquido a percibir: 136,00 €.';
    expect(terms['BT-20']).toContain(sentence);
    expect(terms['BT-22']).toContain(sentence);
  });

  it('state the withholding less the allowances, as the page and Facturae do', () => {
    const document = issue({
      lines: [lineV2({ unit_price: 1000, income_tax_withholding_rate: 15 }), lineV2({ unit_price: 50 })],
      allowances: [{ reason: 'Descuento', percent: 10, tax_rate: 21 }],
    });
    expect(document.totals.withholdings).toEqual([{ rate: '15', base: '900.00', amount: '135.00' }]);
    expect(buildTerms(document, buildProfile())['BT-20']).toContain('Retención 15 % s/ 900,00 €: −135,00 €.');
    const xml = writeFacturae(completeForFacturae(document), buildProfile());
    const read = (path: string) => textAt(xml, path);
    expect(read('//Invoice/TaxesWithheld/Tax/TaxableBase/TotalAmount')).toBe('900.00');
    expect(read('//Invoice/TaxesWithheld/Tax/TaxAmount/TotalAmount')).toBe('135.00');
    expect(read('//TotalTaxesWithheld')).toBe('135.00');
    const page = String(
      buildInvoiceSection(buildPrintable(document), 'many', { mark: 'x-invoice:1', logoClass: null }),
    );
    expect(page).toMatch(/900,00.*135,00/s);
  });

  it('have a due amount of zero if the invoice is paid', () => {
    const terms = express({ paid: true });
    expect([terms['BT-113'], terms['BT-115']]).toEqual(['121.00', '0.00']);
  });

  it('have no VAT identifiers where the category forbids them, and the NIF instead', () => {
    const terms = express({ lines: [lineV2({ tax_operation_key: 'N1', tax_rate: null })] });
    expect(terms['BG-4']).toMatchObject({ 'BT-32': 'B12345674' });
    expect(terms['BG-4']).not.toHaveProperty('BT-31');
    expect(terms['BG-7']).toMatchObject({ 'BT-47': RECIPIENT_V2.document_number });
    expect(terms['BG-7']).not.toHaveProperty('BT-48');
  });

  it('have a positive price and a negative quantity for a line with a negative price', () => {
    const [line] = express({ lines: [lineV2({ unit_price: -10, units: 2 }), lineV2()] })['BG-25'];
    expect([line!['BT-129'], line!['BT-146'], line!['BT-131']]).toEqual(['-2', '10', '-20.00']);
  });

  it('state a discount so that quantity, price and allowance give the net amount', () => {
    const [line] = express({ lines: [lineV2({ units: 3, unit_price: 33.335, discount_percent: 12.5 })] })[
      'BG-25'
    ];
    expect(line).toMatchObject({
      'BT-131': '87.50',
      allowancesAndCharges: [
        { isCharge: false, amount: '12.51', base: '100.01', percent: '12.5', reason: 'Descuento' },
      ],
    });
  });
});
