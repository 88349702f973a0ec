import { createRenderPaces } from '../../src/render/render-paces.ts';
import { testLogger } from './test-logger.ts';
import type { TestApi } from './api.ts';
import { KEPT_INSIDE } from './kept-inside.ts';
import { createMetrics } from './metrics.ts';
import { UNTRACED } from './untraced.ts';

/**
 * Returns a worker's context of rendering without the renderer: it stores into PostgreSQL, uses one
 * browser pool and does not log.
 */
export function printingContext(api: Pick<TestApi, 'workers' | 'clock'>) {
  return {
    ...UNTRACED,
    ...KEPT_INSIDE,
    pool: api.workers.pool,
    slow: new Set<number>(),
    paces: createRenderPaces(),
    handOver: async () => {},
    logger: testLogger,
    now: () => api.clock.now,
    metrics: createMetrics(),
  };
}
