import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Buckets from quick reads to a large create. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type IngressMetrics = ReturnType<typeof createIngressMetrics>;

/** Creates the metrics of an ingress. */
export function createIngressMetrics(registry: Registry) {
  const registers = [registry];
  const metrics = {
    batchesReceived: new Counter({
      name: 'invoice_batches_received_total',
      help: 'Batches accepted, replays not counted',
      registers,
    }),
    invoicesReceived: new Counter({
      name: 'invoices_received_total',
      help: 'Invoices of accepted batches, by the result of their validation',
      labelNames: ['result'] as const,
      registers,
    }),
    idempotentReplays: new Counter({
      name: 'idempotent_replays_total',
      help: 'Create requests answered from a stored answer',
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer, by route pattern',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: REQUEST_SECONDS,
      registers,
    }),
    bodyBytes: new Gauge({
      name: 'http_body_bytes',
      help: 'Bytes that request bodies in flight have room for',
      registers,
    }),
    bodiesRefused: new Counter({
      name: 'http_bodies_refused_total',
      help: 'Requests answered 503 because their body had no room, by what had none',
      labelNames: ['share'] as const,
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'http_connections_refused_total',
      help: 'Connections that were closed at once, by what had no room: one client, or all',
      labelNames: ['share'] as const,
      registers,
    }),
    hintFailures: new Counter({
      name: 'hint_failures_total',
      help: 'Hints that Redis did not take; the reconciler repeats them',
      registers,
    }),
  };
  // Initialized with 0, because a counter that exists from the start has a rate from its first increment.
  for (const share of ['process', 'organization']) metrics.bodiesRefused.inc({ share }, 0);
  for (const share of ['client', 'all']) metrics.connectionsRefused.inc({ share }, 0);
  for (const result of ['valid', 'invalid']) metrics.invoicesReceived.inc({ result }, 0);
  return metrics;
}
