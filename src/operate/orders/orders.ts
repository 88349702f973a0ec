import type { DashboardOrder } from '../../contracts/acts.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { statementsBeside } from '../../platform/postgres/statement.ts';
import { callAsActor } from '../statements/dashboard-acts.ts';
import type { NewCorrection } from '../statements/corrections.ts';

/* Corrections that operators order in the dashboard, and workers carry out (ops/adr/0035). */

const loadStatement = statementsBeside(import.meta.url);

const INSERT_ORDER = loadStatement('insert-order');
const FIND_ORDER = loadStatement('find-order');
const FIND_OPEN_ORDER = loadStatement('find-open-order');
const LIST_OPEN_ORDERS = loadStatement('list-open-orders');
const SETTLE_ORDER = loadStatement('settle-order');
const STORE_ORDERED_CORRECTION = loadStatement('store-ordered-correction');

export type Wish = 'annul' | 'resend';

type Wanted = {
  readonly invoiceId: number;
  readonly wish: Wish;
  readonly isRecipientOutsideCensus: boolean;
};

/** @returns its id; null where there is no such issued invoice, or an order for it is open. @throws ActorRefused */
export async function insertOrder(
  connection: Connection,
  order: DashboardOrder,
  { invoiceId, wish, isRecipientOutsideCensus }: Wanted,
): Promise<number | null> {
  const values = [invoiceId, wish, isRecipientOutsideCensus];
  return (await callAsActor<{ id: number | null }>(connection, INSERT_ORDER, order, values)).id;
}

export type CorrectionOrder = {
  readonly id: number;
  readonly organizationId: number;
  readonly invoiceId: number;
  readonly wish: Wish;
  readonly operator: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly orderedAt: number;
  /** null: no worker has carried it out yet. `late`: none came by in time. */
  readonly outcome: 'done' | 'refused' | 'late' | null;
  readonly told: string | null;
};

export async function findOrder(connection: Connection, id: number): Promise<CorrectionOrder | null> {
  const { rows } = await connection.query<CorrectionOrder>({ ...FIND_ORDER, values: [id] });
  return rows[0] ?? null;
}

/** The order for an invoice that is not carried out yet. */
export async function findOpenOrder(connection: Connection, invoiceId: number): Promise<number | null> {
  const { rows } = await connection.query<{ id: number }>({ ...FIND_OPEN_ORDER, values: [invoiceId] });
  return rows[0]?.id ?? null;
}

export type OpenOrder = Wanted & {
  readonly id: number;
  readonly reason: string;
  readonly ageSeconds: number;
};

export async function listOpenOrders(connection: Connection, most: number): Promise<OpenOrder[]> {
  const { rows } = await connection.query<OpenOrder>({ ...LIST_OPEN_ORDERS, values: [most] });
  return rows;
}

/** Ends an order that was not carried out. @returns false where another worker has ended it. */
export async function settleOrder(
  connection: Connection,
  id: number,
  outcome: 'refused' | 'late',
  told: string,
): Promise<boolean> {
  const { rowCount } = await connection.query({ ...SETTLE_ORDER, values: [id, outcome, told] });
  return rowCount === 1;
}

/**
 * Stores the correction of an order with its record, the moved head of its chain, the act and the order's end. The caller holds the chain, in the scope of its organization.
 * @returns false where another worker has ended it: then nothing is stored.
 */
export async function storeOrderedCorrection(
  connection: Connection,
  orderId: number,
  { record, kind }: Pick<NewCorrection, 'record' | 'kind'>,
  now: Date,
): Promise<boolean> {
  const { chainId, sequence, previousHash, hash, xml } = record;
  const { rows } = await connection.query<{ stored: boolean }>({
    ...STORE_ORDERED_CORRECTION,
    values: [orderId, now, kind, chainId, sequence, previousHash, hash, xml],
  });
  return rows[0]!.stored;
}
