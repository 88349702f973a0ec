import { describe, expect, it } from 'vitest';
import { findShop } from '../../../clients/typescript/src/cli/shops/read-shop.ts';
import { type Cells, readRows as read } from '../support/read-rows.ts';
import { SHOPIFY } from '../support/shopify-row.ts';

const NO_TAX: Cells = { Taxes: '0.00', 'Tax 1 Name': '' };

describe('an order of Shopify', () => {
  it('becomes an invoice with the price that the customer saw', async () => {
    const { invoices } = await read('shopify', [SHOPIFY]);
    expect(invoices).toEqual([
      {
        issuer_nif: 'B12345674',
        issue_date: '2026-11-20',
        invoice_type: 'F2',
        order_reference: '7',
        paid: true,
        has_unidentified_recipient: true,
        recipient_legal_name: 'Ana Ejemplo',
        number_serie: 'T-001',
        external_invoice_id: '7',
        operation_date: '2026-11-18',
        prices_include_tax: true,
        total: '43.90',
        lines: [
          { concept: 'Camiseta', item_code: 'SKU-1', units: '2', unit_price: '19.95', tax_rate: '21' },
          { concept: 'Mensajería', units: '1', unit_price: '4.00', tax_rate: '21' },
        ],
      },
    ]);
  });

  it('may have prices without tax', async () => {
    const { invoices } = await read('shopify', [{ ...SHOPIFY, Taxes: '9.22', Total: '53.12' }]);
    expect(invoices[0]).toMatchObject({ total: '53.12', lines: [{ tax_rate: '21' }, { tax_rate: '21' }] });
    expect(invoices[0]).not.toHaveProperty('prices_include_tax');
  });

  it('finds the rate of a tax without a percentage in its name by the amounts', async () => {
    const ten = { ...SHOPIFY, 'Tax 1 Name': 'IVA', Taxes: '3.99' };
    expect((await read('shopify', [ten])).invoices[0]!.lines![1]).toMatchObject({ tax_rate: '10' });
  });

  it('takes columns that are named by members as they are, before everything else', async () => {
    const given = {
      'lines.tax_exemption_code': 'E1',
      recipient_document_number: 'ES A12345674',
      number_serie: 'X/1',
    };
    const order = { ...SHOPIFY, ...NO_TAX, Shipping: '0.00', Total: '39.90', ...given };
    const { invoices } = await read('shopify', [order]);
    expect(invoices[0]).toMatchObject({
      invoice_type: 'F1',
      number_serie: 'X/1',
      recipient_document_type: 'nif',
      lines: [{ tax_exemption_code: 'E1' }],
    });
  });

  it('spreads a discount of the order over the rates of its products', async () => {
    const rows = [
      {
        ...SHOPIFY,
        'Lineitem quantity': '1',
        'Lineitem price': '100.00',
        'lines.tax_rate': '21',
        Subtotal: '180.00',
        Shipping: '0.00',
        Total: '180.00',
        'Discount Amount': '20.00',
        'Discount Code': 'DIEZ',
        'Tax 2 Name': 'IVA 10%',
        Taxes: '23.80',
      },
      {
        Name: '#7',
        'Lineitem name': 'Café',
        'Lineitem quantity': '1',
        'Lineitem price': '100.00',
        'lines.tax_rate': '10',
      },
    ];
    expect((await read('shopify', rows)).invoices[0]!.allowances).toEqual([
      { reason: 'DIEZ', amount: '10.00', tax_rate: '21' },
      { reason: 'DIEZ', amount: '10.00', tax_rate: '10' },
    ]);
  });

  it('that was voided is left out, and one of a status in skip too', async () => {
    const rows = [
      SHOPIFY,
      { ...SHOPIFY, Name: '#8', 'Financial Status': 'voided' },
      { ...SHOPIFY, Name: '#9', 'Financial Status': 'pending' },
      // The further rows of an order have only a product.
      { Name: '#9', 'Lineitem name': 'Café', 'Lineitem quantity': '1', 'Lineitem price': '1.00' },
    ];
    const { invoices, notes } = await read('shopify', rows, { skip: { 'Financial Status': ['pending'] } });
    expect(invoices.map((invoice) => invoice.number_serie)).toEqual(['T-001']);
    expect(notes).toEqual(['row 3, order #8, is left out: its status is voided']);
  });

  const REFUNDED = { ...SHOPIFY, 'Financial Status': 'partially_refunded', 'Refunded Amount': '19.95' };

  it('that was paid back is rectified by the number and issue date of its invoice', async () => {
    const { invoices } = await read('shopify', [REFUNDED]);
    expect(invoices[1]).toMatchObject({
      invoice_type: 'R5',
      number_serie: 'D-001',
      external_invoice_id: '7-refund',
      total: '-19.95',
      prices_include_tax: true,
      rectification: {
        method: 'differences',
        invoices: [{ number_serie: 'T-001', issue_date: '2026-11-20' }],
      },
      lines: [{ units: '-1', unit_price: '19.95', tax_rate: '21' }],
    });
  });

  it('that was invoiced before it was paid back is rectified by the invoice that the engine has', async () => {
    const issued = { number: 'T-2026-7', issueDate: '2026-10-02', total: '43.90' };
    const { invoices } = await read('shopify', [REFUNDED], { constants: {} }, [['7', issued]]);
    expect(invoices[1]!.rectification!.invoices).toEqual([
      { number_serie: 'T-2026-7', issue_date: '2026-10-02' },
    ]);
  });

  it('that goes to a consumer abroad shows the country of the buyer', async () => {
    const abroad = { ...SHOPIFY, ...NO_TAX, 'Billing Country': 'US', 'Shipping Country': 'US' };
    const { invoices } = await read('shopify', [SHOPIFY, { ...abroad, Name: '#8' }]);
    expect(invoices.map((invoice) => invoice.recipient_country_code)).toEqual([undefined, 'US']);
  });

  it.each<[name: string, changes: Cells, message: RegExp, map?: object]>([
    [
      'more paid back than charged',
      { 'Financial Status': 'refunded', 'Refunded Amount': '999.00' },
      /999.00 was paid back, which is more than its total of 43.90/,
    ],
    [
      'an unknown status',
      { 'Financial Status': 'pending' },
      /row 2, order #7: .*"skip": \{"Financial Status": \["pending"\]\}/,
    ],
    ['no postal code', { 'Shipping Zip': '' }, /postal code "" does not say/],
    ['no tax within Spain', NO_TAX, /no tax was charged, and the export does not say why/],
    [
      'no tax on a service abroad',
      { ...NO_TAX, 'Shipping Country': 'US', 'Lineitem requires shipping': 'false' },
      /not everything is shipped/,
    ],
    [
      'no tax and no VAT number in the Union',
      { ...NO_TAX, 'Shipping Country': 'DE' },
      /Add it in a column recipient_document_number/,
    ],
    ['tax on an export', { 'Shipping Zip': '35001' }, /outside of the territory of the IVA/],
    ['IGIC outside of the Canary Islands', { 'Tax 1 Name': 'IGIC 7%' }, /not sent to the Canary Islands/],
    ['the VAT of an unknown state', { 'Shipping Country': 'FR' }, /set "oss" in the map/],
    [
      'a rate of another state that it does not name',
      { 'Shipping Country': 'FR', 'Tax 1 Name': 'TVA' },
      /lines.tax_country and lines.tax_rate/,
      { oss: true },
    ],
    [
      'taxes that no rate explains',
      { Taxes: '7.00' },
      /its taxes of 7.00 do not follow from 21 %. Add the rate/,
    ],
    ['several taxes', { 'Tax 2 Name': 'IVA 10%' }, /does not say which row has which/],
    [
      'an untaxed row in a taxed order',
      { 'Lineitem taxable': 'false' },
      /no tax was charged for "Camiseta" \(row 2\)/,
    ],
    [
      'a surcharge without a document',
      { 'Tax 2 Name': 'RE 5.2%', Taxes: '9.11' },
      /does not identify the retailer/,
    ],
    ['a total that does not add up', { Total: '50.00' }, /add up to Total neither/],
    ['prices that do not add up', { 'Lineitem price': '20.00' }, /do not add up to Subtotal/],
    [
      'nothing that was charged',
      { ...NO_TAX, Subtotal: '0.00', Shipping: '0.00', Total: '0.00', 'Lineitem price': '0.00' },
      /nothing was charged/,
    ],
    ['another currency without its rate', { Currency: 'USD' }, /column exchange_rate/],
    [
      'a large sale to somebody unknown',
      { 'Lineitem price': '2000.00', Subtotal: '4000.00', Total: '4004.00', Taxes: '694.91' },
      /limit of simplified invoices/,
    ],
    ['a wrong amount', { Shipping: '4,00' }, /column Shipping: "4,00" is not an amount/],
    ['a wrong date', { 'Paid at': '18.11.2026' }, /column Paid at: "18.11.2026" is not a date/],
    [
      'a refund of an invoice whose issue date is not known',
      { 'Refunded Amount': '5.00' },
      /add "issue_date"/,
      { constants: {} },
    ],
    [
      'no series for its type',
      {},
      /type F2, and series of the map has none for it/,
      { series: { F1: 'F-1' } },
    ],
    [
      'special rules of VAT',
      { 'Shipping Country': 'IT', 'Shipping Zip': '23041' },
      /special rules of VAT apply to IT 23041/,
    ],
  ])('with %s is refused, and the message says what to add', async (_, changes, message, map = {}) => {
    await expect(read('shopify', [{ ...SHOPIFY, ...changes }], map)).rejects.toThrow(message);
  });
});

