import type {
  DocumentAllowance,
  DocumentLine,
  InvoiceDocument,
  TaxGroup,
} from '../../../contracts/invoice-document.ts';
import { EXCHANGE_DECIMALS } from '../../invoice/charge-group.ts';
import type { PrintedAmounts } from '../../invoice/printed-amounts.ts';
import { findCurrency } from '../../money/currencies.ts';
import { readCents, scaleDecimal, shareOut } from '../../money/decimals.ts';
import { nameTax, readShownAmounts } from '../lines.ts';
import { type Cents, withEuros } from './amounts.ts';
import { findRate, hidesTax, type LineShares } from './taxes.ts';

/** The amounts of a tax group, or the share that a line, an allowance or a charge has of them. */
type Amounts<T> = { readonly base: T; readonly tax: T; readonly surcharge: T; readonly costBase: T };

/**
 * A line, or an allowance or a charge of the whole invoice, with the signed amount that Facturae
 * states of it, in cents.
 */
type Part = { readonly part: DocumentLine | DocumentAllowance; readonly stated: bigint };

const RATE_DECIMALS = 6;
/** 100 % in units of rates. */
const WHOLE = 100n * 10n ** BigInt(RATE_DECIMALS);
/** The cents of a whole unit. */
const CENTS = 100n;
const EXCHANGE_UNIT = 10n ** BigInt(EXCHANGE_DECIMALS);

/**
 * Shares the amounts of each tax group among its lines, allowances and charges, and those of each
 * withholding among its lines. The engine computes them once for all lines, from the price with tax
 * where prices include it: 100.00 at 21 % is 82.64 and 17.36, although 21 % of 82.64 is 17.35. So
 * that the lines of a group add up to it, less allowances and plus charges, each has the share that
 * its amount gives, rounded by largest remainder.
 * @param printed the amounts that the page shows: those of the lines, then those of the allowances
 *   and charges, signed.
 * @returns one item per line.
 */
export function shareTaxes(document: InvoiceDocument, printed: readonly PrintedAmounts[]): LineShares[] {
  const { lines, allowances = [], groups } = document;
  const parts = [...lines, ...allowances].map((part, place) => ({
    part,
    stated: readCents(readShownAmounts(part, printed[place]!).amount),
  }));
  const ofGroups = Map.groupBy(parts, ({ part }) => nameTax(part));
  const shares = new Map<Part['part'], Amounts<Cents>>();
  for (const group of groups) {
    const own = ofGroups.get(nameTax(group)) ?? [];
    const shared = shareGroup(group, own, document);
    for (const [place, { part }] of own.entries()) shares.set(part, shared[place]!);
  }
  const withheld = shareWithholdings(document);
  return lines.map((line, place) => ({ ...shares.get(line)!, withheld: withheld[place]! }));
}

function shareGroup(group: TaxGroup, own: readonly Part[], document: InvoiceDocument): Amounts<Cents>[] {
  const { euro, surchargeRate = '0' } = group;
  const sums = readGroup(group);
  const inEuros = euro && readGroup({ ...group, ...euro });
  const [rate, surcharge] = [findRate(group), surchargeRate].map((each) => scaleDecimal(each, RATE_DECIMALS));
  const isWithTax = document.pricesIncludeTax === true && group.costBase === undefined;
  const whole = isWithTax ? WHOLE + rate! + surcharge! : WHOLE;
  const taxed = own.map((each) => readTaxed(each, isWithTax));
  // The factor 2 makes the unit even.
  const take = (percent: bigint, sum: bigint): bigint[] =>
    shareTax(
      taxed.map((amount) => 2n * amount * percent),
      2n * whole,
      sum,
      document,
    );
  const shares: Amounts<Cents[]> = {
    base: convert(
      own.map(({ stated }) => stated),
      inEuros?.base,
      document,
    ),
    tax: convert(take(rate!, sums.tax), inEuros?.tax, document),
    surcharge: convert(take(surcharge!, sums.surcharge), inEuros?.surcharge, document),
    costBase: convert(own.map(readCostBase), inEuros?.costBase, document),
  };
  return own.map((_part, place) => ({
    base: shares.base[place]!,
    tax: shares.tax[place]!,
    surcharge: shares.surcharge[place]!,
    costBase: shares.costBase[place]!,
  }));
}

