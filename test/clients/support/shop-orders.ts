/*
 * Orders of a shop as its export contains them. Every kind of order appears equally often. The amounts are computed in cents, as a shop computes them.
 */

type Line = { readonly name: string; readonly units: number; readonly cents: number; readonly rate?: number };

/** A kind of order, and the invoices that it must become. */
export type OrderKind = {
  readonly name: string;
  readonly country: string;
  readonly zip: string;
  /** A further column recipient_document_number. */
  readonly document?: string;
  readonly status?: 'paid' | 'refunded' | 'partially_refunded' | 'voided';
  readonly lines: readonly Line[];
  readonly shipping: number;
  readonly discount?: number;
  /** Names and rates of the taxes that the prices contain, in hundredths of a per cent. */
  readonly taxes: readonly (readonly [name: string, rate: number])[];
  /** What was paid back of it in cents. */
  readonly refunded?: number;
  /** The types of its invoices. */
  readonly types: readonly string[];
  /** The tax groups of its invoice. */
  readonly groups: readonly object[];
};

const SHIRT: Line = { name: 'Camiseta "Sol"', units: 2, cents: 1995 };
const LAMP: Line = { name: 'Lámpara, blanca', units: 1, cents: 4990 };
const COFFEE: Line = { name: 'Café en grano', units: 3, cents: 899 };
const IVA_21 = ['ES IVA 21%', 2100] as const;

export const KINDS: readonly OrderKind[] = [
  {
    name: 'a consumer',
    country: 'ES',
    zip: '28013',
    lines: [SHIRT, LAMP],
    shipping: 495,
    taxes: [IVA_21],
    types: ['F2'],
    groups: [{ tax_type: 'iva', tax_regime: '01', tax_rate: '21' }],
  },
  {
    name: 'a consumer who buys food',
    country: 'ES',
    zip: '08001',
    lines: [COFFEE],
    shipping: 0,
    taxes: [['ES IVA 10%', 1000]],
    types: ['F2'],
    groups: [{ tax_type: 'iva', tax_rate: '10' }],
  },
  {
    name: 'a consumer with a discount code',
    country: 'ES',
    zip: '41001',
    lines: [SHIRT, LAMP],
    shipping: 495,
    discount: 898,
    taxes: [IVA_21],
    types: ['F2'],
    groups: [{ tax_type: 'iva', tax_regime: '01', tax_rate: '21' }],
  },
  {
    name: 'a company',
    country: 'ES',
    zip: '48001',
    document: 'A12345674',
    lines: [LAMP],
    shipping: 495,
    taxes: [IVA_21],
    types: ['F1'],
    groups: [{ tax_type: 'iva', tax_regime: '01', tax_rate: '21' }],
  },
  {
    name: 'a retailer with equivalence surcharge',
    country: 'ES',
    zip: '46001',
    document: '12345678Z',
    lines: [SHIRT],
    shipping: 0,
    taxes: [IVA_21, ['ES RE 5.2%', 520]],
    types: ['F1'],
    groups: [{ tax_type: 'iva', tax_rate: '21', equivalence_surcharge_rate: '5.2' }],
  },
  {
    name: 'a consumer in the Canary Islands',
    country: 'ES',
    zip: '35001',
    lines: [LAMP],
    shipping: 990,
    taxes: [],
    types: ['F2'],
    groups: [{ tax_type: 'iva', tax_regime: '02', tax_exemption_code: 'E2' }],
  },
  {
    name: 'a consumer who is charged IGIC',
    country: 'ES',
    zip: '38001',
    lines: [LAMP],
    shipping: 300,
    taxes: [['IGIC 7%', 700]],
    types: ['F2'],
    groups: [{ tax_type: 'igic', tax_rate: '7' }],
  },
  {
    name: 'a company in another member state',
    country: 'DE',
    zip: '10115',
    document: 'DE123456789',
    lines: [LAMP, SHIRT],
    shipping: 1200,
    taxes: [],
    types: ['F1'],
    groups: [{ tax_type: 'iva', tax_exemption_code: 'E5' }],
  },
  {
    name: 'a consumer outside of the Union',
    country: 'US',
    zip: '02110',
    lines: [LAMP],
    shipping: 2500,
    taxes: [],
    types: ['F2'],
    groups: [{ tax_type: 'iva', tax_regime: '02', tax_exemption_code: 'E2' }],
  },
  {
    name: 'a consumer in another member state',
    country: 'FR',
    zip: '31000',
    lines: [SHIRT],
    shipping: 990,
    taxes: [['FR TVA 20%', 2000]],
    types: ['F2'],
    groups: [{ tax_type: 'oss', tax_country: 'FR', foreign_tax_rate: '20' }],
  },
  {
    name: 'a consumer who is paid back everything',
    country: 'ES',
    zip: '50001',
    status: 'refunded',
    lines: [SHIRT, LAMP],
    shipping: 495,
    discount: 898,
    taxes: [IVA_21],
    refunded: 8577,
    types: ['F2', 'R5'],
    groups: [{ tax_type: 'iva', tax_regime: '01', tax_rate: '21' }],
  },
  {
    name: 'a company that is paid back a part',
    country: 'ES',
    zip: '15001',
    document: 'A12345674',
    status: 'partially_refunded',
    lines: [LAMP, SHIRT],
    shipping: 0,
    taxes: [IVA_21],
    refunded: 1995,
    types: ['F1', 'R1'],
    groups: [{ tax_type: 'iva', tax_regime: '01', tax_rate: '21' }],
  },
  {
    name: 'a consumer who buys goods with several rates',
    country: 'ES',
    zip: '03001',
    lines: [
      { ...LAMP, rate: 2100 },
      { ...COFFEE, rate: 1000 },
    ],
    shipping: 0,
    taxes: [IVA_21, ['ES IVA 10%', 1000]],
    types: ['F2'],
    groups: [{ tax_rate: '21' }, { tax_rate: '10' }],
  },
  {
    name: 'a consumer who never paid',
    country: 'ES',
    zip: '28013',
    status: 'voided',
    lines: [SHIRT],
    shipping: 0,
    taxes: [IVA_21],
    types: [],
    groups: [],
  },
];

