import type { DocumentLine } from '../../../contracts/invoice-document.ts';
import { PRICE_DECIMALS as PRINTED_DECIMALS, type PrintedAmounts } from '../../invoice/printed-amounts.ts';
import { formatCents, formatDecimal, readCents, roundDivision, scaleDecimal } from '../../money/decimals.ts';
import { listLineAllowances, readShownAmounts } from '../lines.ts';
import { type Adjustments, buildRounding, limitReason } from './adjustments.ts';
import { formatRate } from './amounts.ts';

/**
 * The amounts of a line: TotalCost = Quantity × UnitPriceWithoutTax, less discounts and plus
 * charges, is GrossAmount. In cents, except for the price.
 */
export type LineAmounts = Adjustments & {
  readonly unitPrice: string;
  readonly cost: bigint;
  readonly gross: bigint;
};

const UNIT_DECIMALS = 6;
/** The schema allows prices eight decimals. */
const PRICE_DECIMALS = 8;

/**
 * Computes the amounts of a line: without tax, or with tax where the tax is on the margin and not
 * shown. Rule 6.a of the Orden HAP/1650/2015, annex II, requires that TotalCost is the product,
 * rounded to cents, and GrossAmount is TotalCost less discounts and plus charges. If prices include
 * tax, the net amount is a share of the base of its group, so that the product can differ by cents;
 * the price then has more decimals, or a rounding is stated.
 * @param printed the amounts that the line shows on the page.
 */
export function computeLineAmounts(line: DocumentLine, printed: PrintedAmounts): LineAmounts {
  const { unitPrice: shownPrice, amount } = readShownAmounts(line, printed);
  const unitPrice = roundPrice(shownPrice!);
  const gross = readCents(amount);
  const cost = multiply(line.units, unitPrice);
  const given = listLineAllowances(line, cost, amount);
  // A rate of Facturae is one of TotalCost.
  const listed = (isCharge: boolean) =>
    given
      .filter((each) => each.isCharge === isCharge)
      .map(({ reason, percent, base, amount: adjusted }) =>
        limitReason(
          {
            reason,
            ...(percent !== undefined && base === formatCents(cost) && { rate: formatRate(percent) }),
            amount: adjusted,
          },
          isCharge ? 'ChargeReason' : 'DiscountReason',
        ),
      );
  const [discounts, charges] = [listed(false), listed(true)];
  if (given.length > 0 || cost === gross) return { unitPrice, cost, gross, discounts, charges };
  const fitted = fitPrice(line.units, gross);
  if (fitted !== null) return { unitPrice: fitted, cost: gross, gross, discounts: [], charges: [] };
  return { unitPrice, cost, gross, ...buildRounding(formatCents(cost - gross)) };
}

/** Rounds a price to the decimals of the schema. */
function roundPrice(price: string): string {
  const [, fraction = ''] = price.split('.');
  if (fraction.length <= PRICE_DECIMALS) return price;
  const scaled = scaleDecimal(price, PRINTED_DECIMALS);
  const rounded = roundDivision(scaled, 10n ** BigInt(PRINTED_DECIMALS - PRICE_DECIMALS));
  return formatDecimal(rounded, PRICE_DECIMALS, 0);
}

/** Returns quantity × price in cents, rounded half away from zero. */
function multiply(units: string, price: string): bigint {
  return roundDivision(
    scaleDecimal(units, UNIT_DECIMALS) * scaleDecimal(price, PRICE_DECIMALS),
    10n ** BigInt(UNIT_DECIMALS + PRICE_DECIMALS - 2),
  );
}

/**
 * Returns the price at which a quantity costs an amount in cents; null if eight decimals do not
 * suffice.
 */
function fitPrice(units: string, cents: bigint): string | null {
  const quantity = scaleDecimal(units, UNIT_DECIMALS);
  if (quantity === 0n) return null;
  const sign = quantity < 0n ? -1n : 1n;
  // The factor 2 makes the divisor even.
  const price = roundDivision(
    2n * sign * cents * 10n ** BigInt(UNIT_DECIMALS + PRICE_DECIMALS - 2),
    2n * sign * quantity,
  );
  const text = formatDecimal(price, PRICE_DECIMALS, 2);
  return multiply(units, text) === cents ? text : null;
}
