import type { DocumentLine, InvoiceDocument, TaxGroup } from '../../contracts/invoice-document.ts';
import {
  formatCents,
  formatDecimal,
  roundDivision,
  scaleDecimal,
  shareOut,
} from '../../domain/money/decimals.ts';
import { isTaxedOnMargin } from '../../domain/tax/regime-rules.ts';

/** The amounts that a line shows: without tax, or with tax when the tax is on the margin. They are decimal strings in euros. */
export type PrintedAmounts = { readonly unitPrice: string; readonly amount: string };

/** Maximum decimals of the amounts, rates and discounts from which a line is computed. */
const DECIMALS = 6;
const SCALE = 10n ** BigInt(DECIMALS);
const WHOLE = 100n * SCALE;
/** Decimals of a product with a percentage. */
const TAXED_DECIMALS = 2 * DECIMALS + 2;
const FEWEST_DECIMALS = 2;

/**
 * Returns the amounts that each line of an invoice shows. Tax is computed once per tax group. Amounts with tax are shares of the group's
 * total, so they add up to it to the cent (ops/adr/0029).
 */
export function listPrintedAmounts({ lines, groups }: InvoiceDocument): PrintedAmounts[] {
  const printed = lines.map(({ unitPrice, netAmount }) => ({ unitPrice, amount: netAmount }));
  for (const group of groups.filter(isTaxedOnMargin)) {
    const places = [...lines.keys()].filter((place) => isOfGroup(lines[place]!, group));
    const factor = readTaxFactor(group);
    const amounts = places.map((place) => scaleDecimal(lines[place]!.netAmount, DECIMALS) * factor);
    const sum = scaleDecimal(group.base, 2) + scaleDecimal(group.tax, 2);
    const shares = shareOut(amounts, 10n ** BigInt(TAXED_DECIMALS - 2), sum);
    places.forEach((place, index) => {
      printed[place] = { unitPrice: priceWithTax(lines[place]!), amount: formatCents(shares[index]!) };
    });
  }
  return printed;
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

/** Returns 1 plus the rate. */
function readTaxFactor({ rate }: Pick<TaxGroup, 'rate'>): bigint {
  return WHOLE + scaleDecimal(rate ?? '0', DECIMALS);
}

/** Returns the unit price with tax in the fewest decimals, from two to six, that give the same cents as all its decimals. */
function priceWithTax(line: DocumentLine): string {
  const factor = readTaxFactor(line);
  if (factor === WHOLE) return line.unitPrice;
  const price = scaleDecimal(line.unitPrice, DECIMALS) * factor;
  const units =
    scaleDecimal(line.units, DECIMALS) * (WHOLE - scaleDecimal(line.discountPercent ?? '0', DECIMALS));
  const sell = (scaled: bigint, decimals: number): bigint =>
    roundDivision(units * scaled, 10n ** BigInt(TAXED_DECIMALS + decimals - 2));
  const exact = sell(price, TAXED_DECIMALS);
  let decimals = FEWEST_DECIMALS - 1;
  let rounded: bigint;
  do {
    decimals += 1;
    rounded = roundDivision(price, 10n ** BigInt(TAXED_DECIMALS - decimals));
  } while (decimals < DECIMALS && sell(rounded, decimals) !== exact);
  return formatDecimal(rounded, decimals, FEWEST_DECIMALS);
}
