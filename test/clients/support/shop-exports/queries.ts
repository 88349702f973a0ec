/*
 * The results of the queries of the guide, from tables of PrestaShop and Magento that have only the
 * columns that the queries name.
 */

import { readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import {
  buildOrders,
  collect,
  grossOf,
  rateOf,
  SURCHARGES,
  taxIn,
  totalOf,
  type Cells,
  type Order,
  type ShopExport,
} from './orders.ts';
import { spread } from './retail.ts';

type Rows = readonly Readonly<Record<string, SQLInputValue>>[];

/**
 * Runs the query of the guide that reads a table first. SQLite knows its functions except that for
 * time zones.
 * @param nothing how the shop's program writes NULL.
 */
function runQuery(first: string, tables: Readonly<Record<string, Rows>>, nothing: string): Cells[] {
  const blocks = readFileSync('docs/guide.md', 'utf8').matchAll(/```sql\n(.*?)```/gs);
  const [query] = [...blocks].map(([, sql]) => sql!).filter((sql) => sql.includes(`FROM ${first} `));
  const database = new DatabaseSync(':memory:');
  database.function('CONVERT_TZ', { varargs: true }, (time) => time!);
  for (const [name, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0]!);
    database.exec(`CREATE TABLE ${name} (${columns.join(', ')})`);
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  }
  const found = database.prepare(query!.replace('@@session.time_zone', "'SYSTEM'")).all();
  database.close();
  const write = (value: SQLOutputValue) =>
    value === null
      ? nothing
      : typeof value === 'number' && !Number.isInteger(value)
        ? value.toFixed(6)
        : String(value);
  return found.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, write(value)])),
  );
}

/** What was paid back for a line, in cents. */
const backOf = ({ refunded, lines }: Order, index: number) =>
  refunded === 'all' ? grossOf(lines[index]!) : refunded === 'first' && index === 0 ? lines[0]!.cents : 0;

const RATES = [21, 10, 4, ...Object.values(SURCHARGES), 20, 19, 22, 23];
const COUNTRIES = ['ES', 'FR', 'DE', 'IT', 'PT', 'CH'];
const CURRENCIES = ['EUR', 'USD'];
const idOf = <T>(values: readonly T[], value: T) => values.indexOf(value) + 1;
const list = <T>(values: readonly T[], write: (value: T, id: number) => Rows[0]) =>
  values.map((value, index) => write(value, index + 1));

/**
 * The state of an order that was paid back is not a paid one. Every fortieth order has products
 * that the shop no longer has.
 */
export function prestashop(count = 1000): ShopExport {
  const orders = buildOrders(count, 3);
  const reference = (order: Order) => `REF${order.number}`;
  const net = (cents: number, rate: number) => cents / (100 + rate);
  const details = orders.flatMap((order) =>
    order.lines.map((line, index) => ({ order, line, index, id: order.number * 10 + index })),
  );
  const rows = runQuery(
    'ps_orders',
    {
      ps_orders: orders.map((order) => ({
        id_order: order.number,
        reference: reference(order),
        current_state: order.refunded === 'all' ? 7 : 2,
        id_currency: idOf(CURRENCIES, order.currency),
        id_address_invoice: order.number,
        id_address_delivery: order.number,
        total_paid_tax_incl: totalOf(order) / 100,
        total_paid_real: totalOf(order) / 100,
        total_shipping_tax_incl: order.shipping / 100,
        total_shipping_tax_excl: net(order.shipping, rateOf(order, order.shippingRate)),
        carrier_tax_rate: order.shipping > 0 ? rateOf(order, order.shippingRate) : 0,
        total_wrapping_tax_incl: 0,
        total_wrapping_tax_excl: 0,
        total_discounts_tax_incl: order.discount / 100,
        invoice_date: order.number % 2 === 0 ? '0000-00-00 00:00:00' : `${order.day} 12:00:00`,
        date_add: `${order.day} 12:00:00`,
        date_upd: `${order.day} 12:00:00`,
      })),
      ps_order_state: [2, 7].map((id) => ({ id_order_state: id, paid: id === 2 ? 1 : 0 })),
      ps_currency: list(CURRENCIES, (iso_code, id_currency) => ({ id_currency, iso_code })),
      ps_country: list(COUNTRIES, (iso_code, id_country) => ({ id_country, iso_code })),
      ps_address: orders.map((order) => ({
        id_address: order.number,
        company: order.company || null,
        firstname: 'Ana',
        lastname: 'Ejemplo',
        vat_number: order.country === 'ES' ? null : order.document,
        dni: order.country === 'ES' ? order.document : null,
        address1: 'Calle Mayor 1',
        address2: null,
        postcode: order.zip,
        city: 'Ejemplo',
        id_country: idOf(COUNTRIES, order.country),
      })),
      ps_order_detail: details.map(({ order, line, index, id }) => ({
        id_order: order.number,
        id_order_detail: id,
        product_id: order.number % 40 === 0 ? 2 : 1,
        product_name: line.name,
        product_reference: '',
        product_quantity: line.units,
        total_price_tax_incl: grossOf(line) / 100,
        total_price_tax_excl: net(grossOf(line), rateOf(order, line.rate)),
        total_refunded_tax_incl: backOf(order, index) / 100,
      })),
      ps_product: [{ id_product: 1, is_virtual: 0 }],
      ps_order_detail_tax: details
        .filter(({ line }) => line.rate > 0)
        .flatMap(({ order, line, id }) =>
          [line.rate, ...(order.surcharge ? [SURCHARGES[line.rate]!] : [])].map((rate) => ({
            id_order_detail: id,
            id_tax: idOf(RATES, rate),
          })),
        ),
      ps_tax: list(RATES, (rate, id_tax) => ({ id_tax, rate })),
      // What was paid back is on two slips if there was shipping.
      ps_order_slip: orders
        .filter(({ refunded }) => refunded !== 'nothing')
        .flatMap((order) => [
          {
            id_order: order.number,
            total_products_tax_incl:
              order.lines.reduce((sum, _, index) => sum + backOf(order, index), 0) / 100,
            total_shipping_tax_incl: 0,
          },
          ...(order.refunded === 'all' && order.shipping > 0
            ? [
                {
                  id_order: order.number,
                  total_products_tax_incl: 0,
                  total_shipping_tax_incl: order.shipping / 100,
                },
              ]
            : []),
        ]),
    },
    '',
  );
  return collect(orders, rows, { separator: ';', always: true }, reference);
}

