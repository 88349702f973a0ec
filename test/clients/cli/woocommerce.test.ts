import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cells, readRows as read } from '../support/read-rows.ts';

const WOO: Cells = {
  order_id: '31',
  order_number: '31',
  date: '2026-11-18 10:00:00',
  status: 'completed',
  payment_method: 'redsys',
  shipping_total: '3.31',
  shipping_tax_total: '0.69',
  fee_total: '0.00',
  fee_tax_total: '0.00',
  tax_total: '7.61',
  discount_total: '0.00',
  order_total: '43.90',
  refunded_total: '0.00',
  order_currency: 'EUR',
  shipping_method: 'Precio fijo',
  billing_first_name: 'Ana',
  billing_last_name: 'Ejemplo',
  billing_company: '',
  vat_number: '',
  billing_country: 'ES',
  billing_postcode: '28013',
  shipping_country: 'ES',
  shipping_postcode: '28013',
  item_name: 'Camiseta',
  item_sku: 'SKU-1',
  item_quantity: '2',
  item_subtotal: '32.98',
  item_subtotal_tax: '6.92',
  item_total: '32.98',
  item_total_tax: '6.92',
  item_refunded: '0',
  item_refunded_qty: '0',
  tax_items: 'id:5|rate_id:1|code:ES-IVA-1|title:IVA|total:7.61|compound:',
};
const COFFEE: Cells = {
  ...WOO,
  item_name: 'Café',
  item_quantity: '1',
  item_subtotal: '10.00',
  item_subtotal_tax: '1.00',
  item_total: '10.00',
  item_total_tax: '1.00',
};

