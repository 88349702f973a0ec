import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { PrintedAmounts } from '../../invoice/printed-amounts.ts';
import { formatCents, readCents } from '../../money/decimals.ts';
import { nameReason, readShownAmounts } from '../lines.ts';
import { NotExpressible } from '../refusal.ts';
import { type Adjustment, type Adjustments, limitReason } from './adjustments.ts';
import { addUp, type Amount, type Cents, formatAmount, negate, withEuros } from './amounts.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import type { Text } from '../../../contracts/messages/texts.ts';

/** InvoiceTotals, and the amounts of Batch, which are also in euros. */
export type Totals = Adjustments & {
  readonly gross: string;
  readonly totalDiscounts: string;
  readonly totalCharges: string;
  readonly beforeTaxes: string;
  readonly outputs: string;
  readonly withheld: string;
  readonly invoice: Amount;
  readonly paymentsOnAccount: readonly { readonly date: string; readonly amount: string }[];
  readonly totalOnAccount?: string;
  readonly reimbursable?: string;
  readonly outstanding: Amount;
  readonly executable: Amount;
};

/**
 * Builds the allowances and charges of the whole invoice, without tax, or with tax where it is on
 * the margin. Their percentages are of the lines of one tax, not of TotalGrossAmount, so they are
 * part of the reason.
 * @param printed the signed amounts that the page shows.
 */
function limitReasons({ allowances = [] }: InvoiceDocument, printed: readonly PrintedAmounts[]): Adjustments {
  const discounts: Adjustment[] = [];
  const charges: Adjustment[] = [];
  for (const [place, allowance] of allowances.entries()) {
    const { isCharge, reason, percent } = allowance;
    const amount = readCents(readShownAmounts(allowance, printed[place]!).amount);
    const signed = { reason: nameReason(reason, percent), amount: formatCents(isCharge ? amount : -amount) };
    if (isCharge) charges.push(limitReason(signed, 'ChargeReason'));
    else discounts.push(limitReason(signed, 'DiscountReason'));
  }
  return { discounts, charges };
}

const sumOf = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => sum + readCents(amount), 0n);

/**
 * Builds the totals and checks them against the document (rules 6.b and 6.d to 6.f of the Orden
 * HAP/1650/2015, annex II). InvoiceTotal is the total of the invoice less withholdings.
 * @param printed the amounts of the allowances and charges that the page shows.
 * @param lines the GrossAmount of each line.
 * @param taxes the sums of TaxesOutputs.
 * @throws NotExpressible if the lines, the taxes or what is deducted do not add up to the totals of
 *   the document, or if withholdings are negative although the amount before taxes is positive
 *   (rule 6.d; FACe's error RCF06007).
 */
export function buildTotals(
  document: InvoiceDocument,
  printed: readonly PrintedAmounts[],
  lines: readonly string[],
  taxes: { readonly base: Cents; readonly charged: Cents },
): Totals {
  const { totals } = document;
  const { discounts, charges } = limitReasons(document, printed);
  const discount = sumOf(discounts.map(({ amount }) => amount));
  const charge = sumOf(charges.map(({ amount }) => amount));
  const gross = sumOf(lines);
  const beforeTaxes = gross - discount + charge;
  const inEuros = (amount: string | null | undefined): Cents =>
    withEuros(readCents(amount ?? '0.00'), document);
  const withheld = addUp(totals.withholdings.map(({ amount }) => inEuros(amount)));
  const invoice = addUp([taxes.base, taxes.charged, negate(withheld)]);
  const onAccount = listPaymentsOnAccount(document);
  const outstanding = addUp([invoice, ...onAccount.map(({ amount }) => negate(inEuros(amount)))]);
  const executable = addUp([outstanding, inEuros(totals.reimbursableExpenses)]);
  requireSame('TotalGrossAmountBeforeTaxes', beforeTaxes, taxes.base.total, formatMessage('the_lines'));
  const stated = readCents(totals.total) + readCents(totals.foreignTax ?? '0.00') - withheld.total;
  requireSame('InvoiceTotal', invoice.total, stated, formatMessage('the_lines_taxes_and_withholdings'));
  const payable = document.paid === true ? 0n : readCents(totals.payable);
  if (beforeTaxes > 0n && withheld.total < 0n) {
    throw new NotExpressible(
      'TotalTaxesWithheld',
      formatMessage('negative_withholdings', { amount: formatCents(withheld.total) }),
    );
  }
  requireSame(
    'TotalExecutableAmount',
    executable.total,
    payable,
    formatMessage('the_total_suplidos_and_deposits'),
  );
  return {
    gross: formatCents(gross),
    discounts,
    charges,
    totalDiscounts: formatCents(discount),
    totalCharges: formatCents(charge),
    beforeTaxes: formatCents(beforeTaxes),
    outputs: formatCents(taxes.charged.total),
    withheld: formatCents(withheld.total),
    invoice: formatAmount(invoice),
    paymentsOnAccount: onAccount,
    ...(onAccount.length > 0 && {
      totalOnAccount: formatCents(sumOf(onAccount.map(({ amount }) => amount))),
    }),
    ...(totals.reimbursableExpenses !== null && { reimbursable: totals.reimbursableExpenses }),
    outstanding: formatAmount(outstanding),
    executable: formatAmount(executable),
  };
}

/**
 * Lists what was paid before or when the invoice was issued: deposits, and the rest of a paid
 * invoice. The day of a deposit is not known.
 */
function listPaymentsOnAccount({ totals, paid, issueDate, payment }: InvoiceDocument): PaymentOnAccount[] {
  return [
    { date: issueDate, amount: totals.prepaid ?? '0.00' },
    { date: payment?.paidOn ?? issueDate, amount: paid === true ? totals.payable : '0.00' },
  ].filter(({ amount }) => readCents(amount) !== 0n);
}

type PaymentOnAccount = Totals['paymentsOnAccount'][number];

function requireSame(element: string, found: bigint, stated: bigint, what: Text): void {
  if (found === stated) return;
  throw new NotExpressible(
    element,
    formatMessage('parts_differ', { what, found: formatCents(found), stated: formatCents(stated) }),
  );
}
