import { findTarget } from '../input/targets.ts';
import type { Values } from '../input/write-members.ts';
import { sumOf, UNIT } from './amounts.ts';
import type { Shop } from './shop.ts';
import { type OrderLine, OrderFault, type ShopOrder } from './shop-order.ts';
import type { ShopRow } from './table.ts';

/*
 * The export of Odoo's customer invoices with their lines, with the headers of its English or Spanish interface. Only the first row of an invoice has its members. The taxes of a
 * line have the names of the Spanish localization, such as `21% G` or `21% G,5.2% RE`.
 */

const SOLD: readonly string[] = ['out_invoice', 'customer invoice', 'factura de cliente', 'factura de venta'];
const POSTED: readonly string[] = ['posted', 'publicado', 'registrado'];
const LEFT_OUT: readonly string[] = ['draft', 'borrador', 'cancel', 'cancelled', 'cancelado', 'cancelada'];

export const odoo: Shop = {
  columns: [
    'number',
    'date',
    'status',
    'partner',
    'total',
    'line name',
    'line quantity',
    'line price',
    'line taxes',
  ],
  names: {
    number: ['Número', 'name'],
    date: [
      'Invoice/Bill Date',
      'Invoice Date',
      'Fecha de factura',
      'Fecha de factura/recibo',
      'invoice_date',
    ],
    status: ['Estado', 'state'],
    type: ['Tipo', 'move_type'],
    partner: [
      'Partner',
      'Empresa',
      'Contacto',
      'Cliente',
      'Invoice Partner Display Name',
      'Nombre del contacto en la factura',
      'partner_id',
    ],
    document: ['Partner/Tax ID', 'Empresa/NIF', 'Contacto/NIF', 'Cliente/NIF', 'partner_id/vat'],
    country: [
      'Partner/Country/Country Code',
      'Empresa/País/Código de país',
      'Contacto/País/Código de país',
      'partner_id/country_id/code',
    ],
    postcode: ['Partner/Zip', 'Empresa/C.P.', 'Contacto/C.P.', 'Empresa/Código postal', 'partner_id/zip'],
    city: ['Partner/City', 'Empresa/Ciudad', 'Contacto/Ciudad', 'partner_id/city'],
    street: ['Partner/Street', 'Empresa/Calle', 'Contacto/Calle', 'partner_id/street'],
    currency: ['Moneda', 'currency_id'],
    total: ['Total Signed', 'Total con signo', 'amount_total'],
    'line name': [
      'Invoice lines/Label',
      'Líneas de factura/Etiqueta',
      'Líneas de factura/Descripción',
      'invoice_line_ids/name',
    ],
    'line quantity': ['Invoice lines/Quantity', 'Líneas de factura/Cantidad', 'invoice_line_ids/quantity'],
    'line price': [
      'Invoice lines/Unit Price',
      'Líneas de factura/Precio unitario',
      'invoice_line_ids/price_unit',
    ],
    'line discount': [
      'Invoice lines/Discount (%)',
      'Líneas de factura/Descuento (%)',
      'Líneas de factura/Desc.%',
      'invoice_line_ids/discount',
    ],
    'line taxes': ['Invoice lines/Taxes', 'Líneas de factura/Impuestos', 'invoice_line_ids/tax_ids'],
  },
  foreign: [],
  group(rows) {
    const groups: ShopRow[][] = [];
    for (const row of rows)
      if (row.text('number') !== '' || groups.length === 0) groups.push([row]);
      else groups.at(-1)!.push(row);
    return groups;
  },
  describe: ([head]) => `invoice ${head!.text('number')}`,
  whyLeftOut([head]) {
    const status = head!.text('status').toLowerCase();
    const type = head!.text('type').toLowerCase();
    if (LEFT_OUT.includes(status)) return `its status is ${status}`;
    if (!POSTED.includes(status)) throw new OrderFault(`its status ${JSON.stringify(status)} is unknown`);
    if (type === '' || SOLD.includes(type)) return null;
    throw new OrderFault(
      `it is ${JSON.stringify(type)}, and the export does not state which invoice it rectifies: issue it with a file of your own, with the members of rectification`,
    );
  },
  readOrder,
};

