import { apiError, type ApiErrorValues, type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import type { ApiErrorName } from '../contracts/api-error-catalogue.ts';
import { MAX_PAYMENTS_OF_INVOICE } from '../contracts/limits.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { judgePayment, type Payment } from '../domain/payments/judge-payment.ts';
import { type PayableInvoice, payFurther, readPayable } from '../domain/payments/payable-invoice.ts';
import { formatCents } from '../domain/money/decimals.ts';
import { type Finding, sayAbout } from '../domain/reading/findings.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { draftCollection } from '../domain/sii/draft-collection.ts';
import { readIssuedDocuments } from '../platform/literals/issued-documents.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { isTransactionConflict, isUniqueViolation } from '../platform/postgres/failures.ts';
import type { SentPayment, SentPayments } from './read-request.ts';
import {
  findPaidInvoices,
  findRecorded,
  insertPayments,
  type NewPayment,
  type PaidInvoice,
  type PaymentKey,
  type StoredPayment,
} from './stored-payments.ts';

/** How often payments are judged again because another request was faster. */
const MAX_TRIES = 5;
/** The documents that are in memory at the same time. */
const DOCUMENTS_AT_ONCE = 100;

/** Why a payment is not recorded: its invoice cannot be paid, or the payment is wrong. */
export type PaymentRefusal =
  | { readonly kind: 'unknown_invoice' }
  | { readonly kind: 'invoice'; readonly refusal: ApiRefusal }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] };

/** What became of a payment of a request. */
export type PaymentOutcome = { readonly kind: 'recorded'; readonly payment: StoredPayment } | PaymentRefusal;

/**
 * Records the payments of a request: each that is right, in their order. A request with the same
 * Idempotency-Key returns the payments that an earlier one recorded, and tries again what that one
 * refused.
 * @returns an outcome for each payment, in their order, and whether any of them was recorded by an earlier request.
 * @throws ApiError if the key lacks the right or was used for another request, or if other requests
 *   keep recording payments of the same invoices.
 */
export async function recordPayments(
  { pool, now }: { readonly pool: Connection; readonly now: () => Date },
  key: PaymentKey,
  request: SentPayments & { readonly idempotencyKey: string },
): Promise<{ readonly outcomes: readonly PaymentOutcome[]; readonly isRepeated: boolean }> {
  const { organizationId } = key;
  const { payments, sha256, idempotencyKey } = request;
  let isRepeated: boolean | null = null;
  for (let tries = 0; tries <= MAX_TRIES; tries += 1) {
    const recorded = await findRecorded(pool, organizationId, idempotencyKey);
    if (recorded !== null && !recorded.sha256.equals(sha256)) throw apiError('reused_idempotency_key', {});
    isRepeated ??= recorded !== null;
    const known = recorded?.byPlace ?? new Map<number, StoredPayment>();
    const left = payments.flatMap((sent, place) => (known.has(place) ? [] : [{ ...sent, place }]));
    const judged = await judgeAll(pool, organizationId, left, todayInMadrid(now()));
    if (judged.accepted.length === 0)
      return {
        isRepeated,
        outcomes: payments.map((_each, place) => {
          const payment = known.get(place);
          return payment === undefined ? judged.refused.get(place)! : { kind: 'recorded', payment };
        }),
      };
    const storing = insertPayments(
      pool,
      key,
      { key: idempotencyKey, sha256, payments: judged.accepted },
      now(),
    );
    const outcome = await storing.catch((error: unknown) => {
      if (isUniqueViolation(error) || isTransactionConflict(error)) return 'late';
      throw error;
    });
    if (outcome === 'forbidden') throw apiError('missing_right', { right: 'payments' });
    if (outcome === 'reused') throw apiError('reused_idempotency_key', {});
  }
  throw apiError('paid_meanwhile', {});
}

type Placed = SentPayment & { readonly place: number };

