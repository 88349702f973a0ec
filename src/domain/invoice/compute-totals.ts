import type { InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import { formatCents, formatDecimal, roundDivision, shareOut } from '../money/decimals.ts';
import type { Report } from '../reading/findings.ts';
import { RATE_DECIMALS } from '../reading/read-number.ts';
import {
  chargeGroup,
  type ChargedGroup,
  type Charge,
  type GroupSums,
  shareBase,
  toEuros,
} from './charge-group.ts';
import type { ReadAllowance } from './read-allowances.ts';
import { formatCharges, taxGroupOf } from './read-charges.ts';
import { AMOUNT_LIMIT, CENTS_LIMIT, type ReadLine } from './read-line.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/** Divides the product of cents and hundredths of a per cent, to give cents. */
const RATE_UNIT = 100_00n;

type Withholding = { readonly rate: bigint; readonly base: bigint; readonly amount: bigint };

type EuroAmounts = Pick<Charge, 'base' | 'tax' | 'surcharge'> & { readonly total: bigint };

/** What an invoice charges. Amounts are in cents of its currency. */
export type InvoiceAmounts = {
  readonly groups: readonly ChargedGroup[];
  /** Net amounts of the lines and of the allowances and charges, in their order. */
  readonly lineNets: readonly bigint[];
  readonly allowanceNets: readonly bigint[];
  readonly withholdings: readonly Withholding[];
  readonly base: bigint;
  readonly tax: bigint;
  readonly surcharge: bigint;
  readonly foreignTax: bigint;
  /** ImporteTotal, in the currency of the invoice. */
  readonly total: bigint;
  readonly reimbursable: bigint;
  readonly prepaid: bigint;
  readonly payable: bigint;
  /** The registered amounts in euros if the invoice has another currency; otherwise null. */
  readonly euro: EuroAmounts | null;
};

/** What totals depend on besides the lines. */
export type TotalsInput = {
  readonly lines: readonly ReadLine[];
  readonly allowances: readonly ReadAllowance[];
  readonly pricesIncludeTax: boolean;
  /** Suplidos, in cents. */
  readonly reimbursable: bigint;
  /** Deposits, in cents. */
  readonly prepaid: bigint;
  /** Euros per unit of the currency, in units of 10^-10; null for euros. */
  readonly exchangeRate: bigint | null;
  /** The smallest unit of the currency in cents: 100 for a currency without decimals. */
  readonly unit: bigint;
  /** The most tax groups that the register of the invoice takes. */
  readonly mostGroups: number;
};

/**
 * Computes the totals of an invoice. Adds the amounts of each tax group and rounds the tax on that
 * sum to cents once, so every total is the sum of the printed amounts. If the prices include tax,
 * the sum of the amounts is what the customer pays, and base and tax are parts of it
 * (`chargeGroup`). In a currency without decimals, taxes and withholdings are rounded to whole
 * units. Computes withholding from the net amounts per rate (`computeWithholdings`); AEAT's
 * ImporteTotal excludes it (FAQ 20 to 22).
 * @returns null if there are more tax groups than the register takes, or an amount does not fit a record; the fault
 *   is reported.
 */
export function computeTotals(input: TotalsInput, report: Report): InvoiceAmounts | null {
  const { lines, allowances, pricesIncludeTax, reimbursable, prepaid, exchangeRate, unit, mostGroups } =
    input;
  const sums = new Map<string, GroupSums>();
  for (const line of lines) addPart(sums, line, line.amount, line);
  for (const allowance of allowances) addPart(sums, allowance, signed(allowance), NO_BASES);
  if (sums.size > mostGroups) {
    report('lines', 'too_many', formatMessage('many_tax_groups', { groups: sums.size, most: mostGroups }));
    return null;
  }
  const groups: ChargedGroup[] = [];
  for (const sum of sums.values()) {
    const group = chargeGroup(sum, pricesIncludeTax, unit);
    groups.push(exchangeRate === null ? group : { ...group, euro: toEuros(group, exchangeRate) });
  }
  const { lineNets, allowanceNets } = pricesIncludeTax
    ? shareBases(input, [...sums.keys()], groups)
    : { lineNets: lines.map(amountOf), allowanceNets: allowances.map(amountOf) };
  const withholdings = computeWithholdings(input, lineNets, allowanceNets);
  const [base, tax, surcharge] = [addUp(groups, 'base'), addUp(groups, 'tax'), addUp(groups, 'surcharge')];
  const foreignTax = addUp(groups, 'foreignTax');
  const total = groups.reduce((sum, group) => sum + totalOf(group), 0n);
  const withheld = withholdings.reduce((sum, { amount }) => sum + amount, 0n);
  const payable = total + foreignTax - withheld + reimbursable - prepaid;
  const euro = exchangeRate === null ? null : addEuros(groups);
  const fitsRecord =
    [base, tax + surcharge, total].every(isBelowLimit) &&
    groups.every(fitsDetail) &&
    (euro === null ||
      (groups.every((group) => fitsDetail(group.euro!)) &&
        [euro.base, euro.tax + euro.surcharge, euro.total].every(isBelowLimit)));
  const fits =
    fitsRecord &&
    [payable, total + foreignTax].every(isBelowLimit) &&
    withholdings.every((each) => isBelowLimit(each.base) && isBelowLimit(each.amount));
  if (!fits) {
    const says =
      euro === null
        ? formatMessage('totals_too_large', { limit: AMOUNT_LIMIT })
        : formatMessage('totals_too_large_in_euros', { limit: AMOUNT_LIMIT });
    report('lines', 'out_of_range', says, fitsRecord ? null : 1100);
    return null;
  }
  return {
    groups,
    lineNets,
    allowanceNets,
    withholdings,
    base,
    tax,
    surcharge,
    foreignTax,
    total,
    reimbursable,
    prepaid,
    payable,
    euro,
  };
}

/** Returns the registered total in euro cents. */
export function registeredTotal({ euro, total }: Pick<InvoiceAmounts, 'euro' | 'total'>): bigint {
  return euro?.total ?? total;
}

/** Returns what is charged with all taxes, also those of other member states, in euro cents. */
export function chargedTotal({ euro, total, foreignTax }: InvoiceAmounts): bigint {
  if (euro === null || total === 0n) return registeredTotal({ euro, total }) + foreignTax;
  return euro.total + roundDivision(foreignTax * euro.total, total);
}

/**
 * Returns the sum of the bases, taxes and surcharges of the record, which AEAT compares with the limit
 * of simplified invoices (1150; 1305 in SII), in euro cents.
 */
export function registeredCharge({ euro, ...amounts }: InvoiceAmounts): bigint {
  const { base, tax, surcharge } = euro ?? amounts;
  return base + tax + surcharge;
}

/** Formats the amounts as decimal strings, as they are printed. */
export function buildTotals(amounts: InvoiceAmounts): Pick<InvoiceDocument, 'groups' | 'totals'> {
  const {
    groups,
    withholdings,
    base,
    tax,
    surcharge,
    foreignTax,
    total,
    reimbursable,
    prepaid,
    payable,
    euro,
  } = amounts;
  const hasSurcharge = groups.some((group) => group.surchargeRate !== null);
  return {
    groups: groups.map(buildGroup),
    totals: {
      base: formatCents(base),
      tax: formatCents(tax),
      total: formatCents(total),
      withholdings: withholdings.map((each) => ({
        rate: formatDecimal(each.rate, RATE_DECIMALS, 0),
        base: formatCents(each.base),
        amount: formatCents(each.amount),
      })),
      reimbursableExpenses: reimbursable === 0n ? null : formatCents(reimbursable),
      payable: formatCents(payable),
      ...(hasSurcharge && { surcharge: formatCents(surcharge) }),
      ...(groups.some((group) => group.foreign !== null) && { foreignTax: formatCents(foreignTax) }),
      ...(prepaid !== 0n && { prepaid: formatCents(prepaid) }),
      ...(euro !== null && {
        euro: {
          base: formatCents(euro.base),
          tax: formatCents(euro.tax),
          ...(hasSurcharge && { surcharge: formatCents(euro.surcharge) }),
          total: formatCents(euro.total),
        },
      }),
    },
  };
}

/** Only lines state margins and bases at cost. */
const NO_BASES = { margin: null, costBase: null };

function addPart(
  sums: Map<string, GroupSums>,
  part: GroupSums['first'],
  amount: bigint,
  { margin, costBase }: Pick<GroupSums, 'margin' | 'costBase'>,
): void {
  const key = taxGroupOf(part);
  const sum = sums.get(key);
  if (sum === undefined) {
    sums.set(key, { first: part, amount, margin, costBase });
    return;
  }
  sum.amount += amount;
  if (margin !== null) sum.margin = (sum.margin ?? 0n) + margin;
  if (costBase !== null) sum.costBase = (sum.costBase ?? 0n) + costBase;
}

function amountOf({ amount }: { readonly amount: bigint }): bigint {
  return amount;
}

function signed({ isCharge, amount }: Pick<ReadAllowance, 'isCharge' | 'amount'>): bigint {
  return isCharge ? amount : -amount;
}

/**
 * Computes net amounts from amounts with tax, per tax group.
 * @param keys the keys of the groups, in their order.
 */
function shareBases(
  { lines, allowances }: TotalsInput,
  keys: readonly string[],
  groups: readonly ChargedGroup[],
): Pick<InvoiceAmounts, 'lineNets' | 'allowanceNets'> {
  const parts = [
    ...lines.map((line) => ({ part: line, amount: line.amount, sign: 1n })),
    ...allowances.map((each) => ({ part: each, amount: signed(each), sign: each.isCharge ? 1n : -1n })),
  ];
  const placesOf = Map.groupBy(parts.keys(), (place) => taxGroupOf(parts[place]!.part));
  const nets = Array.from<bigint>({ length: parts.length });
  for (const [index, group] of groups.entries()) {
    const places = placesOf.get(keys[index]!)!;
    const { part } = parts[places[0]!]!;
    const amounts = places.map((place) => parts[place]!.amount);
    const shares = shareBase(group, part.foreign?.rate ?? part.rate, amounts);
    for (const [share, place] of places.entries()) nets[place] = shares[share]! * parts[place]!.sign;
  }
  return { lineNets: nets.slice(0, lines.length), allowanceNets: nets.slice(lines.length) };
}

/**
 * Computes the withholdings, one per rate. Income is withheld from what is paid for the service (RD
 * 439/2007 art. 93): the net amounts of the lines, less the allowances and plus the charges of
 * their tax group, of which lines of other rates and lines without a withholding have their shares.
 */
function computeWithholdings(
  { lines, allowances, unit }: Pick<TotalsInput, 'lines' | 'allowances' | 'unit'>,
  lineNets: readonly bigint[],
  allowanceNets: readonly bigint[],
): Withholding[] {
  const bases = new Map<bigint, bigint>();
  const sumsOfGroups = new Map<string, Map<bigint, bigint>>();
  for (const [place, line] of lines.entries()) {
    const key = taxGroupOf(line);
    const sums = sumsOfGroups.get(key) ?? new Map<bigint, bigint>();
    sumsOfGroups.set(key, sums);
    for (const each of [bases, sums]) addTo(each, line.withholdingRate, lineNets[place]!);
  }
  for (const [place, allowance] of allowances.entries()) {
    const sums = sumsOfGroups.get(taxGroupOf(allowance));
    if (sums === undefined) continue;
    const net = signed({ isCharge: allowance.isCharge, amount: allowanceNets[place]! });
    const shares = shareByWeight(net, [...sums.values()], unit);
    for (const [index, rate] of [...sums.keys()].entries()) addTo(bases, rate, shares[index]!);
  }
  return [...bases]
    .filter(([rate]) => rate !== 0n)
    .map(([rate, base]) => ({ rate, base, amount: roundDivision(base * rate, RATE_UNIT * unit) * unit }));
}

function addTo(sums: Map<bigint, bigint>, rate: bigint, amount: bigint): void {
  sums.set(rate, (sums.get(rate) ?? 0n) + amount);
}

/**
 * Shares an amount in proportion to the sizes of sums, equally if all are zero, in the smallest
 * units of the currency. Amounts are in cents.
 */
function shareByWeight(amount: bigint, sums: readonly bigint[], unit: bigint): bigint[] {
  const sizes = sums.map((sum) => (sum < 0n ? -sum : sum));
  const weights = sizes.some((size) => size > 0n) ? sizes : sizes.map(() => 1n);
  const whole = weights.reduce((total, weight) => total + weight, 0n);
  // The factor 2 makes the unit even.
  const exact = weights.map((weight) => amount * weight * 2n);
  return shareOut(exact, whole * 2n * unit, amount / unit).map((share) => share * unit);
}

function totalOf({ price, base, tax, surcharge }: Charge): bigint {
  return price ?? base + tax + surcharge;
}

function addEuros(groups: readonly ChargedGroup[]): EuroAmounts {
  const euros = groups.map(({ euro }) => euro!);
  return {
    base: addUp(euros, 'base'),
    tax: addUp(euros, 'tax'),
    surcharge: addUp(euros, 'surcharge'),
    total: euros.reduce((sum, euro) => sum + totalOf(euro), 0n),
  };
}

function fitsDetail({ base, tax, surcharge, costBase, price }: Charge): boolean {
  return [base, tax, surcharge, costBase ?? 0n, price ?? 0n].every(isBelowLimit);
}

function isBelowLimit(cents: bigint): boolean {
  return cents < CENTS_LIMIT && cents > -CENTS_LIMIT;
}

function addUp(parts: readonly Charge[], member: 'base' | 'tax' | 'surcharge' | 'foreignTax'): bigint {
  return parts.reduce((sum, part) => sum + part[member], 0n);
}

function buildGroup(group: ChargedGroup): TaxGroup {
  return {
    taxType: group.taxType,
    regime: group.regime,
    operationKey: group.operationKey,
    exemptionCode: group.exemptionCode,
    rate: group.registeredRate,
    ...formatCharges(group),
    ...formatCharge(group, group),
    ...(group.euro !== null && { euro: formatCharge(group.euro, group) }),
  };
}

function formatCharge(
  { base, tax, surcharge, costBase, price, foreignTax }: Charge,
  { surchargeRate, foreign }: ChargedGroup,
): NonNullable<TaxGroup['euro']> {
  return {
    base: formatCents(base),
    tax: formatCents(tax),
    ...(surchargeRate !== null && { surcharge: formatCents(surcharge) }),
    ...(costBase !== null && { costBase: formatCents(costBase) }),
    ...(price !== null && { price: formatCents(price) }),
    ...(foreign !== null && { foreignTax: formatCents(foreignTax) }),
  };
}