function readOrder(rows: readonly ShopRow[]): ShopOrder {
  const head = rows[0]!;
  // Sections and notes have no quantity.
  const lines = rows
    .filter((row) => row.text('line quantity') !== '' && row.text('line price') !== '')
    .map(readLine);
  const number = head.text('number');
  const members = new Map(head.members(false));
  members.set('number_serie', { target: findTarget('number_serie'), text: JSON.stringify(number) });
  members.set('paid', { target: findTarget('paid'), text: 'false' });
  const date = head.date('date');
  members.set('issue_date', { target: findTarget('issue_date'), text: JSON.stringify(date) });
  const total = head.amount('total');
  return {
    row: head.row,
    number,
    date,
    currency: head.text('currency') || 'EUR',
    includesTax: false,
    lines,
    discount: 0,
    discountReason: 'Descuento',
    taxes: total - sumOf(lines, ({ gross, discount }) => gross - discount),
    taxNames: [],
    taxAmounts: null,
    total,
    refunded: 0,
    buyer: {
      name: head.text('partner'),
      isCompany: false,
      document: head.text('document'),
      address: head.text('street'),
      postalCode: head.text('postcode'),
      city: head.text('city'),
      country: head.text('country').toUpperCase(),
    },
    notes: [head.text('partner')],
    destination: { country: head.text('country').toUpperCase(), postalCode: head.text('postcode') },
    members,
  };
}

function readLine(row: ShopRow): OrderLine {
  const units = row.amount('line quantity') / UNIT;
  const gross = row.amount('line price') * units;
  return {
    row: row.row,
    kind: 'product',
    concept: row.text('line name'),
    itemCode: null,
    units,
    gross,
    discount: Math.round((gross * row.amount('line discount')) / UNIT / 100),
    tax: null,
    isTaxable: true,
    isGoods: null,
    refunded: null,
    members: new Map([...readTaxes(row.text('line taxes')), ...row.members(true)]),
  };
}

type Meaning = readonly [name: RegExp, read: (found: readonly string[]) => Readonly<Record<string, string>>];

const decimal = (rate = '') => String(Number(rate.replace(',', '.')));

/** What the names of taxes mean, in the order in which they are tried. */
const MEANINGS: readonly Meaning[] = [
  [/^(\d+(?:[.,]\d+)?) ?% ?(?:RE\b|recargo)/i, ([, rate]) => ({ equivalence_surcharge_rate: decimal(rate) })],
  [
    /^(?:IRPF )?-?(\d+(?:[.,]\d+)?) ?% ?(?:WHI?\b|IRPF|retenci)/i,
    ([, rate]) => ({ income_tax_withholding_rate: decimal(rate) }),
  ],
  [/^(?:IVA )?0 ?% ?(?:(?:EU|IC) ?G|entregas? intracomunitari)/i, () => ({ tax_exemption_code: 'E5' })],
  [/^(?:IVA )?0 ?% ?(?:EX ?G|exportaci)/i, () => ({ tax_regime: '02', tax_exemption_code: 'E2' })],
  [/^(?:IVA )?0 ?% ?(?:(?:EU|IC|EX) ?S|prestaci[oó]n de servicios)/i, () => ({ tax_operation_key: 'N2' })],
  [
    /^(?:IVA )?(\d+(?:[.,]\d+)?) ?% ?(?:[GS]|IVA|\(?(?:bienes|servicios)\)?)?$/i,
    ([, rate]) => ({ tax_regime: '01', tax_rate: decimal(rate) }),
  ],
  // The one-stop shop: `20.0% FR VAT`.
  [
    /^(\d+(?:[.,]\d+)?) ?% ?(?!ES\b|EU\b|EX\b|IC\b|RE\b|WH)([A-Z]{2})(?: (?:VAT|IVA|TVA))?$/,
    ([, rate, country = '']) => ({ tax_type: 'oss', tax_country: country, tax_rate: decimal(rate) }),
  ],
];

/** Reads the taxes of a line. @throws OrderFault if one of them is unknown. */
function readTaxes(text: string): Values {
  const members = text.split(/(?<!\d),/).flatMap((part) => {
    const name = part.trim();
    if (name === '') return [];
    for (const [form, read] of MEANINGS) {
      const found = form.exec(name);
      if (found !== null) return Object.entries(read(found));
    }
    throw new OrderFault(
      `the tax ${JSON.stringify(name)} is unknown. State what it is in columns of its rows: lines.tax_type, lines.tax_regime, lines.tax_operation_key, lines.tax_exemption_code, lines.tax_rate`,
    );
  });
  return new Map(
    members.map(([name, value]) => {
      const path = `lines.${name}`;
      return [path, { target: findTarget(path), text: JSON.stringify(value) }] as const;
    }),
  );
}
