import type { ColumnMap } from '../input/column-map.ts';
import { CENT, sumOf, writeAmount } from './amounts.ts';
import { chooseTreatment } from './choose-treatment.ts';
import { TAX_COLUMNS } from './places.ts';
import { readDocument } from './read-document.ts';
import { type OrderLine, OrderFault, type ShopOrder } from './shop-order.ts';
import { isSame, type Rate, readPercentages, taxOf, writeRate } from './tax-rates.ts';

/** The tax of a line: its members, and its rate if one is charged. */
export type LineTax = { readonly members: Readonly<Record<string, string>>; readonly rate: Rate };

const NO_RATE: Rate = { rate: 0, surcharge: 0 };
const LINES = 'lines.';
const RATE = 'lines.tax_rate';
const SURCHARGE = 'lines.equivalence_surcharge_rate';
const COUNTRY = 'lines.tax_country';
/** The columns that classify a line completely. */
const CLASSES = ['lines.tax_type', 'lines.tax_regime', 'lines.tax_operation_key', 'lines.tax_exemption_code'];

/**
 * Returns the tax of each line of an order: what the columns of its row state, otherwise what
 * follows from the destination, the names of the taxes and the amounts. Nothing is assumed: the
 * computed taxes must be those of the export.
 * @throws OrderFault if the export does not say enough.
 */
export function classifyOrder(order: ShopOrder, map: Pick<ColumnMap, 'oss'>): LineTax[] {
  if (order.total === 0)
    throw new OrderFault(
      'nothing was charged, so there is nothing to invoice: leave it out with skip of the map, or remove its rows from the export',
    );
  if (order.refunded > order.total)
    throw new OrderFault(
      `${writeAmount(order.refunded)} was paid back, which is more than its total of ${writeAmount(order.total)}: leave it out with skip of the map, and issue its invoices with a file of your own`,
    );
  const stated = order.lines.map(readStated);
  const isProduct = (index: number) => order.lines[index]!.kind === 'product';
  const isComplete = stated.every((tax, index) => tax !== null || !isProduct(index));
  const products = stated.filter((tax, index) => tax !== null && isProduct(index)) as LineTax[];
  if (isComplete && products.length > 0) return complete(order, stated, listDistinct(products));
  const treatment = chooseTreatment(order, map);
  const { rates, members } = treatment;
  if (rates === null) return stated.map((tax) => tax ?? { members, rate: NO_RATE });
  const known = order.lines.map((line, index) => stated[index] ?? readRate(line, members));
  const possible = rates.map((rate) => ({ members: writeRates(members, rate), rate }));
  const taxes = order.lines.every(({ tax }) => tax !== null)
    ? matchLines(order, known, possible)
    : (matchAmounts(order, known, possible) ?? complete(order, known, listRemaining(order, known, possible)));
  checkSurcharge(order, taxes);
  return taxes;
}

/** Reads a tax that the columns of a row state completely. */
function readStated({ members }: OrderLine): LineTax | null {
  if (!CLASSES.some((path) => members.has(path))) return null;
  const own = [...CLASSES, COUNTRY, RATE, SURCHARGE].flatMap((path) => {
    const text = readText(members, path);
    return text === null ? [] : [[path.slice(LINES.length), text] as const];
  });
  return { members: Object.fromEntries(own), rate: readRates(members) };
}

/** Reads a rate that a row states. */
function readRate({ members }: OrderLine, more: LineTax['members']): LineTax | null {
  if (!members.has(RATE)) return null;
  const rate = readRates(members);
  return { members: writeRates(more, rate), rate };
}

function readRates(members: OrderLine['members']): Rate {
  const read = (path: string) => Math.round(Number(readText(members, path) ?? 0) * 100);
  return { rate: read(RATE), surcharge: read(SURCHARGE) };
}

function readText(members: OrderLine['members'], path: string): string | null {
  const member = members.get(path);
  return member === undefined ? null : String(JSON.parse(member.text));
}

