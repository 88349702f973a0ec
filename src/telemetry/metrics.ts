import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** From quick reads to a large create. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const RENDER_SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Opens the metrics of a process in a registry of their own. Labels stay few: never a NIF, an id or a path with an id.
 * Durations are in seconds.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const count = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const time = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });

  const metrics = {
    registry,
    batchesReceived: count('invoice_batches_received_total', 'Batches accepted, replays not counted'),
    invoicesReceived: new Counter({
      name: 'invoices_received_total',
      help: 'Invoices of accepted batches, by the result of their validation',
      labelNames: ['result'] as const,
      registers,
    }),
    idempotentReplays: count('idempotent_replays_total', 'Create requests answered from a stored answer'),
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer, by route pattern',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: REQUEST_SECONDS,
      registers,
    }),
    bodyBytes: gauge('http_body_bytes', 'Bytes that request bodies in flight have room for'),
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
    batchSeconds: time('batch_processing_seconds', 'Time that a worker took to issue a batch', BATCH_SECONDS),
    invoicesIssued: count('invoices_issued_total', 'Invoices issued'),
    invoicesFailed: count('invoices_failed_total', 'Invoices that failed in processing'),
    renderSeconds: time('pdf_render_seconds', 'Time that Chromium took for a PDF', RENDER_SECONDS),
    pdfsRendered: count('pdfs_rendered_total', 'PDFs rendered and stored'),
    chromiumRestarts: count('chromium_restarts_total', 'Chromium started again after a crash or its quota'),
    chromiumUp: gauge(
      'chromium_up',
      '1 while Chromium is there or can be started, 0 while it does not start',
    ),
    parkedPdfs: gauge('pdfs_parked', 'Invoices whose prints took too long, left alone for a while'),
    submissions: new Counter({
      name: 'aeat_submissions_total',
      help: 'Tries to send an envelope to AEAT, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    recordsAnswered: new Counter({
      name: 'aeat_records_total',
      help: 'Registration records that AEAT answered, by its answer',
      labelNames: ['state'] as const,
      registers,
    }),
    pendingRecords: gauge('aeat_pending_records', 'Registration records that AEAT has not answered'),
    waitSeconds: gauge(
      'aeat_wait_seconds',
      'Longest time until a chain with unanswered records may send again, in seconds',
    ),
    clockSkew: gauge('aeat_clock_skew_seconds', "AEAT's clock minus this machine's, in seconds"),
    haltedChains: gauge('aeat_halted_chains', 'Chains that send nothing until an operator resumes them'),
    incidentChains: gauge('aeat_incident_chains', 'Chains whose records AEAT cannot be told at present'),
    uncomparedChains: gauge(
      'aeat_uncompared_chains',
      'Chains in which nothing is issued or sent until AEAT tells that it knows no more of them',
    ),
    uncomparedSeconds: gauge(
      'aeat_uncompared_wait_seconds',
      'How long the first of those chains has been waiting, in seconds; 0 when none is',
    ),
    certificateExpiry: gauge(
      'aeat_certificate_expiry_timestamp_seconds',
      'When the first certificate in use ends, or ended where no valid one took its place, in seconds since 1970; 0 when there is none',
    ),
    webhookAttempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Tries to deliver a webhook, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    webhooksGivenUp: count('webhooks_given_up_total', 'Webhooks that were not taken for three days'),
    webhooksWaiting: gauge('webhooks_waiting', 'Webhooks that were neither taken nor given up'),
    webhooksWaitSeconds: gauge(
      'webhooks_wait_seconds',
      'How long the first of them has been waiting, in seconds; 0 when none is',
    ),
    webhookEndpointsFailing: gauge(
      'webhook_endpoints_failing',
      'Webhook endpoints whose last try failed, or that are disabled',
    ),
    hintsSent: new Counter({
      name: 'reconciler_hints_total',
      help: 'Hints that the reconciler sent for due rows',
      labelNames: ['job'] as const,
      registers,
    }),
    due: new Gauge({
      name: 'reconciler_due',
      help: 'Due rows that the reconciler saw at its last look',
      labelNames: ['kind'] as const,
      registers,
    }),
    hintsRefused: new Counter({
      name: 'hints_refused_total',
      help: "Hints that were not sent, since their payload is not as their job's schema says: a fault of the program",
      labelNames: ['job'] as const,
      registers,
    }),
    jobsRefused: new Counter({
      name: 'jobs_refused_total',
      help: 'Jobs that a worker did not run, since it does not know their name or payload: a fault, or another version',
      labelNames: ['queue'] as const,
      registers,
    }),
    hintFailures: count('hint_failures_total', 'Hints that Redis did not take; the reconciler repeats them'),
  };
  // A counter that exists from the start has a rate from its first increment.
  for (const share of ['process', 'organization']) metrics.bodiesRefused.inc({ share }, 0);
  for (const share of ['client', 'all']) metrics.connectionsRefused.inc({ share }, 0);
  for (const result of ['valid', 'invalid']) metrics.invoicesReceived.inc({ result }, 0);
  // What stands in the database, and AEAT's clock, are known to whoever looks: elsewhere, and before the first look, a 0 would be a lie.
  for (const measured of [
    metrics.pendingRecords,
    metrics.waitSeconds,
    metrics.haltedChains,
    metrics.incidentChains,
    metrics.uncomparedChains,
    metrics.uncomparedSeconds,
    metrics.certificateExpiry,
    metrics.clockSkew,
    metrics.webhooksWaiting,
    metrics.webhooksWaitSeconds,
    metrics.webhookEndpointsFailing,
  ])
    measured.remove();
  return metrics;
}
