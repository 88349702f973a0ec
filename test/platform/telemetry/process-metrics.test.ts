import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { countPool, showRedis } from '#src/platform/telemetry/metrics/connection-metrics.ts';
import { watchDisks } from '#src/platform/telemetry/watch-disks.ts';
import { measureDisks } from '#src/platform/telemetry/metrics/disk-metrics.ts';
import { openRegistry } from '#src/platform/telemetry/metrics/open-registry.ts';
import { showReadiness } from '#src/platform/telemetry/metrics/show-readiness.ts';

describe('the metrics of a process about itself', () => {
  it('show each check of /readyz and omit checks that no longer exist', async () => {
    const registry = openRegistry('worker');
    let checks: Record<string, string> = { database: 'ok', redis: 'refuses writes: out of memory' };
    showReadiness(registry, async () => ({ checks }));
    const read = async () =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith('invoice_engine_check_ok{'));
    expect(await read()).toEqual([
      'invoice_engine_check_ok{check="database"} 1',
      'invoice_engine_check_ok{check="redis"} 0',
    ]);
    checks = { process: 'draining' };
    expect(await read()).toEqual(['invoice_engine_check_ok{check="process"} 0']);
  });

  it('show whether it is connected to Redis', async () => {
    const registry = openRegistry('ingress');
    const connection = { status: 'reconnecting' };
    showRedis(registry, connection);
    expect(await registry.metrics()).toContain('\ninvoice_engine_redis_up 0\n');
    connection.status = 'ready';
    expect(await registry.metrics()).toContain('\ninvoice_engine_redis_up 1\n');
  });

  it('count its busy and idle connections to PostgreSQL and the work that waits for one', async () => {
    const registry = openRegistry('ingress');
    countPool(registry, { totalCount: 10, idleCount: 3, waitingCount: 2, options: { max: 10 } });
    const text = await registry.metrics();
    expect(text).toContain('invoice_engine_database_pool_connections{state="idle"} 3');
    expect(text).toContain('invoice_engine_database_pool_connections{state="busy"} 7');
    expect(text).toContain('invoice_engine_database_pool_waiting 2');
    expect(text).toContain('invoice_engine_database_pool_limit 10');
  });

  it('show the free space of directories and omit those that do not exist', async () => {
    const registry = openRegistry('worker');
    using disks = watchDisks([tmpdir(), '/nowhere/at/all']);
    measureDisks(registry, disks);
    const text = await registry.metrics();
    const [, free] =
      new RegExp(`^invoice_engine_disk_free_bytes\\{directory="${tmpdir()}"\\} (\\d+)$`, 'm').exec(text) ??
      [];
    const [, size] =
      new RegExp(`^invoice_engine_disk_size_bytes\\{directory="${tmpdir()}"\\} (\\d+)$`, 'm').exec(text) ??
      [];
    expect(Number(free)).toBeGreaterThan(0);
    expect(Number(size)).toBeGreaterThanOrEqual(Number(free));
    expect(text).not.toContain('nowhere');
  });
});