function writeRates(members: LineTax['members'], { rate, surcharge }: Rate): LineTax['members'] {
  return {
    ...members,
    tax_rate: writeRate(rate),
    ...(surcharge > 0 && { equivalence_surcharge_rate: writeRate(surcharge) }),
  };
}

/** The amounts of the lines after all discounts; that of the order is spread over the products. */
export function listAmounts({ lines, discount }: ShopOrder): number[] {
  const products = sumOf(lines, (line) => (line.kind === 'product' ? line.gross - line.discount : 0));
  return lines.map((line) => {
    const amount = line.gross - line.discount;
    return line.kind === 'product' && discount !== 0 ? amount - (discount * amount) / products : amount;
  });
}

/** Price and tax of a line are rounded. */
const OF_LINE = 0.7 * CENT;

/** Finds the rate of each line by its own tax. */
function matchLines(
  order: ShopOrder,
  known: readonly (LineTax | null)[],
  possible: readonly LineTax[],
): LineTax[] {
  const amounts = listAmounts(order);
  const isIdentified = readDocument(order) !== null;
  const fitting = order.lines.map((line, index) => {
    const own = known[index];
    if (own) return [own];
    const amount = amounts[index]!;
    if (amount === 0) return possible;
    refuseUntaxed(line, line.tax !== 0);
    return possible.filter(({ rate }) => isSame(taxOf(amount, rate, order.includesTax), line.tax!, OF_LINE));
  });
  const certain = new Set(fitting.filter((found) => found.length === 1).map(([tax]) => tax));
  return order.lines.map((line, index) => {
    const found = fitting[index]!;
    const others = found.filter((tax) => certain.has(tax));
    const unsurcharged = isIdentified ? [] : found.filter(({ rate }) => rate.surcharge === 0);
    const likely = [found, others, unsurcharged].find((taxes) => taxes.length === 1) ?? others;
    if (likely.length === 1 || (likely.length > 0 && amounts[index] === 0)) return likely[0]!;
    throw new OrderFault(
      `the tax ${writeAmount(line.tax!)} of ${JSON.stringify(line.concept)} ${found.length === 0 ? 'does not follow from any rate' : 'follows from more than one rate'}. ${ADD_RATE}`,
    );
  });
}

const ADD_RATE = 'Add the rate of each row in a column lines.tax_rate';

/** Returns the taxes that the lines without a known one may have. */
function listRemaining(
  order: ShopOrder,
  known: readonly (LineTax | null)[],
  possible: readonly LineTax[],
): readonly LineTax[] {
  order.lines.forEach((line, index) => {
    if (known[index] === null && line.gross !== line.discount) refuseUntaxed(line, line.isTaxable);
  });
  const isProductKnown = order.lines.every((line, index) => line.kind !== 'product' || known[index]);
  if (isProductKnown) return listDistinct(known.flatMap((tax) => tax ?? []));
  const isSurcharged = order.taxNames.length === 2 && possible.some(({ rate }) => rate.surcharge > 0);
  if (order.taxNames.length > 1 && !isSurcharged)
    throw new OrderFault(
      `it has several taxes (${order.taxNames.join(', ')}), and the export does not say which row has which. ${ADD_RATE}`,
    );
  return possible.filter(({ rate }) => rate.surcharge > 0 === isSurcharged);
}

function refuseUntaxed(line: OrderLine, isTaxed: boolean): void {
  if (isTaxed) return;
  throw new OrderFault(
    `no tax was charged for ${JSON.stringify(line.concept)} (row ${line.row}), and the export does not say why. State it in columns of the row: ${TAX_COLUMNS}`,
  );
}

/** The most ways in which rates are given to lines. */
const MOST_WAYS = 4096;

/**
 * Gives the lines of an order with several taxes the only rates with which each tax has the amount
 * that the export states, for example to products and shipping.
 * @returns null if the export does
 * not state the amount and the rate of each tax, or if the taxes do not say it.
 */
