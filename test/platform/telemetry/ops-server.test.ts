import { describe, expect, it } from 'vitest';
import { openLogger } from '#src/platform/telemetry/logger.ts';
import { testLogger } from '../../support/test-logger.ts';
import { createMetrics } from '../../support/metrics.ts';
import { openOpsServer, type Readiness } from '#src/platform/telemetry/ops-server.ts';

const READY = { ready: true, checks: { database: 'ok' } };

async function openServer(isReady: () => Promise<Readiness> = async () => READY) {
  const lines: string[] = [];
  const logger = openLogger({
    level: 'info',
    process: 'test',
    destination: { write: (line) => lines.push(line) },
  });
  const { registry } = createMetrics();
  const server = await openOpsServer({ host: '127.0.0.1', port: 0, registry, isReady, logger });
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
  return { server, get, lines, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('the operations port', () => {
  it('answers /livez with 200 regardless of the dependencies', async () => {
    await using ops = await openServer(() => Promise.reject(new Error('down')));
    const answer = await ops.get('/livez');
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it.each([
    [200, READY, { status: 'ready', checks: { database: 'ok' } }],
    [
      503,
      { ready: false, checks: { redis: 'unreachable' } },
      { status: 'not ready', checks: { redis: 'unreachable' } },
    ],
  ])('answers /readyz with %i and the checks', async (status, readiness, body) => {
    await using ops = await openServer(async () => readiness);
    const answer = await ops.get('/readyz');
    expect([answer.status, await answer.json()]).toEqual([status, body]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['hangs', () => new Promise<never>(() => {})],
    ['fails', () => Promise.reject(new Error('password=hunter2'))],
  ])('answers /readyz with 503 when a check %s, without its message', async (_way, isReady) => {
    await using ops = await openServer(isReady);
    const answer = await ops.get('/readyz');
    expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('hunter2')]);
  });

  it('answers /readyz with 503 and /livez with 200 while the process drains', async () => {
    await using ops = await openServer();
    ops.server.markDraining();
    expect((await ops.get('/readyz')).status).toBe(503);
    expect((await ops.get('/livez')).status).toBe(200);
  });

  it('logs a change of readiness once', async () => {
    let ready = true;
    await using ops = await openServer(async () => ({ ready, checks: {} }));
    await ops.get('/readyz');
    await ops.get('/readyz');
    ready = false;
    await ops.get('/readyz');
    await ops.get('/readyz');
    const changes = ops.lines
      .filter((line) => line.includes('Readiness changed'))
      .map((line) => JSON.parse(line));
    expect(changes.map((line) => [line.level, line.ready])).toEqual([
      ['info', true],
      ['warn', false],
    ]);
  });

  it('serves /metrics in the Prometheus format', async () => {
    await using ops = await openServer();
    const answer = await ops.get('/metrics');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toContain('# TYPE invoice_engine_invoices_issued_total counter');
  });

  it.each([
    ['GET', '/'],
    ['GET', '/metrics/'],
    ['GET', '/api/v1/invoice_batches'],
    ['GET', '/LIVEZ'],
    ['POST', '/livez'],
    ['PUT', '/metrics'],
    ['DELETE', '/readyz'],
  ])('answers %s %s with 404', async (method, path) => {
    await using ops = await openServer();
    expect((await ops.get(path, { method })).status).toBe(404);
  });

  it('answers HEAD without a body', async () => {
    await using ops = await openServer();
    const answer = await ops.get('/livez', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('cannot be opened if the port is in use', async () => {
    await using first = await openServer();
    const { registry } = createMetrics();
    const { port } = first.server;
    await expect(
      openOpsServer({ host: '127.0.0.1', port, registry, isReady: async () => READY, logger: testLogger }),
    ).rejects.toThrow('EADDRINUSE');
  });

  it('closes even if a client keeps its connection open', async () => {
    const ops = await openServer();
    await ops.get('/livez');
    await ops.server[Symbol.asyncDispose]();
    await expect(ops.get('/livez')).rejects.toThrow('fetch failed');
  });
});