/**
 * Shares a tax in cents. In a currency without cents, whose taxes are rounded to whole units, each
 * share is whole, too.
 */
function shareTax(
  parts: readonly bigint[],
  unit: bigint,
  sum: bigint,
  { currency }: InvoiceDocument,
): bigint[] {
  const isWhole = currency !== undefined && findCurrency(currency)?.decimals === 0 && sum % CENTS === 0n;
  const step = isWhole ? CENTS : 1n;
  return shareOut(parts, unit * step, sum / step).map((share) => share * step);
}

/**
 * Reads the amounts of a group in cents. The tax on a margin is part of the price and not shown.
 */
function readGroup(group: TaxGroup): Amounts<bigint> {
  const { base, tax, surcharge = '0.00', costBase = '0.00', foreignTax = '0.00', price } = group;
  const isHidden = hidesTax(group);
  const priced = price === undefined ? readCents(base) + readCents(tax) : readCents(price);
  return {
    base: isHidden ? priced : readCents(base),
    tax: isHidden ? 0n : readCents(tax) + readCents(foreignTax),
    surcharge: readCents(surcharge),
    costBase: readCents(costBase),
  };
}

/** Reads the signed amount from which the tax of a part is computed, in cents. */
function readTaxed({ part, stated }: Part, isWithTax: boolean): bigint {
  if ('costBase' in part) return readCents(part.costBase);
  if (!isWithTax || part.grossAmount === undefined) return stated;
  const gross = readCents(part.grossAmount);
  return 'isCharge' in part && !part.isCharge ? -gross : gross;
}

function readCostBase({ part }: Part): bigint {
  return 'costBase' in part ? readCents(part.costBase) : 0n;
}

/**
 * Adds euros to amounts in cents.
 * @param euros the sum of the amounts in euro cents; undefined if the invoice is in euros.
 */
function convert(
  amounts: readonly bigint[],
  euros: bigint | undefined,
  { exchangeRate }: InvoiceDocument,
): Cents[] {
  if (euros === undefined || exchangeRate === undefined)
    return amounts.map((total) => ({ total, euros: null }));
  const rate = scaleDecimal(exchangeRate, EXCHANGE_DECIMALS);
  const shares = shareOut(
    amounts.map((amount) => amount * rate),
    EXCHANGE_UNIT,
    euros,
  );
  return amounts.map((total, place) => ({ total, euros: shares[place]! }));
}

/**
 * Shares each withholding among the lines of its rate. What allowances and charges of the whole
 * invoice change in its base belongs to no line.
 * @returns base and amount of each line; 0 for a line without a withholding.
 */
function shareWithholdings(document: InvoiceDocument): LineShares['withheld'][] {
  const { lines, totals } = document;
  const nothing: Cents = { total: 0n, euros: null };
  const withheld: LineShares['withheld'][] = lines.map(() => ({ base: nothing, amount: nothing }));
  for (const { rate, base, amount } of totals.withholdings) {
    const places = [...lines.keys()].filter((place) => lines[place]!.withholdingRate === rate);
    const nets = places.map((place) => readCents(lines[place]!.netAmount));
    const rest = nets.reduce((left, net) => left - net, readCents(base));
    const bases = [...nets, rest];
    const scaled = scaleDecimal(rate, RATE_DECIMALS);
    const exact = bases.map((net) => net * scaled);
    const amounts = shareTax(exact, WHOLE, readCents(amount), document);
    const inEuros = (sum: string) => withEuros(readCents(sum), document).euros ?? undefined;
    const shares = [convert(bases, inEuros(base), document), convert(amounts, inEuros(amount), document)];
    for (const [index, place] of places.entries())
      withheld[place] = { base: shares[0]![index]!, amount: shares[1]![index]! };
  }
  return withheld;
}