describe('the numbers of an export', () => {
  const order = (name: string, date: string, changes: Cells = {}) => ({
    ...SHOPIFY,
    Name: name,
    'Paid at': `${date} 10:00:00 +0100`,
    ...changes,
  });
  const number = async (rows: Cells[], issued: [string, string | null][] = []) => {
    const known = issued.map(([id, own]) => [id, { number: own, issueDate: null, total: null }] as const);
    const { invoices } = await read('shopify', rows, {}, known);
    return invoices.map((invoice) => `${invoice.external_invoice_id} ${invoice.number_serie}`);
  };

  it('are consecutive in each series, in the order of payment', async () => {
    const rows = [
      order('#3', '2026-11-19'),
      order('#2', '2026-11-18', { recipient_document_number: 'A12345674' }),
      order('#1', '2026-11-17', { 'Refunded Amount': '43.90' }),
    ];
    expect(await number(rows)).toEqual(['1 T-001', '1-refund D-001', '2 F-001', '3 T-002']);
  });

  it('are kept by invoices that the engine has, and not given twice', async () => {
    const rows = ['#1', '#2', '#3', '#4'].map((name) => order(name, '2026-11-18'));
    const issued: [string, string | null][] = [
      ['1', 'T-002'],
      ['2', 'OLD-9'],
      ['3', null],
    ];
    expect(await number(rows, issued)).toEqual(['1 T-002', '2 OLD-9', '3 T-001', '4 T-003']);
  });

  it('get more digits when those of the first one do not suffice', async () => {
    const { invoices } = await read('shopify', [order('#1', '2026-11-18'), order('#2', '2026-11-18')], {
      series: { F2: 'T9' },
    });
    expect(invoices.map((invoice) => invoice.number_serie)).toEqual(['T9', 'T10']);
  });
});

describe('a preset', () => {
  it('refuses an unknown shop system, and a table that is not of its shop system', async () => {
    expect(() => findShop('constructor')).toThrow('There is no preset constructor; there are ');
    await expect(read('woocommerce', [SHOPIFY])).rejects.toThrow('The table has no column order_id, status');
  });
});
