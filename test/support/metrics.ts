import { Registry } from 'prom-client';
import { JOBS } from '../../src/platform/jobs/catalog.ts';
import { countPool, showRedis } from '../../src/platform/telemetry/metrics/connection-metrics.ts';
import { measureDisks } from '../../src/platform/telemetry/metrics/disk-metrics.ts';
import { createEnqueueMetrics } from '../../src/platform/telemetry/metrics/enqueue-metrics.ts';
import { createIngressMetrics } from '../../src/api/ingress-metrics.ts';
import { createIssuingMetrics } from '../../src/issue/issuing-metrics.ts';
import { createJobMetrics } from '../../src/platform/telemetry/metrics/job-metrics.ts';
import { openRegistry } from '../../src/platform/telemetry/metrics/open-registry.ts';
import { createReconcilingMetrics } from '../../workers/reconciling-metrics.ts';
import { createRemissionMetrics } from '#src/remit/remission-metrics.ts';
import { createSpfeMetrics } from '#src/remit/spfe/spfe-metrics.ts';
import { createRenderingMetrics } from '../../src/render/rendering-metrics.ts';
import { showReadiness } from '../../src/platform/telemetry/metrics/show-readiness.ts';
import { createWebhookMetrics } from '../../src/notify/webhook-metrics.ts';
import { createWorkMetrics } from '#src/monitor/work-metrics.ts';
import { countQueues } from '../../src/platform/telemetry/queue-metrics.ts';

const jobs = Object.keys(JOBS);

const createWorkerMetrics = (registry: Registry) => ({
  ...createEnqueueMetrics(registry, jobs),
  ...createJobMetrics(registry),
  ...createIssuingMetrics(registry),
  ...createRenderingMetrics(registry),
  ...createRemissionMetrics(registry),
  ...createSpfeMetrics(registry),
  ...createWebhookMetrics(registry),
  ...createReconcilingMetrics(registry, jobs),
  ...createWorkMetrics(registry),
});

/**
 * Creates the metrics of all duties in one registry, for tests that play several processes. Node's
 * own metrics are left out, because their collection would wake the process a hundred times a
 * second per registry until it ends.
 */
export function createMetrics() {
  const registry = new Registry();
  return { registry, ...createIngressMetrics(registry), ...createWorkerMetrics(registry) };
}

/** Opens the registry of a process as the process does. */
export function openRegistryOf(process: 'ingress' | 'worker' | 'dashboard'): Registry {
  const registry = openRegistry(process);
  showReadiness(registry, async () => ({ checks: { redis: 'ok' } }));
  showRedis(registry, { status: 'ready' });
  if (process !== 'ingress') countQueues(registry, new Map());
  if (process === 'dashboard') return registry;
  countPool(registry, { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 10 } });
  if (process === 'ingress') {
    createEnqueueMetrics(registry, jobs);
    createIngressMetrics(registry);
    return registry;
  }
  measureDisks(registry, { read: () => Promise.resolve([]) });
  createWorkerMetrics(registry);
  return registry;
}
