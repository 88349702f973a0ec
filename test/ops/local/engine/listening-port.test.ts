import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePorts, isPortFree } from '../../../../ops/local/servers/free-ports.ts';
import { pickListeningPort, pickOpsPorts } from '../../../../ops/local/engine/listening-port.ts';

async function occupyPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

function setPort(value: string): void {
  vi.stubEnv('PORT', value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('the port of the API under npm start', () => {
  it('is the usual one where that is free', async () => {
    setPort('');
    const [free = 0] = await findFreePorts(1);
    await expect(pickListeningPort('PORT', free)).resolves.toEqual({ port: free });
  });

  it('is another one where the usual one is in use, and that is told', async () => {
    setPort('');
    const used = await occupyPort();
    const { port, remark } = await pickListeningPort('PORT', used);
    expect(port).not.toBe(used);
    expect(remark).toContain(`Port ${used} is in use`);
  });

  it('is refused when it was asked for and is in use', async () => {
    const used = await occupyPort();
    setPort(String(used));
    await expect(pickListeningPort('PORT', 3000)).rejects.toThrow(`PORT ${used} is in use`);
  });

  it('is not said to be in use where HOST is no address of this machine: HOST is what is wrong', async () => {
    const [free = 0] = await findFreePorts(1);
    setPort(String(free));
    vi.stubEnv('HOST', '192.0.2.1');
    await expect(pickListeningPort('PORT', 3000)).rejects.toThrow(
      "HOST 192.0.2.1 can't be listened on: EADDRNOTAVAIL",
    );
    setPort('');
    await expect(pickListeningPort('PORT', free)).rejects.toThrow(/^HOST 192\.0\.2\.1 /);
  });

  it.each(['http', '65536', '-1', '3e3'])('is refused when PORT is %s', async (value) => {
    setPort(value);
    await expect(pickListeningPort('PORT', 3000)).rejects.toThrow('PORT must be a port number');
  });
});

describe('the operations ports under npm start', () => {
  const NAMES = ['ingress', 'worker', 'dashboard'] as const;

  it('follow on the usual one, the same every time', async () => {
    const usual = await findRoom();
    const expected = { ingress: usual, worker: usual + 1, dashboard: usual + 2 };
    await expect(pickOpsPorts(NAMES, usual, [])).resolves.toEqual(expected);
    await expect(pickOpsPorts(NAMES, usual, [])).resolves.toEqual(expected);
  });

  it('are other ones only where those are in use, or will be', async () => {
    const used = await occupyPort();
    const picked = await pickOpsPorts(NAMES, used, [used + 1]);
    expect(picked.ingress).not.toBe(used);
    expect(picked.worker).not.toBe(used + 1);
    expect(new Set(Object.values(picked)).size).toBe(3);
  });

  it.each([0, 65_535])('are free ones where OPS_PORT %i has nothing behind it', async (usual) => {
    const picked = Object.values(await pickOpsPorts(NAMES, usual, []));
    expect(new Set(picked).size).toBe(3);
    expect(picked.every((port) => port > 1023 && port <= 65_535)).toBe(true);
  });
});

/** A port with two free ones behind it, below those that the system gives out: other tests take such meanwhile. */
async function findRoom(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all([first, first + 1, first + 2].map((port) => isPortFree(port)));
    if (free.every(Boolean)) return first;
  }
}
