/*
 * Exports of 1000 orders as shops write them, from a seed. Amounts are computed in cents as each
 * shop computes them: the tax of every row is rounded.
 */

/** An export, and what each of its orders costs in cents by the external id of its invoice. */
export type ShopExport = { readonly csv: string; readonly totals: ReadonlyMap<string, number> };

export type Line = { name: string; units: number; cents: number; rate: number };
export type Order = {
  number: number;
  day: string;
  country: string;
  zip: string;
  company: string;
  document: string;
  /** Where a shop without a field for it has the document. */
  note: string;
  lines: Line[];
  shipping: number;
  shippingRate: number;
  surcharge: boolean;
  discount: number;
  refunded: 'nothing' | 'all' | 'first';
  currency: string;
};

function openRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)]!;
  return { whole, pick };
}

const NAMES = ['Camiseta "Sol"', 'Lámpara, blanca', 'Café; en grano', 'Libro', 'Taza'];
export const SURCHARGES: Readonly<Record<number, number>> = { 21: 5.2, 10: 1.4, 4: 0.5 };
const OSS = { FR: [20, '31000'], DE: [19, '10115'], IT: [22, '00184'], PT: [23, '1000-001'] } as const;

/**
 * Builds orders of every kind: two rates, recargo, the one-stop shop, companies, exports,
 * discounts, refunds, gifts and other currencies.
 */
export function buildOrders(count: number, seed: number): Order[] {
  const { whole, pick } = openRandom(seed);
  return Array.from({ length: count }, (_none, index) => {
    const line = (rate: number): Line => ({
      name: pick(NAMES),
      units: whole(1, 4),
      cents: whole(250, 9000),
      rate,
    });
    const several = (rate: number) => Array.from({ length: whole(1, 3) }, () => line(rate));
    const order: Order = {
      number: 1001 + index,
      day: `2026-11-${String(whole(1, 20)).padStart(2, '0')}`,
      country: 'ES',
      zip: pick(['28013', '08001', '48001', '41001']),
      company: '',
      document: '',
      note: '',
      lines: several(pick([21, 21, 21, 10, 4])),
      shipping: pick([0, 495, 990]),
      shippingRate: 21,
      surcharge: false,
      discount: 0,
      refunded: 'nothing',
      currency: 'EUR',
    };
    order.shippingRate = order.lines[0]!.rate;
    const kind = whole(1, 100);
    if (kind <= 12) Object.assign(order, { lines: [line(10)], shipping: 495, shippingRate: 21 });
    else if (kind <= 20) Object.assign(order, { lines: [line(21), line(10)], shippingRate: 21 });
    else if (kind <= 26)
      Object.assign(order, { surcharge: true, document: '12345678Z', company: 'Comercio Ejemplo' });
    else if (kind <= 40) {
      const country = pick(['FR', 'DE', 'IT', 'PT'] as const);
      const [rate, zip] = OSS[country];
      Object.assign(order, { country, zip, lines: several(rate), shippingRate: rate });
    } else if (kind <= 48)
      Object.assign(order, { document: 'A12345674', company: 'Construcciones Ejemplo, S.L.' });
    else if (kind <= 52)
      Object.assign(order, { note: 'Factura con NIF A12345674', company: 'Ejemplo, S.A.' });
    else if (kind <= 57)
      Object.assign(order, {
        country: 'DE',
        zip: '10115',
        document: 'DE123456789',
        company: 'Beispiel GmbH',
        lines: several(0),
        shippingRate: 0,
      });
    else if (kind <= 62)
      Object.assign(order, { country: 'CH', zip: '8001', lines: several(0), shippingRate: 0 });
    else if (kind <= 65) Object.assign(order, { zip: '35001', lines: several(0), shippingRate: 0 });
    else if (kind <= 72) order.discount = whole(50, 200);
    else if (kind <= 77) order.refunded = 'all';
    else if (kind <= 80) Object.assign(order, { refunded: 'first', lines: [line(21)], shipping: 0 });
    else if (kind <= 82) Object.assign(order, { shipping: 0, lines: [{ ...line(21), cents: 0 }] });
    else if (kind <= 84) order.currency = 'USD';
    return order;
  });
}

export const euros = (cents: number) => (cents / 100).toFixed(2);
export const rateOf = (order: Order, rate: number) => rate + (order.surcharge ? (SURCHARGES[rate] ?? 0) : 0);
/** The tax that an amount contains, in cents. */
export const taxIn = (cents: number, rate: number) => Math.round((cents * rate) / (100 + rate));
export const grossOf = ({ units, cents }: Line) => units * cents;
export const totalOf = ({ lines, shipping, discount }: Order) =>
  lines.reduce((sum, line) => sum + grossOf(line), shipping) - discount;
export const refundOf = (order: Order) =>
  order.refunded === 'all' ? totalOf(order) : order.refunded === 'first' ? order.lines[0]!.cents : 0;

export type Cells = Readonly<Record<string, string>>;

export function write(rows: readonly Cells[], { separator = ',', always = false } = {}): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (cell: string) =>
    always || cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.map(quote).join(separator)}\n`)
    .join('');
}

export function collect(
  orders: readonly Order[],
  rows: readonly Cells[],
  options?: object,
  id = (order: Order) => String(order.number),
): ShopExport {
  return { csv: write(rows, options), totals: new Map(orders.map((order) => [id(order), totalOf(order)])) };
}