async function judgeAll(
  connection: Connection,
  organizationId: number,
  sent: readonly Placed[],
  today: string,
): Promise<{
  readonly accepted: readonly NewPayment[];
  readonly refused: ReadonlyMap<number, PaymentRefusal>;
}> {
  const ids = [...new Set(sent.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId])))];
  const invoices = await readInvoices(connection, organizationId, ids);
  const accepted: NewPayment[] = [];
  const refused = new Map<number, PaymentRefusal>();
  for (const { invoiceId, input, isInexact, place } of sent) {
    const invoice = invoiceId === null ? undefined : invoices.get(invoiceId);
    if (invoice === undefined) {
      refused.set(place, invoiceId === null ? BLANK_INVOICE : { kind: 'unknown_invoice' });
      continue;
    }
    if ('kind' in invoice) {
      refused.set(place, invoice);
      continue;
    }
    if (invoice.payments >= MAX_PAYMENTS_OF_INVOICE) {
      refused.set(place, refuseInvoice('many_payments', { most: MAX_PAYMENTS_OF_INVOICE }));
      continue;
    }
    const judged = judgePayment(input, invoice, { isInexact, today });
    if ('findings' in judged) {
      refused.set(place, { kind: 'findings', findings: judged.findings });
      continue;
    }
    const { payment } = judged;
    accepted.push(writePayment(place, invoiceId!, invoice, payment));
    invoices.set(invoiceId!, payFurther(invoice, payment));
  }
  return { accepted, refused };
}

const BLANK_INVOICE: PaymentRefusal = {
  kind: 'findings',
  findings: [
    {
      field: 'invoice_id',
      code: 'blank',
      aeatCode: null,
      message: sayAbout({ en: 'invoice_id', es: 'invoice_id' }, formatMessage('blank')),
    },
  ],
};

function writePayment(place: number, id: number, invoice: PayableInvoice, payment: Payment): NewPayment {
  const { date, amount, means, account, outstanding, goodsReceivedOn, invoiceReceivedOn, isFinanced } =
    payment;
  const collection = draftCollection(payment, invoice);
  return {
    place,
    invoice: id,
    ordinal: invoice.payments + 1,
    paid_on: date,
    amount: formatCents(amount),
    currency: invoice.currency,
    means,
    account,
    outstanding: formatCents(outstanding),
    goods_received_on: goodsReceivedOn,
    invoice_received_on: invoiceReceivedOn,
    is_financed: isFinanced,
    collection: collection && {
      issuer_nif: collection.issuerNif,
      amount: collection.amount,
      means: collection.means,
      due_by: collection.dueBy,
    },
    settlement:
      outstanding === 0n && amount > 0n && invoice.settlement !== null
        ? { due_on: invoice.settlement.dueOn }
        : null,
  };
}

/** Reads the invoices with these ids, or why nothing of them can be paid. */
async function readInvoices(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, PayableInvoice | PaymentRefusal>> {
  const found = await findPaidInvoices(connection, organizationId, ids);
  const invoices = new Map<number, PayableInvoice | PaymentRefusal>();
  const payable: PaidInvoice[] = [];
  for (const invoice of found.values()) {
    const refusal = refusePaid(invoice);
    if (refusal === null) payable.push(invoice);
    else invoices.set(invoice.id, refusal);
  }
  for (let from = 0; from < payable.length; from += DOCUMENTS_AT_ONCE) {
    const some = payable.slice(from, from + DOCUMENTS_AT_ONCE);
    const documents = await readIssuedDocuments(
      connection,
      organizationId,
      some.map(({ id }) => id),
    );
    for (const invoice of some) invoices.set(invoice.id, readPayable(documents.get(invoice.id)!, invoice));
  }
  return invoices;
}

function refusePaid({
  isIssued,
  processingError,
  isAnnulled,
  archivedMonth,
}: PaidInvoice): PaymentRefusal | null {
  if (!isIssued)
    return processingError === null
      ? refuseInvoice('invoice_pending', {})
      : refuseInvoice('invoice_failed', { reason: processingError });
  if (isAnnulled) return refuseInvoice('paid_annulled', {});
  return archivedMonth === null ? null : refuseInvoice('archived_month', { month: archivedMonth });
}

function refuseInvoice<N extends ApiErrorName>(error: N, values: ApiErrorValues<N>): PaymentRefusal {
  return { kind: 'invoice', refusal: describeRefusal(error, values) };
}
