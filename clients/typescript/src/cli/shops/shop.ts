import type { ShopOrder } from './shop-order.ts';
import type { ShopRow } from './table.ts';

/** How the export of a shop system is read. */
export type Shop = {
  /** The columns without which the export cannot be read. */
  readonly columns: readonly string[];
  /** Other names of columns, in other languages or versions of the shop. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** Columns of the shop that mean something else than the member of the same name. */
  readonly foreign: readonly string[];
  /** Groups the rows of each order. */
  readonly group: (rows: readonly ShopRow[]) => ShopRow[][];
  /** Names an order in messages. */
  readonly describe: (rows: readonly ShopRow[]) => string;
  /** Returns why an order is left out; null if it is invoiced. @throws OrderFault if the export does not say it. */
  readonly whyLeftOut: (rows: readonly ShopRow[]) => string | null;
  /** @throws OrderFault if the rows contradict each other. */
  readonly readOrder: (rows: readonly ShopRow[]) => ShopOrder;
};
