import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../../config/software.ts';

export type { Registry } from 'prom-client';

/**
 * Gauges that prom-client names like counters. The metrics without `_total` contain the same by
 * type.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Opens the metrics of a process, with Node's default metrics and the running version. Each duty
 * adds its own (`create…Metrics`), so that a process exports only metrics that it measures. Units
 * are seconds and bytes. Labels have few values: never a NIF or a path with an id.
 */
export function openRegistry(process: 'ingress' | 'worker' | 'dashboard'): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const info = new Gauge({
    name: 'invoice_engine_build_info',
    help: 'Always 1; the labels are the kind and the version of this process',
    labelNames: ['process', 'version'] as const,
    registers: [registry],
  });
  info.set({ process, version: VERSION }, 1);
  return registry;
}
