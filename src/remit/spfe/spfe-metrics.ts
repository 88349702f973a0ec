import { Counter, type Registry } from 'prom-client';
import { SPFE_OUTCOMES, SPFE_SERVICES, SPFE_VERDICTS } from '../../contracts/spfe.ts';

export type SpfeMetrics = ReturnType<typeof createSpfeMetrics>;

/** Creates the metrics of a worker that sends invoices to the SPFE. */
export function createSpfeMetrics(registry: Registry) {
  const registers = [registry];
  const metrics = {
    spfeRequests: new Counter({
      name: 'invoice_engine_spfe_requests_total',
      help: 'Number of requests to the public solution of electronic invoices, by service and outcome',
      labelNames: ['service', 'outcome'] as const,
      registers,
    }),
    spfeMembers: new Counter({
      name: 'invoice_engine_spfe_members_total',
      help: 'Number of deliveries and messages in requests to the public solution, by verdict',
      labelNames: ['verdict'] as const,
      registers,
    }),
  };
  for (const verdict of SPFE_VERDICTS) metrics.spfeMembers.inc({ verdict }, 0);
  // The pages of comparisons are not counted.
  for (const service of SPFE_SERVICES.filter((each) => each !== 'list'))
    for (const outcome of [...SPFE_OUTCOMES, 'halted', 'late'])
      metrics.spfeRequests.inc({ service, outcome }, 0);
  return metrics;
}
