import { findTarget } from '../input/targets.ts';
import type { Values } from '../input/write-members.ts';
import { sumOf, toCents, UNIT } from './amounts.ts';
import { isInUnion } from './places.ts';
import type { Shop } from './shop.ts';
import { type OrderLine, OrderFault, type Rectified, type ShopOrder } from './shop-order.ts';
import type { ShopRow } from './table.ts';

/*
 * The export of Odoo's customer invoices and credit notes with their lines, with the headers of its
 * English or Spanish interface, or with technical names. Only the first row of an invoice has its
 * members. The taxes of a line have the names of the Spanish localization, such as `21% G` or
 * `21% G,5.2% SE`, and those of the module for the one-stop shop.
 */

const SOLD: readonly string[] = ['out_invoice', 'customer invoice', 'factura de cliente', 'factura de venta'];
const RECTIFIED: readonly string[] = [
  'out_refund',
  'customer credit note',
  'credit note',
  'factura rectificativa de cliente',
  'factura rectificativa',
];
const POSTED: readonly string[] = ['posted', 'publicado', 'registrado'];
const LEFT_OUT: readonly string[] = ['draft', 'borrador', 'cancel', 'cancelled', 'cancelado', 'cancelada'];

export const odoo: Shop = {
  columns: [
    'number',
    'invoice date',
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
    'invoice date': ['Invoice/Bill Date', 'Fecha de factura', 'Fecha de factura/recibo', 'invoice_date'],
    status: ['Estado', 'state'],
    type: ['Tipo', 'move_type'],
    partner: [
      'Partner',
      'Empresa',
      'Contacto',
      'Cliente',
      'Invoice Partner Display Name',
      'Nombre del contacto en la factura',
      'Nombre del socio a mostrar en la factura.',
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
    // Those without a currency in their names are in the currency of the company.
    total: [
      'amount_total',
      'Total in Currency Signed',
      'Total en divisa con signo',
      'amount_total_in_currency_signed',
      'Total Signed',
      'Total con signo',
    ],
    reference: ['Referencia', 'ref'],
    reversed: [
      'Reversal of/Number',
      'Reversión de/Número',
      'reversed_entry_id/name',
      'Reversal of',
      'Reversión de',
      'reversed_entry_id',
    ],
    'reversed date': [
      'Reversal of/Invoice/Bill Date',
      'Reversal of/Invoice Date',
      'Reversión de/Fecha de factura',
      'Reversión de/Fecha de factura/recibo',
      'reversed_entry_id/invoice_date',
    ],
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
  noun: 'invoice',
  numberOf: ([head]) => head!.text('number'),
  whyLeftOut([head]) {
    const status = head!.text('status').toLowerCase();
    const type = head!.text('type').toLowerCase();
    if (LEFT_OUT.includes(status)) return `its status is ${status}`;
    if (!POSTED.includes(status)) throw new OrderFault(`its status ${JSON.stringify(status)} is unknown`);
    if (type === '' || SOLD.includes(type) || RECTIFIED.includes(type)) return null;
    throw new OrderFault(
      `its type ${JSON.stringify(type)} is neither a customer invoice nor a credit note: export only those, or leave it out with skip of the map`,
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
  const date = head.date('invoice date');
  members.set('issue_date', { target: findTarget('issue_date'), text: JSON.stringify(date) });
  const rectifies = readRectified(head);
  // Credit notes have the quantities and prices of what they rectify, and a negative total with a
  // sign.
  const stated = rectifies ? Math.abs(head.amount('total')) : head.amount('total');
  // Odoo subtracts withholdings from its total.
  const total = stated + sumOf(lines, readWithheld);
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
    ...(rectifies && { rectifies }),
    members,
  };
}

const REVERSED = 'rectification.invoices[0].number_serie';

/**
 * Returns what a credit note rectifies; null for an invoice.
 * @throws OrderFault if the export does not say it.
 */
function readRectified(head: ShopRow): Rectified | null {
  if (!RECTIFIED.includes(head.text('type').toLowerCase())) return null;
  const added = head.members(false).get(REVERSED);
  // The name of an entry is its number, with its reference in brackets.
  const [, stated] = /^(\S+)(?: \(.*\))?$/s.exec(head.text('reversed')) ?? [];
  const number = added === undefined ? stated : (JSON.parse(added.text) as string);
  if (number === undefined)
    throw new OrderFault(
      `it is a credit note, and the export does not state which invoice it rectifies: export "Reversal of/Number" and "Reversal of/Invoice Date" (reversed_entry_id/name, reversed_entry_id/invoice_date), or, if Odoo does not know it either, write the number into a column ${REVERSED}, and its date into rectification.invoices[0].issue_date`,
    );
  const date = head.text('reversed date') === '' ? null : head.date('reversed date');
  return { number, date, reason: head.text('reference') || `Rectificación de ${number}` };
}

function readWithheld({ gross, discount, members }: OrderLine): number {
  const rate = members.get('lines.income_tax_withholding_rate');
  return rate === undefined ? 0 : toCents(((gross - discount) * Number(JSON.parse(rate.text))) / 100);
}

function readLine(row: ShopRow): OrderLine {
  const units = row.amount('line quantity') / UNIT;
  const gross = row.amount('line price') * units;
  const net = gross * (1 - row.amount('line discount') / UNIT / 100);
  return {
    row: row.row,
    kind: 'product',
    concept: row.text('line name'),
    itemCode: null,
    units,
    gross,
    // Odoo rounds what remains.
    discount: row.amount('line discount') === 0 ? 0 : toCents(gross) - toCents(net),
    tax: null,
    isTaxable: true,
    isGoods: null,
    refunded: null,
    members: new Map([...readTaxes(row.text('line taxes')), ...row.members(true)]),
  };
}

type Members = Readonly<Record<string, string>>;
/** `read` returns null if the name means something else. */
type Meaning = readonly [name: RegExp, read: (found: readonly string[]) => Members | null];

const decimal = (rate = '') => String(Number(rate.replace(',', '.')));
const exempt = (code: string, more: Members = {}) => ({ ...more, tax_exemption_code: code });
/** The exemptions by the articles of the LIVA that the names contain. */
const ARTICLES: Readonly<Record<string, Members>> = {
  '20': exempt('E1'),
  '21': exempt('E2', { tax_regime: '02' }),
  '22': exempt('E3'),
  '23/24': exempt('E4'),
  '25': exempt('E5'),
};

/** What the names of taxes mean, in the order in which they are tried. */
const MEANINGS: readonly Meaning[] = [
  // `SE` is the surcharge of equivalence, `25.0% SE VAT` the VAT of Sweden.
  [
    /^(\d+(?:[.,]\d+)?) ?% ?(?:RE\b|SE$|recargo)/i,
    ([, rate]) => ({ equivalence_surcharge_rate: decimal(rate) }),
  ],
  [
    /^(?:IRPF )?-?(\d+(?:[.,]\d+)?) ?% ?(?:WHI?\b|IRPF|retenci)/i,
    ([, rate]) => ({ income_tax_withholding_rate: decimal(rate) }),
  ],
  [
    /^Retenciones a cuenta (?:IRPF )?(\d+(?:[.,]\d+)?) ?%/i,
    ([, rate]) => ({ income_tax_withholding_rate: decimal(rate) }),
  ],
  [/^0 ?% ?EXEMPT Art\. ?([\d/]+)$/i, ([, article = '']) => ARTICLES[article] ?? null],
  [/^0 ?% ?EXEMPT Otros$/i, () => exempt('E6')],
  [/^0 ?% ?RC$/i, () => ({ tax_operation_key: 'S2' })],
  [/^(?:IVA )?0 ?% ?(?:(?:EU|IC) ?G|entregas? intracomunitari)/i, () => exempt('E5')],
  [/^(?:IVA )?0 ?% ?(?:EX ?G|exportaci)/i, () => exempt('E2', { tax_regime: '02' })],
  [/^(?:IVA )?0 ?% ?(?:(?:EU|IC|EX) ?S|prestaci[oó]n de servicios)/i, () => ({ tax_operation_key: 'N2' })],
  [
    /^(?:IVA )?(\d+(?:[.,]\d+)?) ?% ?(?:[GS]|IVA|\(?(?:bienes|servicios)\)?)?$/i,
    ([, rate]) => ({ tax_regime: '01', tax_rate: decimal(rate) }),
  ],
  // The one-stop shop: the rate, the country, and the name of its tax: `20.0% FR TVA`.
  [
    /^(\d+(?:[.,]\d+)?) ?% ([A-Z]{2}) \S/,
    ([, rate, country = '']) =>
      isInUnion(country) ? { tax_type: 'oss', tax_country: country, tax_rate: decimal(rate) } : null,
  ],
];

/** Reads the taxes of a line. @throws OrderFault if one of them is unknown. */
function readTaxes(text: string): Values {
  // A comma divides names, except between the digits of a rate.
  const names = text.replaceAll(/(Art\. ?[\d/]+),/gi, '$1;').split(/;|(?<!\d),/);
  const members = names.flatMap((part) => {
    const name = part.trim();
    if (name === '') return [];
    for (const [form, read] of MEANINGS) {
      const found = form.exec(name);
      const own = found && read(found);
      if (own !== null) return Object.entries(own);
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
