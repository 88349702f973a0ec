import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isReady } from '../../../../ops/local/engine/engine-process.ts';
import { testLogger } from '../../../support/test-logger.ts';
import { createMetrics } from '../../../support/metrics.ts';
import { openOpsServer } from '../../../../src/platform/telemetry/ops-server.ts';

it('a process is ready if it reports that itself, not if another process answers on its port', async () => {
  await using server = await openOpsServer({
    host: '127.0.0.1',
    port: 0,
    registry: createMetrics().registry,
    isReady: () => Promise.resolve({ ready: true, checks: {} }),
    logger: testLogger,
  });
  expect(await isReady(server.port, process.pid)).toBe(true);
  for (const other of [process.pid + 1, undefined]) expect(await isReady(server.port, other)).toBe(false);
});

it('an unrelated server that answers every request is not taken for the process', async () => {
  const stranger = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  onTestFinished(() => void stranger.close());
  await once(stranger, 'listening');
  expect(await isReady((stranger.address() as AddressInfo).port, process.pid)).toBe(false);
});
