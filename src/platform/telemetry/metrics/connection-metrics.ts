import { Gauge, type Registry } from 'prom-client';

/** The counters of a pool of connections to PostgreSQL. */
type CountedPool = {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
};

/**
 * Adds the metrics of a process's connections to PostgreSQL: idle, busy, the limit, and the number
 * of callers that wait for one.
 */
export function countPool(registry: Registry, pool: CountedPool): void {
  const connections = new Gauge({
    name: 'invoice_engine_database_pool_connections',
    help: 'Number of open connections of this process to PostgreSQL, by state: idle or busy',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  const limit = new Gauge({
    name: 'invoice_engine_database_pool_limit',
    help: 'Maximum number of connections of this process to PostgreSQL',
    registers: [],
    collect() {
      this.set(pool.options.max);
    },
  });
  const waiting = new Gauge({
    name: 'invoice_engine_database_pool_waiting',
    help: 'Number of statements and transactions of this process that wait for a connection',
    registers: [],
    collect() {
      this.set(pool.waitingCount);
    },
  });
  for (const gauge of [connections, limit, waiting]) registry.registerMetric(gauge);
}

/** Adds `invoice_engine_redis_up`: whether the process is connected to Redis. */
export function showRedis(registry: Registry, connection: { readonly status: string }): void {
  const gauge = new Gauge({
    name: 'invoice_engine_redis_up',
    help: '1 while this process is connected to Redis, 0 while it is not',
    registers: [],
    collect() {
      this.set(connection.status === 'ready' ? 1 : 0);
    },
  });
  registry.registerMetric(gauge);
}
