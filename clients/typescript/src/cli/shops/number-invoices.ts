import { InputFault } from '../faults.ts';
import type { ColumnMap } from '../input/column-map.ts';
import { type Issued, OrderFault, type ShopOrder } from './shop-order.ts';

export type OrderType = 'F1' | 'F2' | 'R1' | 'R5';
const TYPES: readonly string[] = ['F1', 'F2', 'R1', 'R5'] satisfies OrderType[];

/** What numbers and references of invoices depend on besides the order. */
export type Numbering = {
  readonly map: Pick<ColumnMap, 'series' | 'constants'>;
  /** The invoices of refunded orders that the engine already has. */
  readonly issued: ReadonlyMap<string, Issued>;
};

/** Checks the series of a map: full, simplified and rectifying invoices need series of their own (RD 1619/2012 art. 6.1.a). @throws InputFault */
export function checkSeries({ series = {} }: Pick<ColumnMap, 'series'>): void {
  const unknown = Object.keys(series).find((type) => !TYPES.includes(type));
  if (unknown !== undefined)
    throw new InputFault(`series of the map has ${unknown}; it may have ${TYPES.join(', ')}`);
  const wrong = Object.entries(series).find(([, start]) => typeof start !== 'string' || start === '');
  if (wrong !== undefined)
    throw new InputFault(`series of the map must have a text for ${wrong[0]}, such as "T-2026-"`);
  if (new Set(Object.values(series)).size < Object.keys(series).length)
    throw new InputFault(
      'series of the map must differ: full, simplified and rectifying invoices have series of their own (RD 1619/2012 art. 6.1.a)',
    );
}

/** Returns the number of an invoice of an order. @throws OrderFault if the map has no series for its type. */
export function numberInvoice(
  order: ShopOrder,
  type: OrderType,
  { map: { series = {} } }: Numbering,
): string {
  const start = series[type];
  if (start === undefined)
    throw new OrderFault(
      `it becomes an invoice of type ${type}, and the map states no series for it: add "series": {"${type}": "…"}, which is put before the number of the order`,
    );
  return `${start}${order.number}`;
}
