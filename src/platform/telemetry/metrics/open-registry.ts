import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../../config/software.ts';

export type { Registry } from 'prom-client';

/** Gauges that prom-client names like counters; what they sum up is in the ones beside them. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Opens the metrics of a process: what Node tells of itself, and which version runs. Each duty adds its own (`create…Metrics`), so that a process
 * exports what it knows and nothing else. Units are seconds and bytes, and labels stay few: never a NIF, or a path with an id.
 */
export function openRegistry(process: 'ingress' | 'worker' | 'dashboard'): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const info = new Gauge({
    name: 'engine_build_info',
    help: 'Always 1; which kind of process this is, and of which version',
    labelNames: ['process', 'version'] as const,
    registers: [registry],
  });
  info.set({ process, version: VERSION }, 1);
  return registry;
}
