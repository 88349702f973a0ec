import { listOpenOrders, type OpenOrder, settleOrder } from './orders/orders.ts';
import type { JobQueues } from '../platform/jobs/job-queues.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { MonthArchivedError } from '../platform/postgres/partitions/archived-months.ts';
import { type CorrectContext, correctInvoice, InvoiceNotIssued } from './correct-invoice.ts';
import { CorrectionRefused, OrderSettled } from './correction-order.ts';
import { buildCorrectionJobs } from './correction-jobs.ts';

export type CarryOutContext = Omit<CorrectContext, 'activeLineage'> & {
  readonly jobQueues: Pick<JobQueues, 'send'>;
  readonly logger: Logger;
  readonly recallLineage: () => Promise<string | null>;
};

const MAX_ORDERS = 10;
/**
 * Maximum age of an order. After ten minutes its operator has done something else and no longer
 * expects it.
 */
const LATE_MS = 600_000;

/**
 * Carries out the corrections that operators ordered in the dashboard. Several workers may run it
 * concurrently: each order is carried out once.
 * @returns the number of orders that ended.
 * @throws if the database is unavailable; remaining orders stay open.
 */
export async function carryOutOrders(context: CarryOutContext): Promise<number> {
  let ended = 0;
  for (const order of await listOpenOrders(context.orm.em.fork(), MAX_ORDERS)) {
    // The orders run one after the other, because they may belong to the same chain.
    if (await carryOut(context, order)) ended += 1;
  }
  return ended;
}

async function carryOut(context: CarryOutContext, order: OpenOrder): Promise<boolean> {
  const { orm, jobQueues, logger, recallLineage } = context;
  const { id: orderId, orderedAt, ...wanted } = order;
  const isLate = context.now().getTime() - orderedAt > LATE_MS;
  if (isLate) return settleOrder(orm.em.fork(), orderId, 'late', LATE);
  try {
    const activeLineage = await recallLineage();
    const corrected = await correctInvoice({ ...context, activeLineage }, { ...wanted, orderId });
    logger.info({ orderId, invoiceId: order.invoiceId, action: order.action }, 'An order was carried out');
    // The reconciler finds the record if the job is lost.
    await jobQueues.send(buildCorrectionJobs(corrected, order.invoiceId)).catch(() => {});
    return true;
  } catch (error) {
    if (error instanceof OrderSettled) return false;
    const isRefusal =
      error instanceof CorrectionRefused ||
      error instanceof InvoiceNotIssued ||
      error instanceof MonthArchivedError;
    if (!isRefusal) throw error;
    return settleOrder(orm.em.fork(), orderId, 'refused', error.message);
  }
}

const LATE = 'No worker carried it out within ten minutes, so it expired. Give the order again';
