import { Counter, Histogram, type Registry } from 'prom-client';

const BATCH_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export type IssuingMetrics = ReturnType<typeof createIssuingMetrics>;

/** Creates the metrics of a worker that issues batches. */
export function createIssuingMetrics(registry: Registry) {
  const registers = [registry];
  return {
    batchSeconds: new Histogram({
      name: 'invoice_engine_batch_processing_seconds',
      help: 'Time that a worker needed to issue a batch, in seconds',
      buckets: BATCH_SECONDS,
      registers,
    }),
    invoicesIssued: new Counter({
      name: 'invoice_engine_invoices_issued_total',
      help: 'Number of issued invoices',
      registers,
    }),
    invoicesFailed: new Counter({
      name: 'invoice_engine_invoices_failed_total',
      help: 'Number of invoices that failed during processing',
      registers,
    }),
  };
}
