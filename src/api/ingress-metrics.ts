import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Buckets from quick reads to a large create. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type IngressMetrics = ReturnType<typeof createIngressMetrics>;

/** Creates the metrics of an ingress. */
export function createIngressMetrics(registry: Registry) {
  const registers = [registry];
  const metrics = {
    batchesReceived: new Counter({
      name: 'invoice_engine_invoice_batches_received_total',
      help: 'Number of accepted batches, without idempotent replays',
      registers,
    }),
    invoicesReceived: new Counter({
      name: 'invoice_engine_invoices_received_total',
      help: 'Number of invoices in accepted batches, by the result of their validation',
      labelNames: ['result'] as const,
      registers,
    }),
    idempotentReplays: new Counter({
      name: 'invoice_engine_idempotent_replays_total',
      help: 'Number of create requests answered with a stored answer',
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'invoice_engine_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer in seconds, by route pattern',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: REQUEST_SECONDS,
      registers,
    }),
    bodyBytes: new Gauge({
      name: 'invoice_engine_http_body_bytes',
      help: 'Bytes of memory reserved for request bodies in flight',
      registers,
    }),
    bodiesRefused: new Counter({
      name: 'invoice_engine_http_bodies_refused_total',
      help: 'Number of requests answered 503 because the memory budget for bodies was exhausted, by budget: of the organization, or of the process',
      labelNames: ['share'] as const,
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'invoice_engine_http_connections_refused_total',
      help: 'Number of connections closed on arrival, by exceeded limit: of one client, or of the process',
      labelNames: ['share'] as const,
      registers,
    }),
    enqueueFailures: new Counter({
      name: 'invoice_engine_enqueue_failures_total',
      help: 'Number of jobs that could not be enqueued because Redis failed; the reconciler enqueues them again',
      registers,
    }),
  };
  // Initialized with 0, because a counter that exists from the start has a rate from its first
  // increment.
  for (const share of ['process', 'organization']) metrics.bodiesRefused.inc({ share }, 0);
  for (const share of ['client', 'all']) metrics.connectionsRefused.inc({ share }, 0);
  for (const result of ['valid', 'invalid']) metrics.invoicesReceived.inc({ result }, 0);
  return metrics;
}
