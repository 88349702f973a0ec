import { InputFault } from '../faults.ts';
import type { ColumnMap } from '../input/column-map.ts';
import type { Row } from '../input/read-csv.ts';
import type { RowFault, TableInput } from '../input/row-faults.ts';
import { compareTotal } from './compare-total.ts';
import { classifyOrder, type LineTax } from './classify-order.ts';
import { judgeBuyer } from './judge-buyer.ts';
import { openNumbering } from './number-invoices.ts';
import { type FindIssued, OrderFault, type ShopOrder } from './shop-order.ts';
import { magento } from './magento.ts';
import { odoo } from './odoo.ts';
import { prestashop } from './prestashop.ts';
import { shopify } from './shopify.ts';
import { stripe } from './stripe.ts';
import type { Shop } from './shop.ts';
import { readTable } from './table.ts';
import { woocommerce } from './woocommerce.ts';
import { nameRefund, writeCreditNote, writeRefund } from './write-refund.ts';
import { writeOrder } from './write-order.ts';

const SHOPS: Readonly<Record<string, Shop>> = {
  shopify,
  woocommerce,
  prestashop,
  magento,
  odoo,
  stripe,
};
/** The shop systems whose exports can be read. */
export const SHOP_NAMES = Object.keys(SHOPS);

/**
 * Finds a shop system by its name.
 * @returns null if no name is given.
 * @throws InputFault for an unknown one.
 */
export function findShop(name: string | undefined): Shop | null {
  if (name === undefined) return null;
  if (!Object.hasOwn(SHOPS, name))
    throw new InputFault(`There is no preset ${name}; there are ${SHOP_NAMES.join(', ')}`);
  return SHOPS[name]!;
}

/**
 * Converts the export of a shop system to invoices: one for each paid order, and a rectifying one
 * for what was paid back, in the order of payment. An order whose rows do not say enough is left
 * out, and the fault says what to add.
 * @param findIssued finds the invoices that were issued for these orders before.
 * @param without the first rows of orders that are left out.
 * @throws InputFault if the columns or the map are wrong.
 */
export async function readShop(
  shop: Shop,
  rows: readonly Row[],
  map: ColumnMap,
  findIssued: FindIssued,
  without: ReadonlySet<number> = new Set(),
): Promise<TableInput> {
  for (const part of ['columns', 'group_by', 'values', 'fill_down'] as const)
    if (map[part] !== undefined)
      throw new InputFault(`${part} of the map does not apply with a preset, which knows the columns`);
  const faults: RowFault[] = [];
  const warnings: RowFault[] = [];
  const rowsOf = new Map<number, number[]>();
  const notes: string[] = [];
  const attempt = <T>(row: number, name: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof OrderFault)) throw error;
      const { message } = error;
      faults.push({ row, first: row, code: 'order', place: name, externalId: null, message });
      return null;
    }
  };
  /** The numbers of all orders of the export, also of those that are left out or cannot be read. */
  const numbers = new Set<string>();
  const orders: { readonly name: string; readonly order: ShopOrder }[] = [];
  for (const group of shop.group(readTable(rows, map, shop))) {
    const { row, isSkipped } = group[0]!;
    if (isSkipped) continue;
    const number = shop.numberOf(group);
    const name = `${shop.noun} ${number}`;
    numbers.add(number);
    if (without.has(row)) continue;
    rowsOf.set(
      row,
      group.map((one) => one.row),
    );
    attempt(row, name, () => {
      const why = shop.whyLeftOut(group);
      if (why === null) orders.push({ name, order: shop.readOrder(group) });
      else notes.push(`row ${row}, ${name}, is left out: ${why}`);
    });
  }
  const ids = orders.flatMap(({ order }) => [
    order.number,
    ...(order.refunded > 0 ? [nameRefund(order)] : []),
    ...(order.rectifies ? [order.rectifies.number] : []),
  ]);
  const all = new Map(orders.map(({ order }) => [order.number, order]));
  const done = new Set<string>();
  const numbering = openNumbering(map, await findIssued(ids));
  const writeAll = (order: ShopOrder, taxes: readonly LineTax[]) => {
    const { rectifies } = order;
    if (rectifies === undefined) {
      const invoice = writeOrder(order, taxes, numbering);
      return order.refunded > 0 ? [invoice, writeRefund(order, taxes, numbering)] : [invoice];
    }
    const original = all.get(rectifies.number);
    const { number } = rectifies;
    if (numbers.has(number) && !done.has(number) && !numbering.issued.has(number))
      throw new OrderFault(
        `it rectifies ${number}, of which this export makes no invoice: correct that one first`,
      );
    return [writeCreditNote({ ...order, rectifies }, taxes, numbering, original)];
  };
  // Shops list the newest order first, and a credit note follows what it rectifies.
  const keyOf = ({ order }: (typeof orders)[0]) => `${order.date} ${order.rectifies ? 1 : 0}`;
  const invoices = orders
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other))))
    .flatMap(
      ({ name, order: given }) =>
        attempt(given.row, name, () => {
          const { order, warnings: told } = judgeBuyer(given, map);
          const taxes = classifyOrder(order, map);
          const different = compareTotal(order, taxes);
          const written = numbering.keepIfDone(() => writeAll(order, taxes));
          done.add(order.number);
          for (const { code, message } of different === null ? told : [...told, different])
            warnings.push({
              row: order.row,
              first: order.row,
              code,
              place: name,
              externalId: order.number,
              message,
            });
          return written;
        }) ?? [],
    );
  return { invoices, faults, warnings, rows: rowsOf, notes };
}