const HEADER =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Billing Name,Billing Street,Billing Company,Billing City,Billing Zip,Billing Country,Shipping Name,Shipping Zip,Shipping Country,Refunded Amount,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,recipient_document_number,lines.tax_rate';
const COLUMNS = HEADER.split(',');

const euros = (cents: number) => (cents / 100).toFixed(2);
const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns what an order costs in cents. */
export function totalOf({ lines, shipping, discount = 0 }: OrderKind): number {
  return lines.reduce((sum, { units, cents }) => sum + units * cents, shipping) - discount;
}

/** Returns the part of an amount that is a tax. @param whole the rates of all taxes together. */
const partOf = (cents: number, rate: number, whole: number) => Math.round((cents * rate) / (10_000 + whole));

/** Returns the taxes of an order in cents. */
export function taxesOf(kind: OrderKind): number[] {
  const { taxes, lines, shipping } = kind;
  if (lines.some(({ rate }) => rate !== undefined))
    return taxes.map(([, rate]) => {
      const own = lines.filter((line) => line.rate === rate);
      return partOf(
        own.reduce((sum, { units, cents }) => sum + units * cents, shipping),
        rate,
        rate,
      );
    });
  const whole = taxes.reduce((sum, [, rate]) => sum + rate, 0);
  return taxes.map(([, rate]) => partOf(totalOf(kind), rate, whole));
}

/** Builds the export of Shopify with this many orders. @param day the day on which they were paid, `YYYY-MM-DD`. */
export function buildShopifyExport(count: number, day: string): string {
  const rows = Array.from({ length: count }, (_none, index) => {
    const kind = KINDS[index % KINDS.length]!;
    return writeOrder(kind, `#${1001 + index}`, day);
  });
  return [HEADER, ...rows.flat()].join('\n');
}

function writeOrder(kind: OrderKind, name: string, day: string): string[] {
  const taxes = taxesOf(kind);
  const total = totalOf(kind);
  const order: Record<string, string> = {
    'Financial Status': kind.status ?? 'paid',
    'Paid at': `${day} 10:15:00 +0100`,
    Currency: 'EUR',
    Subtotal: euros(total - kind.shipping),
    Shipping: euros(kind.shipping),
    Taxes: euros(taxes.reduce((sum, cents) => sum + cents, 0)),
    Total: euros(total),
    'Discount Code': kind.discount === undefined ? '' : 'BIENVENIDA',
    'Discount Amount': euros(kind.discount ?? 0),
    'Shipping Method': kind.shipping === 0 ? '' : 'Mensajería 24 h',
    'Billing Name': 'Anneliese Ejemplo',
    'Billing Company': kind.document === undefined ? '' : 'Construcciones Ejemplo, S.L.',
    'Billing Street': 'Calle Mayor 1',
    'Billing City': 'Ejemplo',
    'Billing Zip': `'${kind.zip}`,
    'Billing Country': kind.country,
    'Shipping Name': 'Anneliese Ejemplo',
    'Shipping Zip': `'${kind.zip}`,
    'Shipping Country': kind.country,
    'Refunded Amount': euros(kind.refunded ?? 0),
    recipient_document_number: kind.document ?? '',
  };
  kind.taxes.forEach(([tax], index) => {
    order[`Tax ${index + 1} Name`] = tax;
    order[`Tax ${index + 1} Value`] = euros(taxes[index]!);
  });
  return kind.lines.map((line, index) => {
    const cells: Record<string, string> = {
      ...(index === 0 && order),
      Name: name,
      Email: 'cliente@example.com',
      'Created at': `${day} 10:14:00 +0100`,
      'Lineitem quantity': String(line.units),
      'Lineitem name': line.name,
      'Lineitem price': euros(line.cents),
      'Lineitem sku': `SKU-${index}`,
      'Lineitem requires shipping': 'true',
      'Lineitem taxable': String(kind.taxes.length > 0),
      'Lineitem discount': '0.00',
      'lines.tax_rate': line.rate === undefined ? '' : String(line.rate / 100),
    };
    return COLUMNS.map((column) => quote(cells[column] ?? '')).join(',');
  });
}
