import type { ShopOrder } from './shop-order.ts';
import type { ShopRow, TableColumns } from './table.ts';

/** How the export of a shop system is read. */
export type Shop = TableColumns & {
  /** Groups the rows of each order. */
  readonly group: (rows: readonly ShopRow[]) => ShopRow[][];
  /** What the shop system calls an order, in messages. */
  readonly noun: 'order' | 'invoice';
  readonly numberOf: (rows: readonly ShopRow[]) => string;
  /**
   * Returns why an order is left out; null if it is invoiced.
   * @throws OrderFault if the export does not say it.
   */
  readonly whyLeftOut: (rows: readonly ShopRow[]) => string | null;
  /** @throws OrderFault if the rows contradict each other. */
  readonly readOrder: (rows: readonly ShopRow[]) => ShopOrder;
};
