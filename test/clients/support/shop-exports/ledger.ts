/* Exports of Odoo and Stripe. */

import {
  buildOrders,
  SURCHARGES,
  euros,
  rateOf,
  taxIn,
  totalOf,
  write,
  collect,
  type Cells,
  type Order,
  type ShopExport,
} from './orders.ts';

type NetLine = { name: string; units: number; net: number; rate: number; percent: number };

/**
 * Odoo's prices have no tax. Its shipping is a line, and its discounts are percentages of lines.
 */
function netLines(order: Order): NetLine[] {
  const all = [
    ...order.lines,
    ...(order.shipping === 0
      ? []
      : [{ name: 'Envío', units: 1, cents: order.shipping, rate: order.shippingRate }]),
  ];
  return all.map((line) => ({
    ...line,
    net: Math.round((line.cents * 100) / (100 + rateOf(order, line.rate))),
    percent: order.discount > 0 ? 10 : 0,
  }));
}

/** The total of an invoice of Odoo that rounds the tax of each line. */
function netTotal(order: Order, lines: readonly NetLine[]): number {
  return lines.reduce((sum, { units, net, rate, percent }) => {
    const base = Math.round((units * net * (100 - percent)) / 100);
    return (
      sum +
      base +
      Math.round((base * rate) / 100) +
      (order.surcharge ? Math.round((base * SURCHARGES[rate]!) / 100) : 0)
    );
  }, 0);
}

const UNTAXED: Readonly<Record<string, string>> = { DE: '0% EXEMPT Art.25', CH: '0% EX G', ES: '0% EX G' };
/** Odoo names the VAT of a country as it does; Germany has no name in it. */
const VAT: Readonly<Record<string, string>> = { FR: 'TVA', DE: 'False', IT: 'IVA', PT: 'VAT' };

function nameTaxes({ country, surcharge }: Order, rate: number): string {
  if (rate === 0) return UNTAXED[country]!;
  if (country !== 'ES') return `${rate}.0% ${country} ${VAT[country]}`;
  return `${rate}% G${surcharge ? `,${SURCHARGES[rate]}% SE` : ''}`;
}

/**
 * Invoices, and after each one that was paid back its credit note. Every seventh credit note was
 * made without its invoice.
 */
export function odoo(count = 1000): ShopExport {
  const orders = buildOrders(count, 4);
  const amount = (cents: number) => euros(cents).replace('.', ',');
  const totals = new Map<string, number>();
  const writeEntry = (order: Order, number: string, lines: readonly NetLine[], more: Cells): Cells[] => {
    const sign = more['Tipo'] === 'Factura de cliente' ? 1 : -1;
    const total = sign * netTotal(order, lines);
    totals.set(number, total);
    const head: Cells = {
      Número: number,
      Empresa: order.company || 'Ana Ejemplo',
      'Empresa/NIF': order.document,
      'Empresa/País/Código de país': order.country,
      'Empresa/C.P.': order.zip,
      'Fecha de factura': order.day,
      Estado: 'Publicado',
      Moneda: order.currency,
      'Total en divisa con signo': amount(total),
      'Reversión de/Número': '',
      'Reversión de/Fecha de factura': '',
      ...more,
    };
    return lines.map((line, index): Cells => ({
      ...(index === 0 ? head : Object.fromEntries(Object.keys(head).map((name) => [name, '']))),
      'Líneas de factura/Etiqueta': line.name,
      'Líneas de factura/Cantidad': `${line.units},00`,
      'Líneas de factura/Precio unitario': amount(line.net),
      'Líneas de factura/Descuento (%)': `${line.percent},00`,
      'Líneas de factura/Impuestos': nameTaxes(order, line.rate),
    }));
  };
  const rows = orders.flatMap((order) => {
    const number = `FV/2026/${order.number}`;
    const lines = netLines(order);
    const sold = writeEntry(order, number, lines, { Tipo: 'Factura de cliente' });
    if (order.refunded === 'nothing') return sold;
    const isKnown = order.number % 7 !== 0;
    const back = writeEntry(
      order,
      `RFV/2026/${order.number}`,
      order.refunded === 'all' ? lines : [{ ...lines[0]!, units: 1 }],
      {
        Tipo: 'Factura rectificativa de cliente',
        ...(isKnown && {
          'Reversión de/Número': number,
          'Reversión de/Fecha de factura': order.day,
        }),
      },
    );
    // The newest entry comes first.
    return [...back, ...sold];
  });
  return { csv: write(rows), totals };
}

/** The tax of every second invoice has no percentage, as with Stripe Tax. */
export function stripe(count = 1000): ShopExport {
  const orders = buildOrders(count, 5).map((order) => ({
    ...order,
    lines: order.lines.slice(0, 1),
    shipping: 0,
    surcharge: false,
    discount: 0,
  }));
  const rows = orders.map((order): Cells => {
    const [line] = order.lines;
    const tax = taxIn(totalOf(order), line!.rate);
    return {
      id: `in_${order.number}`,
      'Amount Due': euros(totalOf(order)),
      Billing: 'charge_automatically',
      Closed: 'TRUE',
      Currency: order.currency.toLowerCase(),
      Customer: 'cus_1',
      'Date (UTC)': `${order.day} 22:30`,
      'Due Date (UTC)': '',
      Number: String(order.number),
      Paid: 'TRUE',
      Subscription: 'sub_1',
      Subtotal: euros(totalOf(order) - tax),
      'Total Discount Amount': '0.00',
      'Applied Coupons': '',
      Tax: euros(tax),
      'Tax Percent': order.number % 2 === 0 ? String(line!.rate) : '',
      Total: euros(totalOf(order)),
      'Amount Paid': euros(totalOf(order)),
      Status: 'paid',
      Description: line!.name,
      'Customer Name': order.company || 'Ana Ejemplo',
      'Customer Tax ID': order.document,
      'Customer Address Country': order.country,
      'Customer Address Postal Code': order.zip,
      'Paid At (UTC)': `${order.day} 23:30`,
    };
  });
  return collect(orders, rows);
}