/**
 * The tax of each row is rounded to cents. A surcharge is part of the percentage. Every product has
 * a part, of which only the product has the price.
 */
export function magento(count = 1000): ShopExport {
  const orders = buildOrders(count, 6);
  const number = (order: Order) => `00000${order.number}`;
  const shippingTax = (order: Order) => taxIn(order.shipping, rateOf(order, order.shippingRate));
  const items = orders.flatMap((order) => {
    const discounts = spread(order);
    return order.lines.map((line, index) => {
      const [gross, discount, back] = [grossOf(line), discounts[index]!, backOf(order, index)];
      const percent = rateOf(order, line.rate);
      const tax = taxIn(gross - discount, percent);
      return {
        item_id: order.number * 10 + index,
        order_id: order.number,
        parent_item_id: null,
        name: line.name,
        sku: `SKU-${index}`,
        qty_ordered: line.units,
        row_total: (gross - taxIn(gross, percent)) / 100,
        row_total_incl_tax: gross / 100,
        discount_amount: discount / 100,
        tax_percent: percent,
        tax_amount: tax / 100,
        discount_tax_compensation_amount: (taxIn(gross, percent) - tax) / 100,
        amount_refunded: back === 0 ? null : (back - taxIn(back, percent)) / 100,
        tax_refunded: back === 0 ? null : taxIn(back, percent) / 100,
        discount_refunded: null,
        discount_tax_compensation_refunded: null,
        is_virtual: 0,
      };
    });
  });
  const shipped = orders.filter(({ shipping, shippingRate }) => shipping > 0 && shippingRate > 0);
  const rows = runQuery(
    'sales_order',
    {
      sales_order: orders.map((order) => ({
        entity_id: order.number,
        increment_id: number(order),
        state: order.refunded === 'all' ? 'closed' : 'complete',
        created_at: `${order.day} 22:30:00`,
        updated_at: `${order.day} 22:30:00`,
        order_currency_code: order.currency,
        grand_total: totalOf(order) / 100,
        total_paid: totalOf(order) / 100,
        total_refunded:
          order.refunded === 'nothing'
            ? null
            : (order.lines.reduce((sum, _, index) => sum + backOf(order, index), 0) +
                (order.refunded === 'all' ? order.shipping : 0)) /
              100,
        shipping_amount: (order.shipping - shippingTax(order)) / 100,
        shipping_tax_amount: shippingTax(order) / 100,
        shipping_discount_amount: 0,
        shipping_discount_tax_compensation_amount: null,
        customer_taxvat: order.document || null,
      })),
      sales_order_item: [
        ...items,
        ...items.map((item) => ({
          ...item,
          item_id: item.item_id + 5,
          parent_item_id: item.item_id,
          row_total: 0,
          tax_amount: 0,
        })),
      ],
      sales_order_address: orders.flatMap((order) =>
        ['billing', 'shipping'].map((address_type) => ({
          parent_id: order.number,
          address_type,
          company: order.company || null,
          firstname: 'Ana',
          lastname: 'Ejemplo',
          vat_id: '',
          street: 'Calle Mayor 1\n2.º B',
          postcode: order.zip,
          city: 'Ejemplo',
          country_id: order.country,
        })),
      ),
      sales_invoice: orders.map(({ number: order_id, day }) => ({ order_id, created_at: `${day} 22:30:00` })),
      sales_order_tax: shipped.map(({ number: order_id }) => ({ order_id, tax_id: order_id })),
      sales_order_tax_item: shipped.flatMap((order) =>
        [order.shippingRate, ...(order.surcharge ? [SURCHARGES[order.shippingRate]!] : [])].map((rate) => ({
          tax_id: order.number,
          tax_percent: rate,
          taxable_item_type: 'shipping',
        })),
      ),
    },
    'NULL',
  );
  return collect(orders, rows, undefined, number);
}
