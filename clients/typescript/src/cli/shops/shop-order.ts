import type { Values } from '../input/write-members.ts';

/*
 * An order of a shop, as the exports of all shop systems are read. Amounts are in millionths of the
 * currency.
 */

/** A product of an order, its shipping, or a fee. */
export type OrderLine = {
  /** The row of the file, from 1. */
  readonly row: number;
  readonly kind: 'product' | 'shipping' | 'fee';
  readonly concept: string;
  readonly itemCode: string | null;
  readonly units: number;
  /** The price of all units before the discount. */
  readonly gross: number;
  readonly discount: number;
  /** The tax of the line; null if the export states only that of the order. */
  readonly tax: number | null;
  /** Whether the shop charges tax on it. */
  readonly isTaxable: boolean;
  /** Whether it is shipped; null if the export does not say. */
  readonly isGoods: boolean | null;
  /**
   * What was paid back for it, with tax; null if the export states only what was paid back for the
   * order.
   */
  readonly refunded: number | null;
  /** Members of the line from further columns of the table. */
  readonly members: Values;
};

/** Builds the line of a shipping or a fee, of which an export states no more than its amounts. */
export function buildExtra(extra: Pick<OrderLine, 'row' | 'kind' | 'concept' | 'gross' | 'tax'>): OrderLine {
  return {
    ...extra,
    itemCode: null,
    units: 1,
    discount: 0,
    isTaxable: extra.tax !== 0,
    isGoods: null,
    refunded: null,
    members: new Map(),
  };
}

export type Party = {
  readonly name: string;
  /** Whether the shop knows the buyer as a company. */
  readonly isCompany: boolean;
  readonly document: string;
  readonly address: string;
  readonly postalCode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2; empty if the export does not state it. */
  readonly country: string;
};

export type ShopOrder = {
  readonly row: number;
  /** The number of the order, which becomes the external id of its invoice. */
  readonly number: string;
  /** The day on which the order was paid, `YYYY-MM-DD`. */
  readonly date: string;
  readonly currency: string;
  /** Whether prices, discounts and shipping contain the tax. */
  readonly includesTax: boolean;
  readonly lines: readonly OrderLine[];
  /** The discount of the whole order, beside those of the lines. */
  readonly discount: number;
  readonly discountReason: string;
  readonly taxes: number;
  /** The names of the taxes, with their rates if the shop writes them. */
  readonly taxNames: readonly string[];
  /** The amount of each of these taxes; null if the export does not state it. */
  readonly taxAmounts: readonly number[] | null;
  readonly total: number;
  /** What was paid back, with tax. */
  readonly refunded: number;
  readonly buyer: Party;
  /** Texts in which buyers write their NIF although the shop has no field for it. */
  readonly notes: readonly string[];
  /** Where the goods are sent; the place of the buyer if nothing is sent. */
  readonly destination: Pick<Party, 'country' | 'postalCode'>;
  /** What it rectifies, if it is a credit note, whose amounts are positive. */
  readonly rectifies?: Rectified;
  /** Members of the invoice from further columns of the table. */
  readonly members: Values;
};

/** The invoice that a credit note rectifies. Its date is null if the export does not state it. */
export type Rectified = { readonly number: string; readonly date: string | null; readonly reason: string };

/** An invoice that the engine has. Its number and date are null until it is issued. */
export type Issued = {
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly total: string | null;
};

/** Finds the invoices of the engine by their external ids. */
export type FindIssued = (externalIds: readonly string[]) => Promise<ReadonlyMap<string, Issued>>;

/** A fault of one order, with what the user can do about it. */
export class OrderFault extends Error {
  override readonly name = 'OrderFault';
}
