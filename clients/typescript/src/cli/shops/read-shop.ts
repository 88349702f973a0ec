import type { InvoiceText } from '../batches/chunk.ts';
import { InputFault } from '../faults.ts';
import type { ColumnMap } from '../input/column-map.ts';
import { refuseTable } from '../input/refuse-table.ts';
import type { Row } from '../input/read-csv.ts';
import { classifyOrder } from './classify-order.ts';
import { openNumbering } from './number-invoices.ts';
import { type FindIssued, OrderFault, type ShopOrder } from './shop-order.ts';
import { shopify } from './shopify.ts';
import type { Shop } from './shop.ts';
import { readTable } from './table.ts';
import { woocommerce } from './woocommerce.ts';
import { nameRefund, writeRefund } from './write-refund.ts';
import { writeOrder } from './write-order.ts';

const SHOPS: Readonly<Record<string, Shop>> = { shopify, woocommerce };
/** The shop systems whose exports can be read. */
export const SHOP_NAMES = Object.keys(SHOPS);

/** Finds a shop system by its name. @returns null if no name is given. @throws InputFault for an unknown one. */
export function findShop(name: string | undefined): Shop | null {
  if (name === undefined) return null;
  if (!Object.hasOwn(SHOPS, name))
    throw new InputFault(`There is no preset ${name}; there are ${SHOP_NAMES.join(', ')}`);
  return SHOPS[name]!;
}

/**
 * Converts the export of a shop system to invoices: one for each paid order, and a rectifying one for what was paid back, in the order of payment.
 * @param findIssued finds the invoices that were issued for these orders before.
 * @throws InputFault that names the rows which do not say enough, and what to add.
 */
export async function readShop(
  shop: Shop,
  rows: readonly Row[],
  map: ColumnMap,
  findIssued: FindIssued,
): Promise<{ readonly invoices: InvoiceText[]; readonly notes: string[] }> {
  for (const part of ['columns', 'group_by', 'values', 'fill_down'] as const)
    if (map[part] !== undefined)
      throw new InputFault(`${part} of the map does not apply with a preset, which knows the columns`);
  const faults: string[] = [];
  const notes: string[] = [];
  const attempt = <T>(row: number, name: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof OrderFault)) throw error;
      faults.push(`row ${row}, ${name}: ${error.message}`);
      return null;
    }
  };
  const orders: { readonly name: string; readonly order: ShopOrder }[] = [];
  for (const group of shop.group(readTable(rows, map, shop))) {
    if (group[0]!.isSkipped) continue;
    const name = shop.describe(group);
    const { row } = group[0]!;
    attempt(row, name, () => {
      const why = shop.whyLeftOut(group);
      if (why === null) orders.push({ name, order: shop.readOrder(group) });
      else notes.push(`row ${row}, ${name}, is left out: ${why}`);
    });
  }
  const ids = orders.flatMap(({ order }) =>
    order.refunded > 0 ? [order.number, nameRefund(order)] : [order.number],
  );
  const numbering = openNumbering(map, await findIssued(ids));
  // Shops list the newest order first.
  const invoices = orders
    .toSorted((one, other) =>
      one.order.date < other.order.date ? -1 : Number(one.order.date > other.order.date),
    )
    .flatMap(
      ({ name, order }) =>
        attempt(order.row, name, () => {
          const taxes = classifyOrder(order, map);
          const invoice = writeOrder(order, taxes, numbering);
          return order.refunded > 0 ? [invoice, writeRefund(order, taxes, numbering)] : [invoice];
        }) ?? [],
    );
  refuseTable(faults);
  return { invoices, notes };
}
