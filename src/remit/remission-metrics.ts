import { Counter, Gauge, type Registry } from 'prom-client';

export type RemissionMetrics = ReturnType<typeof createRemissionMetrics>;

/** Creates the metrics of a worker that sends records to AEAT. */
export function createRemissionMetrics(registry: Registry) {
  const registers = [registry];
  const metrics = {
    submissions: new Counter({
      name: 'invoice_engine_aeat_submissions_total',
      help: 'Number of attempts to send an envelope to AEAT, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    recordsAnswered: new Counter({
      name: 'invoice_engine_aeat_records_total',
      help: 'Number of registration records that AEAT answered, by state',
      labelNames: ['state'] as const,
      registers,
    }),
    siiMessages: new Counter({
      name: 'invoice_engine_sii_messages_total',
      help: 'Number of attempts to send a message to SII, by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    siiEntries: new Counter({
      name: 'invoice_engine_sii_entries_total',
      help: 'Number of entries that SII answered, by state; unsettled ones are sent again',
      labelNames: ['state'] as const,
      registers,
    }),
    siiComparisons: new Counter({
      name: 'invoice_engine_sii_comparisons_total',
      help: "Number of comparisons of a period of AEAT's book in SII with the entries, by outcome",
      labelNames: ['outcome'] as const,
      registers,
    }),
    clockSkew: new Gauge({
      name: 'invoice_engine_aeat_clock_skew_seconds',
      help: "AEAT's clock minus the database's clock at the last answer to this worker, in seconds",
      registers,
    }),
  };
  for (const outcome of ['answered', 'incomplete', 'fault', 'halted'])
    metrics.submissions.inc({ outcome }, 0);
  for (const outcome of ['equal', 'different', 'given_up']) metrics.siiComparisons.inc({ outcome }, 0);
  for (const outcome of ['answered', 'fault', 'halted', 'look_up']) metrics.siiMessages.inc({ outcome }, 0);
  for (const state of ['accepted', 'accepted_with_errors', 'rejected'])
    metrics.recordsAnswered.inc({ state }, 0);
  for (const state of ['accepted', 'accepted_with_errors', 'rejected', 'withdrawn', 'unsettled'])
    metrics.siiEntries.inc({ state }, 0);
  // AEAT's clock is unknown before its first answer, and a value of 0 would be wrong.
  metrics.clockSkew.remove();
  return metrics;
}
