import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testLogger } from '../support/test-logger.ts';
import { createMetrics } from '../support/metrics.ts';
import { openOpsServer } from '#src/platform/telemetry/ops-server.ts';

const PROGRAM = fileURLToPath(new URL('../../ops/docker/check-health.ts', import.meta.url));

async function checkHealth(port: number, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { OPS_PORT: String(port) },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'close');
  return code as number;
}

async function openAnswering(status: number | null) {
  const server = createServer((_request, response) => {
    if (status !== null) response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe("the containers' health check", () => {
  it('passes while the process answers; the readiness check passes only if it is ready', async () => {
    let ready = false;
    await using ops = await openOpsServer({
      host: '127.0.0.1',
      port: 0,
      registry: createMetrics().registry,
      isReady: async () => ({ ready, checks: {} }),
      logger: testLogger,
    });
    expect(await checkHealth(ops.port)).toBe(0);
    expect(await checkHealth(ops.port, 'readyz')).toBe(1);
    ready = true;
    expect(await checkHealth(ops.port, 'readyz')).toBe(0);
  });

  it.each([
    ['answers with an error', 500],
    ['does not answer', null],
  ])('fails within its time limit if the process %s', async (_way, status) => {
    await using stuck = await openAnswering(status);
    expect(await checkHealth(stuck.port)).toBe(1);
  });

  it('fails if nothing listens', async () => {
    const { port } = await openAnswering(200).then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server;
    });
    expect(await checkHealth(port)).toBe(1);
  });
});
