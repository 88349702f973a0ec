import type { DocumentLine, InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import {
  formatCents,
  formatDecimal,
  roundDivision,
  scaleDecimal,
  shareOut,
  negateDecimal,
} from '../money/decimals.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';

/**
 * The amounts that a line shows: without tax, or with tax when the tax is on the margin or the
 * prices of the invoice include it. They are decimal strings in the currency of the invoice.
 */
export type PrintedAmounts = {
  /** null for an allowance or a charge of the whole invoice. */
  readonly unitPrice: string | null;
  readonly amount: string;
  /**
   * The same without tax, when the prices of the invoice include it (RD 1619/2012, art. 6.1.f).
   * Absent where the tax is not shown.
   */
  readonly withoutTax?: Pick<PrintedAmounts, 'unitPrice' | 'amount'>;
};

/** Maximum decimals of the amounts, rates and discounts from which a line is computed. */
const DECIMALS = 6;
const SCALE = 10n ** BigInt(DECIMALS);
const WHOLE = 100n * SCALE;
/** Decimals of a product with a percentage. */
const TAXED_DECIMALS = 2 * DECIMALS + 2;
const FEWEST_DECIMALS = 2;
/**
 * Maximum decimals of a price that is computed. Six would be too few for 100,000 units; with
 * fourteen the product of a billion units differs by less than a cent.
 */
export const PRICE_DECIMALS = 14;

/**
 * Returns the amounts that each line of an invoice shows, followed by those of its allowances and
 * charges. Tax is computed once per tax group. Where only the sum of a group with tax is known,
 * amounts with tax are shares of it, so they add up to it to the cent (ops/adr/0029).
 */
export function listPrintedAmounts(document: InvoiceDocument): PrintedAmounts[] {
  const { lines, groups, allowances = [] } = document;
  const printed = lines.map((line) => printLine(line, document));
  for (const group of groups.filter((one) => isTaxedOnMargin(one) && one.price === undefined)) {
    const places = [...lines.keys()].filter((place) => isOfGroup(lines[place]!, group));
    const factor = readTaxFactor(group);
    const amounts = places.map((place) => scaleDecimal(lines[place]!.netAmount, DECIMALS) * factor);
    const sum = scaleDecimal(group.base, 2) + scaleDecimal(group.tax, 2);
    const shares = shareOut(amounts, 10n ** BigInt(TAXED_DECIMALS - 2), sum);
    places.forEach((place, index) => {
      printed[place] = { unitPrice: priceWithTax(lines[place]!), amount: formatCents(shares[index]!) };
    });
  }
  return [
    ...printed,
    ...allowances.map(({ isCharge, amount, grossAmount }): PrintedAmounts => {
      const sign = isCharge ? (value: string): string => value : negateDecimal;
      if (grossAmount === undefined) return { unitPrice: null, amount: sign(amount) };
      const withoutTax = { unitPrice: null, amount: sign(amount) };
      return { unitPrice: null, amount: sign(grossAmount), withoutTax };
    }),
  ];
}

/**
 * Returns the amounts of a line whose prices are those of the document. A margin is part of them
 * and never shown. The tax on a base at cost is no part of a price.
 */
function printLine(line: DocumentLine, { pricesIncludeTax }: InvoiceDocument): PrintedAmounts {
  const { unitPrice, netAmount, grossAmount, costBase } = line;
  if (pricesIncludeTax !== true || grossAmount === undefined || costBase !== undefined)
    return { unitPrice, amount: netAmount };
  if (isTaxedOnMargin(line) || readTaxFactor(line) === WHOLE) return { unitPrice, amount: grossAmount };
  const withoutTax = { unitPrice: priceWithoutTax(line), amount: netAmount };
  return { unitPrice, amount: grossAmount, withoutTax };
}

function isOfGroup(line: DocumentLine, group: TaxGroup): boolean {
  return (
    line.taxType === group.taxType &&
    line.regime === group.regime &&
    line.operationKey === group.operationKey &&
    line.exemptionCode === group.exemptionCode &&
    line.rate === group.rate
  );
}

type Rates = Pick<TaxGroup, 'rate' | 'surchargeRate' | 'foreignRate'>;

/** Returns 1 plus the rates that are charged. */
function readTaxFactor({ rate, surchargeRate, foreignRate }: Rates): bigint {
  return [foreignRate ?? rate, surchargeRate].reduce(
    (factor, charged) => factor + scaleDecimal(charged ?? '0', DECIMALS),
    WHOLE,
  );
}

function priceWithTax(line: DocumentLine): string {
  const factor = readTaxFactor(line);
  if (factor === WHOLE) return line.unitPrice;
  return shorten(scaleDecimal(line.unitPrice, DECIMALS) * factor, 10n ** BigInt(TAXED_DECIMALS), line);
}

function priceWithoutTax(line: DocumentLine): string {
  return shorten(scaleDecimal(line.unitPrice, DECIMALS) * WHOLE, readTaxFactor(line) * SCALE, line);
}

/**
 * Returns a unit price, given as a fraction, in the fewest decimals, from two to fourteen, that
 * give the same cents for the units of the line as all its decimals.
 * @param divisor must be even.
 */
function shorten(dividend: bigint, divisor: bigint, line: DocumentLine): string {
  const units =
    scaleDecimal(line.units, DECIMALS) * (WHOLE - scaleDecimal(line.discountPercent ?? '0', DECIMALS));
  const sell = (price: bigint, scale: bigint): bigint =>
    roundDivision(units * price, scale * 10n ** BigInt(TAXED_DECIMALS - 2));
  const exact = sell(dividend, divisor);
  let decimals = FEWEST_DECIMALS - 1;
  let rounded: bigint;
  do {
    decimals += 1;
    rounded = roundDivision(dividend * 10n ** BigInt(decimals), divisor);
  } while (decimals < PRICE_DECIMALS && sell(rounded, 10n ** BigInt(decimals)) !== exact);
  return formatDecimal(rounded, decimals, FEWEST_DECIMALS);
}
