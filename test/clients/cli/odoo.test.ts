import { describe, expect, it } from 'vitest';
import { readRows as read } from '../support/read-rows.ts';

/* The headers, types and states of the interface of Odoo, and its technical names. */

const COLUMNS = [
  ['Número', 'Number', 'name'],
  ['Tipo', 'Type', 'move_type'],
  ['Fecha de factura', 'Invoice/Bill Date', 'invoice_date'],
  ['Estado', 'Status', 'state'],
  ['Moneda', 'Currency', 'currency_id'],
  ['Referencia', 'Reference', 'ref'],
  ['Empresa', 'Partner', 'partner_id'],
  ['Empresa/NIF', 'Partner/Tax ID', 'partner_id/vat'],
  ['Empresa/País/Código de país', 'Partner/Country/Country Code', 'partner_id/country_id/code'],
  ['Total en divisa con signo', 'Total in Currency Signed', 'amount_total'],
  ['Reversión de', 'Reversal of', 'reversed_entry_id/name'],
  ['Reversión de/Fecha de factura', 'Reversal of/Invoice/Bill Date', 'reversed_entry_id/invoice_date'],
  ['Líneas de factura/Etiqueta', 'Invoice lines/Label', 'invoice_line_ids/name'],
  ['Líneas de factura/Cantidad', 'Invoice lines/Quantity', 'invoice_line_ids/quantity'],
  ['Líneas de factura/Precio unitario', 'Invoice lines/Unit Price', 'invoice_line_ids/price_unit'],
  ['Líneas de factura/Descuento (%)', 'Invoice lines/Discount (%)', 'invoice_line_ids/discount'],
  ['Líneas de factura/Impuestos', 'Invoice lines/Taxes', 'invoice_line_ids/tax_ids'],
] as const;
const TYPES = [
  ['Factura de cliente', 'Customer Invoice', 'out_invoice'],
  ['Factura rectificativa de cliente', 'Customer Credit Note', 'out_refund'],
] as const;
const STATES = ['Publicado', 'Posted', 'posted'] as const;

const day = '2026-11-20';
const [invoice, note] = ['FV/2026/1', 'RFV/2026/1'];
/**
 * An invoice, a credit note for half of it, and the second line of each. The cells are in the order
 * of the columns.
 */
const listRows = (place: 0 | 1 | 2, reversed: string = invoice) => {
  const entry = (number: string, type: number, total: string, ...reversal: readonly string[]) =>
    [
      number,
      TYPES[type]![place],
      day,
      STATES[place],
      'EUR',
      '',
      'Ejemplo, S.A.',
      'A12345674',
      'ES',
      total,
    ].concat(reversal);
  const nothing = Array<string>(12).fill('');
  return [
    [...entry(note, 1, '-101.35', reversed, reversed && day), 'Lámpara', '1', '50', '10', '21% G,5.2% SE'],
    [...nothing, 'Café', '2', '20', '0', '10% G,1.4% SE'],
    [...entry(invoice, 0, '202.70', '', ''), 'Lámpara', '2', '50', '10', '21% G,5.2% SE'],
    [...nothing, 'Café', '4', '20', '0', '10% G,1.4% SE'],
  ].map((cells) => Object.fromEntries(COLUMNS.map((names, index) => [names[place], cells[index]!])));
};

describe('the entries of Odoo', () => {
  it.each([
    ['Spanish', 0],
    ['English', 1],
    ['technical', 2],
  ] as const)('become an invoice and its rectification, with %s names', async (_, place) => {
    const { invoices } = await read('odoo', listRows(place));
    expect(invoices).toMatchObject([
      { invoice_type: 'F1', number_serie: invoice, issue_date: day, total: '202.70' },
      {
        invoice_type: 'R1',
        number_serie: note,
        total: '-101.35',
        rectification: { method: 'differences', invoices: [{ number_serie: invoice, issue_date: day }] },
        lines: [
          { units: '-1', unit_price: '45.00', tax_rate: '21', equivalence_surcharge_rate: '5.2' },
          { units: '-2', unit_price: '20.00', tax_rate: '10', equivalence_surcharge_rate: '1.4' },
        ],
      },
    ]);
  });

  it('are refused if a credit note does not state what it rectifies, unless columns do', async () => {
    const rows = listRows(1, '');
    await expect(read('odoo', rows)).rejects.toThrow('the export does not state which invoice it rectifies');
    const [first, ...others] = rows;
    const { invoices } = await read('odoo', [
      {
        ...first!,
        'rectification.invoices[0].number_serie': 'FV/2025/9',
        'rectification.invoices[0].issue_date': '2025-12-01',
      },
      ...others,
    ]);
    expect(invoices[1]!.rectification).toMatchObject({
      invoices: [{ number_serie: 'FV/2025/9', issue_date: '2025-12-01' }],
    });
  });

  it.each<[why: string, column: string, cell: string]>([
    ['left out', 'Status', 'Draft'],
    ['not read', 'Invoice lines/Taxes', '77% of nothing'],
    ['not equal to its rows', 'Total in Currency Signed', '999'],
  ])('do not become a rectification of an invoice that is %s', async (_why, column, cell) => {
    const rows = listRows(1);
    const changed = rows.map((row, index) => (index === 2 ? { ...row, [column]: cell } : row));
    await expect(read('odoo', changed)).rejects.toThrow(
      `invoice ${note}: it rectifies ${invoice}, of which this export makes no invoice: correct that one first`,
    );
  });

  it.each([
    ['0% EXEMPT Art.20', '90.00', { tax_exemption_code: 'E1' }],
    ['0% EXEMPT Art.23/24', '90.00', { tax_exemption_code: 'E4' }],
    ['0% RC', '90.00', { tax_operation_key: 'S2' }],
    ['0% EX G', '90.00', { tax_exemption_code: 'E2', tax_regime: '02' }],
    ['20.0% FR TVA', '108.00', { tax_type: 'oss', tax_country: 'FR', tax_rate: '20' }],
    ['25.0% SE VAT', '112.50', { tax_type: 'oss', tax_country: 'SE', tax_rate: '25' }],
    ['21% G,-19% WH lease', '91.80', { tax_rate: '21', income_tax_withholding_rate: '19' }],
  ])('have the taxes that %s means', async (name, total, members) => {
    const [, , row] = listRows(1);
    const { invoices } = await read('odoo', [
      { ...row!, 'Total in Currency Signed': total, 'Invoice lines/Taxes': name },
    ]);
    expect(invoices[0]!.lines).toMatchObject([members]);
  });
});
