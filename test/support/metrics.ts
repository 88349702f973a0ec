import { Registry } from 'prom-client';
import { JOBS } from '../../src/queue/catalog.ts';
import { countPool, showRedis } from '../../src/telemetry/metrics/connection-metrics.ts';
import { measureDisks } from '../../src/telemetry/metrics/disk-metrics.ts';
import { createHintMetrics } from '../../src/telemetry/metrics/hint-metrics.ts';
import { createIngressMetrics } from '../../src/telemetry/metrics/ingress-metrics.ts';
import { createIssuingMetrics } from '../../src/telemetry/metrics/issuing-metrics.ts';
import { createJobMetrics } from '../../src/telemetry/metrics/job-metrics.ts';
import { openRegistry } from '../../src/telemetry/metrics/open-registry.ts';
import { createReconcilingMetrics } from '../../src/telemetry/metrics/reconciling-metrics.ts';
import { createRemissionMetrics } from '../../src/telemetry/metrics/remission-metrics.ts';
import { createRenderingMetrics } from '../../src/telemetry/metrics/rendering-metrics.ts';
import { showReadiness } from '../../src/telemetry/metrics/show-readiness.ts';
import { createWebhookMetrics } from '../../src/telemetry/metrics/webhook-metrics.ts';
import { createWorkMetrics } from '../../src/telemetry/metrics/work-metrics.ts';
import { countQueues } from '../../src/telemetry/queue-metrics.ts';

const jobs = Object.keys(JOBS);

const createWorkerMetrics = (registry: Registry) => ({
  ...createHintMetrics(registry, jobs),
  ...createJobMetrics(registry),
  ...createIssuingMetrics(registry),
  ...createRenderingMetrics(registry),
  ...createRemissionMetrics(registry),
  ...createWebhookMetrics(registry),
  ...createReconcilingMetrics(registry, jobs),
  ...createWorkMetrics(registry),
});

/**
 * The metrics of every duty in one registry, for tests that play several processes. Without what Node tells of itself: that wakes the process a hundred times a second
 * until its end, for every registry.
 */
export function createMetrics() {
  const registry = new Registry();
  return { registry, ...createIngressMetrics(registry), ...createWorkerMetrics(registry) };
}

/** The registry of a process as it opens it; `test/telemetry/exports.integration.test.ts` compares them with the real ones. */
export function openRegistryOf(process: 'ingress' | 'worker' | 'dashboard'): Registry {
  const registry = openRegistry(process);
  showReadiness(registry, async () => ({ checks: { redis: 'ok' } }));
  showRedis(registry, { status: 'ready' });
  if (process !== 'ingress') countQueues(registry, new Map());
  if (process === 'dashboard') return registry;
  countPool(registry, { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 10 } });
  if (process === 'ingress') {
    createHintMetrics(registry, jobs);
    createIngressMetrics(registry);
    return registry;
  }
  measureDisks(registry, ['/tmp']);
  createWorkerMetrics(registry);
  return registry;
}
