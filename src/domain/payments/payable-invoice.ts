import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { findDueDate } from '../einvoice/payment.ts';
import { readCents } from '../money/decimals.ts';

/** What of an issued invoice decides whether a payment of it is recorded. */
export type PayableInvoice = {
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  /** ISO 4217. */
  readonly currency: string;
  /** What is left to pay, in cents; negative if it is to be paid back. */
  readonly outstanding: bigint;
  /** What of that was recorded as not collected, in cents. */
  readonly uncollected: bigint;
  /** The number of its payments and counter-entries. */
  readonly payments: number;
  /**
   * With the cash accounting scheme, the day on which the tax of what was not collected falls due;
   * otherwise null.
   */
  readonly forcedOn: string | null;
  /**
   * What AEAT's public solution of electronic invoices is told when the invoice is collected; null if
   * the invoice states the day of its payment (BT-ES-2), so that it is told nothing.
   */
  readonly settlement: { readonly dueOn: string | null } | null;
  /** With the cash accounting scheme in SII, what its collections need; otherwise null. */
  readonly collected: { readonly issuerNif: string; readonly exchangeRate: string | null } | null;
};

/** The regime of cash accounting (LIVA, art. 163 decies). */
const CASH_ACCOUNTING = '07';

/** Returns whether an invoice has operations under the cash accounting scheme of the IVA. */
function hasCashAccounting({ groups }: Pick<InvoiceDocument, 'groups'>): boolean {
  return groups.some(({ taxType, regime }) => taxType === 'iva' && regime === CASH_ACCOUNTING);
}

/** What the payments of an invoice add up to. Amounts are decimal strings. */
export type PaidSoFar = {
  readonly payments: number;
  /** What the last payment left; null if there is none. */
  readonly outstanding: string | null;
  readonly uncollected: string;
  /** Whether the invoice has an entry in SII. */
  readonly isInSii: boolean;
};

/** Reads what an issued invoice and its payments say about what is left to pay. */
export function readPayable(
  document: InvoiceDocument,
  { payments, outstanding, uncollected, isInSii }: PaidSoFar,
): PayableInvoice {
  const { issueDate, operationDate, currency = 'EUR', exchangeRate = null, issuer, totals } = document;
  const isCashAccounted = hasCashAccounting(document);
  const year = Number((operationDate ?? issueDate).slice(0, 4)) + 1;
  return {
    issueDate,
    currency,
    outstanding: readCents(outstanding ?? totals.payable),
    uncollected: readCents(uncollected),
    payments,
    forcedOn: isCashAccounted ? `${year}-12-31` : null,
    settlement: readSettlement(document),
    collected: isCashAccounted && isInSii ? { issuerNif: issuer.nif, exchangeRate } : null,
  };
}

/** Reads what of an invoice goes into the message that it was collected; null if it has none. */
export function readSettlement(document: InvoiceDocument): PayableInvoice['settlement'] {
  return document.payment?.paidOn === undefined ? { dueOn: findDueDate(document) ?? null } : null;
}

/** Returns what is left of an invoice after a payment of it. */
export function payFurther(
  invoice: PayableInvoice,
  {
    amount,
    means,
    outstanding,
  }: { readonly amount: bigint; readonly means: string; readonly outstanding: bigint },
): PayableInvoice {
  const { payments, uncollected } = invoice;
  return {
    ...invoice,
    outstanding,
    uncollected: means === 'not_collected' ? uncollected + amount : uncollected,
    payments: payments + 1,
  };
}
