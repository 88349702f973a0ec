/* Exports of Odoo, Stripe and an extension of Magento. */

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

/** Odoo's prices have no tax. Its shipping is a line. */
function netLines(order: Order) {
  const all = [
    ...order.lines,
    ...(order.shipping === 0
      ? []
      : [{ name: 'Envío', units: 1, cents: order.shipping, rate: order.shippingRate }]),
  ];
  return all.map((line) => ({
    ...line,
    net: Math.round((line.cents * 100) / (100 + rateOf(order, line.rate))),
  }));
}

/** The total of an invoice of Odoo that rounds the tax of each line. */
function netTotal(order: Order): number {
  return netLines(order).reduce((sum, { units, net, rate }) => {
    const base = units * net;
    return (
      sum +
      base +
      Math.round((base * rate) / 100) +
      (order.surcharge ? Math.round((base * SURCHARGES[rate]!) / 100) : 0)
    );
  }, 0);
}

export function odoo(count = 1000): ShopExport {
  const orders = buildOrders(count, 4).filter((order) => order.discount === 0);
  const number = (order: Order) => `FV/2026/${order.number}`;
  const amount = (cents: number) => euros(cents).replace('.', ',');
  const rows = orders.flatMap((order) => {
    const untaxed = order.country === 'DE' ? '0% EU G' : '0% EX G';
    const head: Cells = {
      Número: number(order),
      Empresa: order.company || 'Ana Ejemplo',
      'Empresa/NIF': order.document,
      'Empresa/País/Código de país': order.country,
      'Empresa/C.P.': order.zip,
      'Fecha de factura': order.day,
      Estado: 'Publicado',
      Tipo: order.refunded === 'nothing' ? 'Factura de cliente' : 'Factura rectificativa de cliente',
      Moneda: order.currency,
      'Total con signo': amount(netTotal(order)),
    };
    const blank = Object.fromEntries(Object.keys(head).map((name) => [name, '']));
    return netLines(order).map((line, index): Cells => ({
      ...(index === 0 ? head : blank),
      'Líneas de factura/Etiqueta': line.name,
      'Líneas de factura/Cantidad': `${line.units},00`,
      'Líneas de factura/Precio unitario': amount(line.net),
      'Líneas de factura/Descuento (%)': '0,00',
      'Líneas de factura/Impuestos':
        line.rate === 0
          ? untaxed
          : order.country !== 'ES'
            ? `${line.rate}.0% ${order.country} VAT`
            : `${line.rate}% G${order.surcharge ? `,${SURCHARGES[line.rate]}% RE` : ''}`,
    }));
  });
  return { csv: write(rows), totals: new Map(orders.map((order) => [number(order), netTotal(order)])) };
}

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
      Currency: order.currency.toLowerCase(),
      Customer: 'cus_1',
      'Date (UTC)': `${order.day} 23:30`,
      Number: String(order.number),
      Paid: 'TRUE',
      Subtotal: euros(totalOf(order) - tax),
      Tax: euros(tax),
      'Tax Percent': String(line!.rate),
      Total: euros(totalOf(order)),
      Status: 'paid',
      Description: line!.name,
      'Customer Name': order.company || 'Ana Ejemplo',
      'Customer Tax ID': order.document,
      'Customer Address Country': order.country,
      'Customer Address Postal Code': order.zip,
    };
  });
  return collect(orders, rows);
}

/** The map for Magento's export by an extension, whose rows after the first one of an order have only the product. */
export const MAGENTO_MAP = {
  columns: {
    'Order #': ['number_serie', 'external_invoice_id'],
    'Purchase Date': 'operation_date',
    'Grand Total (Purchased)': 'total',
    'Item Name': 'lines.concept',
    'Item Qty': 'lines.units',
    'Item Price Incl Tax': 'lines.unit_price',
    'Tax Class': null,
    '*': null,
  },
  values: {
    'Tax Class': {
      'IVA general': { 'lines.tax_rate': '21' },
      'IVA reducido': { 'lines.tax_rate': '10' },
      'IVA superreducido': { 'lines.tax_rate': '4' },
    },
  },
  skip: {
    Status: ['Cerrado', 'Cancelado'],
    'Bill-to Country': ['FR', 'DE', 'IT', 'PT', 'CH'],
    Currency: ['USD'],
  },
  constants: { prices_include_tax: true, invoice_type: 'F2', has_unidentified_recipient: true },
  fill_down: true,
  dates: 'yyyy-mm-dd',
} as const;

export function magento(count = 1000): ShopExport {
  const orders = buildOrders(count, 6).filter(
    ({ discount, surcharge, zip, document, note }) =>
      discount === 0 && !surcharge && !zip.startsWith('35') && document === '' && note === '',
  );
  const rows = orders.flatMap((order) => {
    const head: Cells = {
      'Order #': String(order.number),
      'Purchase Date': `${order.day} 12:00:00`,
      Status: order.refunded === 'all' ? 'Cerrado' : 'Completo',
      'Bill-to Country': order.country,
      Currency: order.currency,
      'Grand Total (Purchased)': euros(totalOf(order)),
    };
    const all = [
      ...order.lines,
      ...(order.shipping === 0
        ? []
        : [{ name: 'Envío', units: 1, cents: order.shipping, rate: order.shippingRate }]),
    ];
    return all.map((line, index): Cells => ({
      ...(index === 0 && head),
      'Item Name': line.name,
      'Item Qty': String(line.units),
      'Item Price Incl Tax': euros(line.cents),
      'Tax Class': line.rate === 10 ? 'IVA reducido' : line.rate === 4 ? 'IVA superreducido' : 'IVA general',
    }));
  });
  return collect(orders, rows);
}