describe('an order of WooCommerce', () => {
  it('becomes an invoice with the sum of price and tax, and finds the rate of each row by them', async () => {
    const rows = [WOO, COFFEE].map((row) => ({ ...row, order_total: '54.90' }));
    const { invoices } = await read('woocommerce', rows);
    expect(invoices).toMatchObject([
      {
        number_serie: 'T-001',
        recipient_legal_name: 'Ana Ejemplo',
        prices_include_tax: true,
        total: '54.90',
        lines: [
          { concept: 'Camiseta', units: '2', unit_price: '19.95', tax_rate: '21' },
          { concept: 'Café', units: '1', unit_price: '11.00', tax_rate: '10' },
          { concept: 'Precio fijo', unit_price: '4.00', tax_rate: '21' },
        ],
      },
    ]);
  });

  it('states the discount of each row', async () => {
    const row = { ...WOO, item_total: '29.68', item_total_tax: '6.23', order_total: '39.91' };
    const { invoices } = await read('woocommerce', [row]);
    expect(invoices[0]!.lines![0]).toMatchObject({
      unit_price: '19.95',
      allowances: [{ reason: 'según pedido', amount: '3.99' }],
    });
  });

  it('charges a retailer the recargo de equivalencia that its tax contains', async () => {
    const row = {
      ...WOO,
      item_subtotal_tax: '8.64',
      item_total_tax: '8.64',
      shipping_tax_total: '0.87',
      vat_number: '12345678Z',
    };
    const { invoices } = await read('woocommerce', [{ ...row, order_total: '45.80' }]);
    expect(invoices[0]).toMatchObject({
      invoice_type: 'F1',
      lines: [
        { tax_rate: '21', equivalence_surcharge_rate: '5.2' },
        { tax_rate: '21', equivalence_surcharge_rate: '5.2' },
      ],
    });
  });

  it.each([
    ['to the Canary Islands', { shipping_postcode: '38001' }, { tax_regime: '02', tax_exemption_code: 'E2' }],
    [
      'to another country',
      { shipping_country: 'CH', shipping_postcode: '8001' },
      { tax_exemption_code: 'E2' },
    ],
    [
      'to a company in another member state',
      { shipping_country: 'DE', vat_number: 'DE123456789' },
      { tax_exemption_code: 'E5' },
    ],
  ])('without tax %s is exempt', async (_, changes, members) => {
    const none = {
      shipping_tax_total: '0',
      item_subtotal_tax: '0',
      item_total_tax: '0',
      order_total: '36.29',
    };
    const { invoices } = await read('woocommerce', [{ ...WOO, ...none, ...changes }]);
    expect(invoices[0]!.lines).toMatchObject([members, members]);
  });

  it('has the VAT of another member state, whose rate stands in the code and in the title of the tax', async () => {
    const oss = {
      shipping_country: 'FR',
      shipping_postcode: '31000',
      item_subtotal_tax: '6.60',
      item_total_tax: '6.60',
      shipping_tax_total: '0.66',
      order_total: '43.55',
      tax_items: 'id:5|rate_id:9|code:FR-TVA 20%-1|title:TVA 20%|total:7.26|compound:',
    };
    const { invoices } = await read('woocommerce', [{ ...WOO, ...oss }], { oss: true });
    const tax = { tax_type: 'oss', tax_country: 'FR', tax_rate: '20' };
    expect(invoices[0]).toMatchObject({ total: '43.55', lines: [tax, tax] });
  });

  it.each([
    ['of an extension', { billing_nif: 'A12345674' }, {}, 'A12345674'],
    ['of the order as metadata', { 'meta:_billing_nif': 'A12345674' }, {}, 'A12345674'],
    [
      'in the note, if the map says so',
      { customer_note: 'Factura a: A-12345674, gracias' },
      { document_in_note: true },
      'A12345674',
    ],
    [
      'in the name of the company, if the map says so',
      { billing_company: 'Ejemplo SL (B12345674)' },
      { document_in_note: true },
      'B12345674',
    ],
  ])('identifies the buyer by a field %s', async (_, changes, map, number) => {
    const { invoices } = await read('woocommerce', [{ ...WOO, ...changes }], map);
    expect(invoices[0]).toMatchObject({ invoice_type: 'F1', recipient_document_number: number });
  });

  it('whose note contains a document is refused until the map says what it is', async () => {
    const rows = [{ ...WOO, customer_note: 'NIF 12.345.678-Z' }];
    await expect(read('woocommerce', rows)).rejects.toThrow('a note contains 12345678Z');
    const { invoices } = await read('woocommerce', rows, { document_in_note: false });
    expect(invoices[0]).toMatchObject({ invoice_type: 'F2' });
    // A telephone number, an order and a NIF with a wrong letter are no documents.
    const other = { ...WOO, customer_note: 'Tel. 612345678, pedido A1234567, 12345678A' };
    expect((await read('woocommerce', [other])).warnings).toEqual([]);
  });

  it('of a company without a document is a simplified invoice, with a warning', async () => {
    const { invoices, warnings } = await read('woocommerce', [{ ...WOO, billing_company: 'Ejemplo SL' }]);
    expect(invoices[0]).toMatchObject({ invoice_type: 'F2' });
    expect(warnings).toMatchObject([{ row: 2, externalId: '31', code: 'company_without_document' }]);
  });

  it('is rectified by the rows that were paid back', async () => {
    const rows = [
      { ...WOO, item_refunded: '16.49', item_refunded_qty: '-1' },
      { ...COFFEE, item_refunded: '10.00', item_refunded_qty: '-1' },
    ].map((row) => ({ ...row, order_total: '54.90', refunded_total: '30.95' }));
    const { invoices } = await read('woocommerce', rows);
    expect(invoices[1]).toMatchObject({
      invoice_type: 'R5',
      total: '-30.95',
      lines: [
        { concept: 'Camiseta', units: '-1', unit_price: '19.95', tax_rate: '21' },
        { concept: 'Café', units: '-1', unit_price: '11.00', tax_rate: '10' },
      ],
    });
  });

  it.each<[name: string, changes: Cells, message: RegExp]>([
    ['an unpaid status', { status: 'on-hold' }, /"skip": \{"status": \["on-hold"\]\}/],
    ['a tax that no rate explains', { item_total_tax: '5.00' }, /does not follow from any rate/],
    [
      'a refund that no row explains',
      { refunded_total: '7.00' },
      /was paid back, and the export does not say for which rows/,
    ],
  ])('with %s is refused', async (_, changes, message) => {
    const rows = [WOO, COFFEE].map((row) => ({ ...row, order_total: '54.90', ...changes }));
    await expect(read('woocommerce', rows)).rejects.toThrow(message);
  });
});

it('an order whose cells are changed becomes an invoice or is refused by its row', async () => {
  const column = fc.constantFrom(...Object.keys(WOO));
  const cell = fc.oneof(
    fc.constantFrom('', '0', '-1', '1e9', '0.001', 'x', '99999999999', 'ES', 'US', '35001', 'Infinity'),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(column, cell, async (name, value) => {
      const reading = read('woocommerce', [{ ...WOO, [name]: value }]);
      const refused = await reading.then(
        () => null,
        (error: Error) => error,
      );
      expect(
        refused === null ||
          /^The table has an error:\n {2}row 2, |^row 2 names no order/.test(refused.message),
      ).toBe(true);
    }),
    { numRuns: 300 },
  );
});
