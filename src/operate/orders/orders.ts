import type { CorrectionAction } from '../../contracts/correction-input.ts';
import { sql } from '@mikro-orm/core';
import type { DashboardOrder } from '../../contracts/acts.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import type { EntityManager } from '../../platform/postgres/open-database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as statements from './orders.sql.ts';
import { callAsActor } from '../statements/dashboard-acts.ts';
import type { NewCorrection } from '../statements/corrections.ts';
import { CorrectionOrderRow } from '../../platform/postgres/rows/correction-rows.ts';

/*
 * Corrections that operators order in the dashboard and workers carry out (ops/adr/0035).
 *
 * States of an order: open (outcome null) → done (the correction is stored), refused (a rule does
 * not allow it), or late (no worker carried it out within ten minutes).
 */

type Wanted = {
  readonly invoiceId: number;
  readonly action: CorrectionAction;
  readonly isRecipientOutsideCensus: boolean;
};

/**
 * Stores an order.
 * @returns its id, or null if the issued invoice does not exist or an order for it is open.
 * @throws ActorRefused
 */
export async function insertOrder(
  em: EntityManager,
  order: DashboardOrder,
  { invoiceId, action, isRecipientOutsideCensus }: Wanted,
): Promise<number | null> {
  const id = await callAsActor<string | null>(em, 'order_correction', order, [
    invoiceId,
    action,
    isRecipientOutsideCensus,
  ]);
  return id === null ? null : Number(id);
}

export type CorrectionOrder = {
  readonly id: number;
  readonly organizationId: number;
  readonly invoiceId: number;
  readonly action: CorrectionAction;
  readonly operator: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly orderedAt: number;
  /** null while the order is open; `late` if no worker carried it out in time. */
  readonly outcome: 'done' | 'refused' | 'late' | null;
  readonly message: string | null;
};

/** Returns the order with this id, or null. */
export async function findOrder(em: EntityManager, id: number): Promise<CorrectionOrder | null> {
  const row = await em.findOne(
    CorrectionOrderRow,
    { id },
    {
      fields: [
        'organizationId',
        'issuedInvoiceId',
        'action',
        'operator',
        'reason',
        'orderedAt',
        'outcome',
        'message',
      ],
    },
  );
  if (row === null) return null;
  const { organizationId, issuedInvoiceId, action, operator, reason, orderedAt, outcome, message } = row;
  return {
    id,
    organizationId,
    invoiceId: issuedInvoiceId,
    action,
    operator,
    reason,
    orderedAt: orderedAt.getTime(),
    outcome: outcome ?? null,
    message: message ?? null,
  };
}

/** Returns the id of the open order for an invoice, or null. */
export async function findOpenOrder(em: EntityManager, invoiceId: number): Promise<number | null> {
  const open = { issuedInvoiceId: invoiceId, settledAt: null };
  const found = await em.findOne(CorrectionOrderRow, open, { fields: ['id'] });
  return found?.id ?? null;
}

export type OpenOrder = Wanted & {
  readonly id: number;
  readonly reason: string;
  /** Time of the order in milliseconds since 1970, by the clock of the database. */
  readonly orderedAt: number;
};

/** Lists the open orders, oldest first. */
export async function listOpenOrders(em: EntityManager, most: number): Promise<OpenOrder[]> {
  const found = await em.find(
    CorrectionOrderRow,
    { settledAt: null },
    {
      fields: ['issuedInvoiceId', 'action', 'reason', 'isRecipientOutsideCensus', 'orderedAt'],
      orderBy: { id: 'asc' },
      limit: most,
    },
  );
  return found.map(({ id, issuedInvoiceId, action, reason, isRecipientOutsideCensus, orderedAt }) => ({
    id,
    invoiceId: issuedInvoiceId,
    action,
    reason,
    isRecipientOutsideCensus,
    orderedAt: orderedAt.getTime(),
  }));
}

/**
 * Ends an order that was not carried out.
 * @returns false if another worker has already ended it.
 */
export async function settleOrder(
  em: EntityManager,
  id: number,
  outcome: 'refused' | 'late',
  message: string,
): Promise<boolean> {
  const settled = { settledAt: sql.now(), outcome, message };
  return (await em.nativeUpdate(CorrectionOrderRow, { id, settledAt: null }, settled)) === 1;
}

/**
 * Stores the correction of an order: its record, the moved head of its chain, the act and the end
 * of the order. The caller holds the lock of the chain, in the scope of its organization.
 * @returns false if another worker has ended the order; then nothing is stored.
 */
export async function storeOrderedCorrection(
  connection: Connection,
  orderId: number,
  { record, kind }: Pick<NewCorrection, 'record' | 'kind'>,
  now: Date,
): Promise<boolean> {
  const { chainId, sequence, previousHash, hash, xml } = record;
  const { rows } = await query(
    connection,
    statements.storeOrderedCorrection(orderId, now, kind, chainId, sequence, previousHash, hash, xml),
  );
  return rows[0]!.stored;
}
