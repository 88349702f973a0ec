import type {
  DocumentAllowance,
  DocumentLine,
  InvoiceDocument,
  TaxGroup,
} from '../../contracts/invoice-document.ts';
import type { PassThrough } from '../../contracts/members.ts';
import { LINE_TEXTS } from '../../contracts/v2/line-members.ts';
import { PRICE_DECIMALS, type PrintedAmounts } from '../invoice/printed-amounts.ts';
import { formatCents, negateDecimal, readCents, roundDivision, scaleDecimal } from '../money/decimals.ts';
import { isTaxedOnMargin } from '../tax/regime-rules.ts';
import { treatTax } from './tax-treatment.ts';
import type { DocumentAllowanceOrCharge, Line, LineAllowance, Period } from './terms.ts';

/** UN/ECE Recommendation 20: one. */
const ONE = 'C62';
/** BT-153 is a name. A longer concept is its description, BT-154. */
const NAME_LENGTH = 100;
const UNIT_DECIMALS = 6;
const CENTS_OF_PRODUCT = 10n ** BigInt(UNIT_DECIMALS + PRICE_DECIMALS - 2);

/** The amounts without tax, or with tax where the tax is on the margin and not shown. */
export function readShownAmounts(
  key: Pick<DocumentLine, 'taxType' | 'regime'>,
  printed: PrintedAmounts,
): Pick<PrintedAmounts, 'unitPrice' | 'amount'> {
  return isTaxedOnMargin(key) ? printed : (printed.withoutTax ?? printed);
}

/**
 * Builds BG-25.
 * @param printed the amounts that the line shows on the page.
 * @param place its position, from 0.
 */
export function buildLine(
  line: DocumentLine,
  printed: PrintedAmounts,
  place: number,
  recipient: InvoiceDocument['recipient'],
): Line {
  const { unitPrice, amount } = readShownAmounts(line, printed);
  const isNegative = unitPrice!.startsWith('-');
  // An item price is never negative (BR-27); the sign belongs to the quantity.
  const quantity = isNegative ? negateDecimal(line.units) : line.units;
  const price = isNegative ? negateDecimal(unitPrice!) : unitPrice!;
  const [name, description] = splitConcept(line.concept);
  const { notes, unitCode, period } = line;
  return {
    'BT-126': String(place + 1),
    ...(notes !== null && notes !== '' && { 'BT-127': notes }),
    'BT-129': quantity,
    'BT-130': unitCode ?? ONE,
    'BT-131': amount,
    ...(period !== undefined && { 'BG-26': buildPeriod(period) }),
    allowancesAndCharges: listLineAllowances(line, multiply(quantity, price), amount),
    'BT-146': price,
    tax: treatTax(line, recipient).tax,
    'BT-153': name,
    ...(description !== null && { 'BT-154': description }),
    ...stateTexts(LINE_TEXTS, line),
  };
}

/**
 * Returns the texts that are only passed on by their terms.
 * @param holder of them in the document.
 */
export function stateTexts<T extends PassThrough>(
  texts: readonly T[],
  holder: Partial<Record<T['stored'], string>>,
): { [Term in T['term']]?: string } {
  const stated = texts.map(({ term, stored }) => [term, holder[stored as T['stored']]] as const);
  return Object.fromEntries(stated.filter(([, text]) => text !== undefined)) as {
    [Term in T['term']]?: string;
  };
}

/** Builds BG-14 or BG-26. */
export function buildPeriod({ start, end }: NonNullable<InvoiceDocument['period']>): Period {
  return { ...(start !== null && { start }), ...(end !== null && { end }) };
}

/**
 * Builds BG-20 and BG-21. A percentage applies to the lines with the same tax.
 * @param printed the amounts of the allowances and charges that the page shows, signed.
 * @param lines of the invoice, in its order.
 */
export function buildAllowances(
  { allowances = [], recipient, lines: ofDocument }: InvoiceDocument,
  printed: readonly PrintedAmounts[],
  lines: readonly Line[],
): DocumentAllowanceOrCharge[] {
  return allowances.map((allowance, place) => {
    const shown = readShownAmounts(allowance, printed[place]!).amount;
    const amount = allowance.isCharge ? shown : negateDecimal(shown);
    const key = nameTax(allowance);
    const base = lines.reduce(
      (sum, line, index) => (nameTax(ofDocument[index]!) === key ? sum + readCents(line['BT-131']) : sum),
      0n,
    );
    return {
      isCharge: allowance.isCharge,
      amount,
      ...(allowance.percent !== null && statePercent(base, allowance.percent, amount)),
      reason: nameReason(allowance.reason, allowance.percent),
      tax: treatTax(allowance, recipient).tax,
    };
  });
}

