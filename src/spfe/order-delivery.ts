import { hash } from 'node:crypto';
import { refuseFindings } from '../accept/refuse-findings.ts';
import { ApiError, apiError } from '../contracts/api-error.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { SpfeFact, SpfeWithdrawalReason } from '../contracts/spfe.ts';
import type { SpfeDefaultInput } from '../contracts/v2/spfe.ts';
import type { InvoiceDocument } from '../contracts/invoice-document.ts';
import { readSettlement } from '../domain/payments/payable-invoice.ts';
import { readCents } from '../domain/money/decimals.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import { judgeDefault } from '../domain/spfe/judge-default.ts';
import { readIssuedDocument } from '../platform/literals/issued-documents.ts';
import type { Connection } from '../platform/postgres/database.ts';
import { isUniqueViolation } from '../platform/postgres/failures.ts';
import { queryAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { OrderOutcome } from './delivery-rows.ts';
import { getDelivery } from './read-delivery.ts';
import * as sql from './spfe.sql.ts';

/** Who orders, when, and what: the hash of the session's token or of the API key, and the invoice. */
export type OrderContext = {
  readonly pool: Connection;
  readonly organizationId: number;
  readonly tokenHash: Buffer;
  readonly invoiceId: number;
  readonly now: Date;
};
/** What is ordered. */
export type DeliveryOrder =
  | { readonly action: 'withdraw'; readonly reason: SpfeWithdrawalReason }
  | { readonly action: 'resend'; readonly reason: string }
  | { readonly action: 'facts'; readonly fact: SpfeFact; readonly isSo: boolean }
  | { readonly action: 'default'; readonly input: SpfeDefaultInput };

/** What of a delivery keeps an order from being carried out. */
const OF_DELIVERY: ReadonlySet<OrderOutcome> = new Set(['state', 'channel', 'fact', 'open']);

/**
 * Orders something about the delivery of an invoice for an API key. A request with the same
 * Idempotency-Key and body has no further effect.
 * @returns whether an earlier request with the same key ordered it.
 * @throws ApiError if the key lacks the right, the invoice has no delivery, or its state does not
 *   allow the order: the message says what does.
 */
export async function orderDelivery(
  context: OrderContext,
  order: DeliveryOrder,
  idempotencyKey: string,
): Promise<{ readonly isRepeated: boolean }> {
  const { invoiceId } = context;
  const sha256 = hash('sha256', JSON.stringify([invoiceId, order]), 'buffer');
  const give = () => giveOrder(context, order, idempotencyKey, sha256);
  let outcome = await give().catch((error: unknown) => {
    if (isUniqueViolation(error)) return 'state' as const;
    throw error;
  });
  // The same request may have been carried out while this one waited for the delivery.
  if (OF_DELIVERY.has(outcome)) outcome = await give();
  if (outcome === 'done' || outcome === 'known') return { isRepeated: outcome === 'known' };
  throw await explainOrder(context, order, outcome);
}

/**
 * Takes back the default of an invoice for an API key. Repeating it has no further effect.
 * @throws ApiError if the key lacks the right or the invoice has no delivery.
 */
export async function takeBackDefault(context: OrderContext): Promise<void> {
  const { pool, organizationId, tokenHash, invoiceId, now } = context;
  const statement = sql.takeBackDefault(tokenHash, now, invoiceId);
  const { outcome } = (await queryAsOrganization(pool, organizationId, statement)).rows[0]!;
  if (outcome === 'forbidden') throw apiError('missing_right', { right: 'payments' });
  if (outcome === 'unknown') throw apiError('not_in_spfe', {});
}

async function giveOrder(
  context: OrderContext,
  order: DeliveryOrder,
  key: string,
  sha256: Buffer,
): Promise<OrderOutcome> {
  const { pool, organizationId, tokenHash, invoiceId, now } = context;
  const statement = await buildStatement();
  return (await queryAsOrganization(pool, organizationId, statement)).rows[0]!.outcome;

  async function buildStatement() {
    switch (order.action) {
      case 'withdraw':
        return sql.orderWithdrawal(tokenHash, now, key, sha256, invoiceId, order.reason);
      case 'resend':
        return sql.orderVersion(tokenHash, now, key, sha256, invoiceId, order.reason);
      case 'facts': {
        const { fact, isSo } = order;
        const settlement = readSettlement(await readIssued(context));
        const { dueOn } = settlement ?? { dueOn: null };
        return sql.recordFact(tokenHash, now, key, sha256, invoiceId, fact, isSo, dueOn, settlement === null);
      }
      case 'default': {
        const { dueOn, goodsReceivedOn, invoiceReceivedOn } = await judge(context, order.input);
        return sql.reportDefault(
          tokenHash,
          now,
          key,
          sha256,
          invoiceId,
          dueOn,
          goodsReceivedOn,
          invoiceReceivedOn,
        );
      }
    }
  }
}

async function judge(context: OrderContext, input: SpfeDefaultInput) {
  const document = await readIssued(context);
  const judged = judgeDefault(input, {
    issueDate: document.issueDate,
    today: todayInMadrid(context.now),
  });
  if ('findings' in judged) throw new ApiError(refuseFindings(judged.findings));
  if (document.paid === true || readCents(document.totals.payable) <= 0n)
    throw apiError('spfe_default_of_settled', {});
  return judged.reported;
}

/** Reads the document of an invoice that has a delivery. */
async function readIssued({ pool, organizationId, invoiceId }: OrderContext): Promise<InvoiceDocument> {
  if ((await getDelivery(pool, organizationId, invoiceId)) === null) throw apiError('not_in_spfe', {});
  return readIssuedDocument(pool, organizationId, invoiceId);
}

async function explainOrder(
  { pool, organizationId, invoiceId }: OrderContext,
  order: DeliveryOrder,
  outcome: Exclude<OrderOutcome, 'done' | 'known'>,
): Promise<ApiError> {
  const right = order.action === 'default' ? 'payments' : 'correct';
  if (outcome === 'forbidden') return apiError('missing_right', { right });
  if (outcome === 'reused') return apiError('reused_idempotency_key', {});
  if (outcome === 'settled') return apiError('spfe_default_of_settled', {});
  if (outcome === 'open') return apiError('spfe_default_reported', {});
  const delivery = await getDelivery(pool, organizationId, invoiceId);
  if (delivery === null) return apiError('not_in_spfe', {});
  const { state, channel, missing } = delivery;
  if (outcome === 'channel') return apiError('spfe_no_copy', { channel });
  if (outcome === 'fact') {
    const named = (missing ?? []).join(', ');
    return apiError('spfe_fact_known', { missing: named });
  }
  const word = formatMessage(`spfe_is_${state}`);
  switch (order.action) {
    case 'withdraw':
      return apiError('spfe_not_withdrawable', { state: word });
    case 'resend':
      return apiError('spfe_not_resendable', { state: word });
    case 'facts':
      return apiError('spfe_without_missing_facts', { state: word });
    case 'default':
      return apiError('spfe_default_of_undelivered', { state: word });
  }
}
