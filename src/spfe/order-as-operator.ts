import type { Pool } from 'pg';
import type { Order } from '../contracts/acts.ts';
import type { SpfeFact, SpfeWithdrawalReason } from '../contracts/spfe.ts';
import { withTransaction } from '../platform/postgres/database.ts';
import { query } from '../platform/postgres/statement.ts';
import type { OrderOutcome } from './delivery-rows.ts';
import * as sql from './spfe.sql.ts';

/** What an operator orders about a delivery. */
export type OperatorOrder =
  | { readonly action: 'withdraw'; readonly why: SpfeWithdrawalReason }
  | { readonly action: 'resend' }
  | {
      readonly action: 'facts';
      readonly fact: SpfeFact;
      readonly isSo: boolean;
      /** What AEAT is told if the invoice is collected; null if it states the day of its payment. */
      readonly settlement: { readonly dueOn: string | null } | null;
    };

/**
 * Carries out what an operator orders about the delivery of an invoice, and records the act
 * `spfe.order` if it was done.
 * @returns `unknown` if the invoice has no delivery, or what of the delivery does not allow it.
 */
export function orderAsOperator(
  pool: Pool,
  { organizationId, invoiceId }: { readonly organizationId: number; readonly invoiceId: number },
  order: OperatorOrder,
  { operator, reason }: Order,
  now: Date,
): Promise<OrderOutcome> {
  const { action } = order;
  const told = action === 'facts' ? order : null;
  const statement = sql.orderAsOperator(
    organizationId,
    invoiceId,
    action,
    reason,
    operator,
    now,
    action === 'withdraw' ? order.why : null,
    told?.fact ?? null,
    told?.isSo ?? null,
    told?.settlement?.dueOn ?? null,
    told === null ? null : told.settlement === null,
  );
  return withTransaction(pool, async (client) => {
    const { outcome } = (await query(client, statement)).rows[0]!;
    if (outcome !== 'done') return outcome;
    const { settlement: _none, ...details } = { settlement: null, ...order };
    await query(
      client,
      sql.recordSpfeOrder(operator, reason, organizationId, invoiceId, JSON.stringify(details)),
    );
    return outcome;
  });
}
