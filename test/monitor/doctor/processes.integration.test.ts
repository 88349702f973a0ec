import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSilentServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRegistry } from '#src/platform/telemetry/metrics/open-registry.ts';
import { testLogger } from '../../support/test-logger.ts';
import { openOpsServer } from '#src/platform/telemetry/ops-server.ts';
import { freePort } from '../../support/processes.ts';
import { runCli } from '../../support/run-cli.ts';
import { examine } from './examine.ts';

const DATABASE_URL = 'postgres://a:b@127.0.0.1:1/c';

describe('the doctor’s check of ports', () => {
  const look = (port: number, more: NodeJS.ProcessEnv = {}) =>
    examine('port', { worker: { DATABASE_URL, OPS_PORT: String(port), ...more } });

  it('finds a process that is ready, one that is not, another program, and a closed port', async () => {
    const state = { ready: true, checks: { database: 'ok' } };
    const registry = openRegistry('worker');
    const options = { host: '127.0.0.1', port: 0, registry, logger: testLogger, isReady: async () => state };
    await using ops = await openOpsServer(options);
    await expect(look(ops.port)).resolves.toEqual([
      `ok | worker | process ${process.pid} is ready, http://127.0.0.1:${ops.port}`,
    ]);
    Object.assign(state, { ready: false, checks: { database: 'not reachable', redis: 'ok' } });
    await expect(look(ops.port)).resolves.toEqual([
      `fail | worker | process ${process.pid} is not ready: database: not reachable`,
    ]);
    const stranger = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    onTestFinished(() => void stranger.close());
    const { port } = stranger.address() as { port: number };
    await expect(look(port)).resolves.toEqual([expect.stringMatching(/^fail .*something else listens/)]);
    await expect(look(await freePort())).resolves.toEqual([
      expect.stringMatching(/^warn .*no process answers on .*ECONNREFUSED/),
    ]);
  });

  it('finds a process that listens but does not answer', async () => {
    const silent = createSilentServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    await expect(look(port)).resolves.toEqual([
      `fail | worker | http://127.0.0.1:${port} accepts connections but does not answer within 10 s: the process hangs or is stopped (ps -o pid,stat shows T)`,
    ]);
  });

  it('finds an ingress whose public port differs from the settings', async () => {
    const registry = openRegistry('worker');
    const isReady = async () => ({ ready: true, checks: {} });
    await using ops = await openOpsServer({
      host: '127.0.0.1',
      port: 0,
      registry,
      logger: testLogger,
      isReady,
    });
    const PORT = String(await freePort());
    const ingress = { DATABASE_URL, OPS_PORT: String(ops.port), PORT };
    await expect(examine('port', { ingress })).resolves.toEqual([
      `fail | ingress | nothing listens on 127.0.0.1:${PORT}`,
    ]);
  });

  it('finds two processes with the same port', async () => {
    const found = await examine('port', { ingress: { DATABASE_URL }, 'worker-pdfs': { DATABASE_URL } });
    expect(found).toEqual(['fail | port | 9464 is OPS_PORT of ingress and OPS_PORT of worker-pdfs']);
  });
});

describe('the doctor’s check of the browser', () => {
  const look = (CHROMIUM_PATH: string) => examine('chromium', { worker: { DATABASE_URL, CHROMIUM_PATH } });

  it('renders with the browser of the workers', async () => {
    const found = await look(process.env['CHROMIUM_PATH']!);
    expect(found[0]).toMatch(/^(?:ok|warn) \| render \| started and rendered in [\d.]+ s/);
    expect(found.map((line) => line.split(' | ')[1])).toEqual(['render', 'sandbox']);
  });

  it('finds a browser that does not start', async () => {
    await expect(look('/bin/false')).resolves.toEqual([
      expect.stringMatching(/^fail \| chromium \| it does not start: /),
    ]);
  });
});

it('the doctor prints JSON, and ends with code 3 if the checks could not run', async () => {
  const settings = { DATABASE_URL, REDIS_URL: 'redis://127.0.0.1:1', AEAT_URL: 'http://127.0.0.1:1' };
  const { code, out } = await runCli(
    'doctor',
    ['--json', '--process', 'ingress', '--process', 'commands'],
    settings,
  );
  expect(code).toBe(2);
  const lines = JSON.parse(out) as { check: string; severity: string; says: string; fix?: string }[];
  expect(lines).toContainEqual({
    check: 'redis',
    severity: 'fail',
    says: 'not reachable: ECONNREFUSED',
    fix: 'start Redis, or correct REDIS_URL',
  });
  await expect(runCli('doctor', ['--settings', '/nowhere'], settings)).resolves.toEqual({
    code: 3,
    out: '',
    err: '/nowhere cannot be read: ENOENT\n',
  });
});