/** What has a tax. */
export type TaxKey = DocumentLine | DocumentAllowance | TaxGroup;

/**
 * Returns the same text for a tax group and for the lines, allowances and charges that make it up.
 */
export function nameTax(key: TaxKey): string {
  const { taxType, regime, operationKey, exemptionCode, rate, surchargeRate, taxCountry, foreignRate } = key;
  return JSON.stringify([
    taxType,
    regime,
    operationKey ?? exemptionCode,
    rate,
    surchargeRate,
    taxCountry,
    foreignRate,
  ]);
}

/** Splits a concept into a name, which is its first line, and the whole text if it is longer. */
function splitConcept(concept: string): [string, string | null] {
  const [first = ''] = concept.trim().split('\n');
  if (first === concept && first.length <= NAME_LENGTH) return [first, null];
  return [cutName(first.trim()), concept];
}

/** Cuts a text to the length of a name, without splitting a character. */
function cutName(text: string): string {
  if (text.length <= NAME_LENGTH) return text;
  const last = text.codePointAt(NAME_LENGTH - 1)!;
  return text.slice(0, last > 0xffff ? NAME_LENGTH - 1 : NAME_LENGTH).trim();
}

/** Returns quantity × price in cents, rounded half away from zero. */
function multiply(quantity: string, price: string): bigint {
  return roundDivision(
    scaleDecimal(quantity, UNIT_DECIMALS) * scaleDecimal(price, PRICE_DECIMALS),
    CENTS_OF_PRODUCT,
  );
}

/**
 * Lists BG-27 and BG-28: the discount, the allowances and the charges of a line, which add up to
 * the difference between quantity × price and the net amount. If the prices include tax, only their
 * sum without tax is known, so they are one allowance, or one charge if they raise the amount.
 * @param gross quantity × price, in cents.
 */
export function listLineAllowances(line: DocumentLine, gross: bigint, net: string): LineAllowance[] {
  const { discountPercent, grossAmount } = line;
  const given = [
    ...(line.allowances ?? []).map((each) => ({ ...each, isCharge: false })),
    ...(line.charges ?? []).map((each) => ({ ...each, isCharge: true })),
  ];
  const difference = gross - readCents(net);
  if (discountPercent === null && given.length === 0) return [];
  if (grossAmount !== undefined && given.length > 0) {
    if (difference === 0n) return [];
    const discount = discountPercent === null ? [] : [nameReason(DISCOUNT, discountPercent)];
    const reason = [...discount, ...given.map((each) => nameReason(each.reason, each.percent))].join('; ');
    const isCharge = difference < 0n && given.some((each) => each.isCharge);
    return [{ isCharge, amount: formatCents(isCharge ? -difference : difference), reason }];
  }
  const known = given.reduce(
    (sum, { isCharge, amount }) => sum + (isCharge ? -readCents(amount) : readCents(amount)),
    0n,
  );
  const discount = difference - known;
  const base = gross - discount;
  const others = given.map(({ isCharge, amount, percent, reason }) => ({
    isCharge,
    amount,
    ...statePercent(base, percent, amount),
    reason: nameReason(reason, percent),
  }));
  if (discount === 0n) return others;
  const amount = formatCents(discount);
  const stated = statePercent(gross, discountPercent, amount);
  return [{ isCharge: false, amount, ...stated, reason: DISCOUNT }, ...others];
}

/** Two cents, which Peppol tolerates (R040). */
const TOLERANCE = 2n;
const CENT_OF_PERCENT = 10n ** BigInt(UNIT_DECIMALS + 2);

/**
 * Returns a percentage and the amount to which it applies, if they give an amount; nothing
 * otherwise, as where only amounts with tax were multiplied.
 * @param base in cents.
 */
function statePercent(
  base: bigint,
  percent: string | null,
  amount: string,
): { readonly base: string; readonly percent: string } | null {
  if (percent === null) return null;
  const difference =
    roundDivision(base * scaleDecimal(percent, UNIT_DECIMALS), CENT_OF_PERCENT) - readCents(amount);
  return difference < TOLERANCE && difference > -TOLERANCE ? { base: formatCents(base), percent } : null;
}

const DISCOUNT = 'Descuento';

/** Names an allowance or a charge by its reason and its percentage. */
export function nameReason(reason: string, percent: string | null): string {
  return percent === null ? reason : `${reason} (${percent.replace('.', ',')} %)`;
}