function matchAmounts(
  order: ShopOrder,
  known: readonly (LineTax | null)[],
  possible: readonly LineTax[],
): LineTax[] | null {
  const { taxNames, taxAmounts, includesTax, lines } = order;
  const rates = taxNames.map((name) => readPercentages([name]));
  if (taxAmounts === null || rates.length < 2 || rates.some((own) => own.length !== 1)) return null;
  const charged = rates.flatMap(([rate]) =>
    possible.filter((tax) => tax.rate.surcharge === 0 && tax.rate.rate === rate),
  );
  if (charged.length !== rates.length || new Set(charged).size < rates.length) return null;
  if (known.every((tax) => tax === null) && charged.length ** lines.length > MOST_WAYS) return null;
  const amounts = listAmounts(order);
  lines.forEach((line, index) => {
    if (known[index] === null && amounts[index] !== 0) refuseUntaxed(line, line.isTaxable);
  });
  const ways = lines.reduce<readonly (readonly LineTax[])[]>(
    (begun, _line, index) => {
      const own = known[index];
      const open = own ? [own] : amounts[index] === 0 ? charged.slice(0, 1) : charged;
      return begun.flatMap((way) => open.map((tax) => [...way, tax]));
    },
    [[]],
  );
  const fitting = ways.filter((way) =>
    charged.every((tax, place) => {
      const own = [...way.keys()].filter((index) => way[index]!.rate.rate === tax.rate.rate);
      const computed = sumOf(own, (index) => taxOf(amounts[index]!, tax.rate, includesTax));
      return isSame(computed, taxAmounts[place]!, ((own.length + 1) * CENT) / 2);
    }),
  );
  return fitting.length === 1 ? [...fitting[0]!] : null;
}

/**
 * Completes the lines without a known tax with the one with which the order has the taxes that the
 * export states.
 */
function complete(
  order: ShopOrder,
  known: readonly (LineTax | null)[],
  possible: readonly LineTax[],
): LineTax[] {
  const amounts = listAmounts(order);
  const attempts = possible.map((tax) => known.map((own) => own ?? tax));
  const fitting = attempts.filter((taxes) => {
    const computed = sumOf([...taxes.keys()], (index) =>
      taxOf(amounts[index]!, taxes[index]!.rate, order.includesTax),
    );
    // The shop rounds the tax of each line, and its surcharge.
    const rounded = sumOf(taxes, ({ rate }) => (rate.surcharge > 0 ? 2 : 1));
    return isSame(computed, order.taxes, ((rounded + 1) * CENT) / 2);
  });
  if (fitting.length === 1 || (fitting.length > 1 && known.every((tax) => tax !== null))) return fitting[0]!;
  const why =
    fitting.length === 0
      ? `do not follow from ${describeRates(possible)}`
      : `follow from more than one of ${describeRates(fitting.flat())}`;
  throw new OrderFault(`its taxes of ${writeAmount(order.taxes)} ${why}. ${ADD_RATE}`);
}

function describeRates(taxes: readonly LineTax[]): string {
  const rates = taxes.map(({ rate: { rate, surcharge } }) =>
    surcharge === 0 ? `${writeRate(rate)} %` : `${writeRate(rate)} % + ${writeRate(surcharge)} %`,
  );
  return rates.length === 0 ? 'the names of the taxes' : [...new Set(rates)].join(', ');
}

function listDistinct(taxes: readonly LineTax[]): LineTax[] {
  return [...new Map(taxes.map((tax) => [JSON.stringify(tax), tax])).values()];
}

/** LIVA art. 154: the surcharge is for retailers, whom the invoice identifies. */
function checkSurcharge(order: ShopOrder, taxes: readonly LineTax[]): void {
  if (taxes.some(({ rate }) => rate.surcharge > 0) && readDocument(order) === null)
    throw new OrderFault(
      'it has the recargo de equivalencia, but the export does not identify the retailer. Add the NIF in a column recipient_document_number',
    );
}
