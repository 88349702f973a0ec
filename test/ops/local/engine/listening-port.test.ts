import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePorts, isPortFree } from '../../../../ops/local/servers/free-ports.ts';
import { type Claims, openClaims } from '../../../../ops/local/engine/claims.ts';
import { pickListeningPort, pickOpsPorts } from '../../../../ops/local/engine/listening-port.ts';

async function occupyPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

/** The claims of another engine, which has claimed nothing yet. */
function openOwnClaims(): Claims {
  const claims = openClaims();
  onTestFinished(() => claims[Symbol.asyncDispose]());
  return claims;
}

const choose = (kept?: number) => ({ claims: openOwnClaims(), kept });

function setPort(value: string): void {
  vi.stubEnv('PORT', value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('the port of the API under npm start', () => {
  it('is the usual one if that is free', async () => {
    setPort('');
    const [free = 0] = await findFreePorts(1);
    await expect(pickListeningPort('PORT', free, choose())).resolves.toEqual({ port: free });
  });

  it('is another one, with a remark, if the usual one is in use', async () => {
    setPort('');
    const used = await occupyPort();
    const { port, remark } = await pickListeningPort('PORT', used, choose());
    expect(port).not.toBe(used);
    expect(remark).toContain(`Port ${used} is in use`);
  });

  it('is that of the last start if the usual one is in use', async () => {
    setPort('');
    const used = await occupyPort();
    const [kept = 0] = await findFreePorts(1);
    await expect(pickListeningPort('PORT', used, choose(kept))).resolves.toMatchObject({ port: kept });
  });

  it('is refused if another engine has claimed it, but does not listen yet', async () => {
    const [free = 0] = await findFreePorts(1);
    setPort(String(free));
    const first = choose();
    await expect(pickListeningPort('PORT', 3000, first)).resolves.toEqual({ port: free });
    await expect(pickListeningPort('PORT', 3000, choose())).rejects.toThrow(`PORT ${free} is in use`);
    await first.claims[Symbol.asyncDispose]();
    await expect(pickListeningPort('PORT', 3000, choose())).resolves.toEqual({ port: free });
  });

  it('is refused if it is set explicitly and is in use', async () => {
    const used = await occupyPort();
    setPort(String(used));
    await expect(pickListeningPort('PORT', 3000, choose())).rejects.toThrow(`PORT ${used} is in use`);
  });

  it('is not reported as in use if HOST is not an address of this machine; the error names HOST', async () => {
    const [free = 0] = await findFreePorts(1);
    setPort(String(free));
    vi.stubEnv('HOST', '192.0.2.1');
    await expect(pickListeningPort('PORT', 3000, choose())).rejects.toThrow(
      "HOST 192.0.2.1 can't be listened on: EADDRNOTAVAIL",
    );
    setPort('');
    await expect(pickListeningPort('PORT', free, choose())).rejects.toThrow(/^HOST 192\.0\.2\.1 /);
  });

  it.each(['http', '65536', '-1', '3e3'])('is refused if PORT is %s', async (value) => {
    setPort(value);
    await expect(pickListeningPort('PORT', 3000, choose())).rejects.toThrow('PORT must be a port number');
  });
});

describe('the operations ports under npm start', () => {
  const NAMES = ['ingress', 'worker', 'dashboard'] as const;
  const pick = (usual: number, change: { kept?: Record<string, number>; others?: number[] } = {}) =>
    pickOpsPorts(NAMES, usual, { claims: openOwnClaims(), kept: {}, others: [], ...change });

  it('start at the usual one', async () => {
    const usual = await findRoom();
    const expected = { ingress: usual, worker: usual + 1, dashboard: usual + 2 };
    await expect(pick(usual)).resolves.toEqual(expected);
  });

  it('are those of the last start, except for one that is no longer free', async () => {
    const usual = await findRoom();
    const [ingress = 0, dashboard = 0] = await findFreePorts(2);
    const kept = { ingress, worker: await occupyPort(), dashboard };
    await expect(pick(usual, { kept })).resolves.toEqual({ ingress, worker: usual + 1, dashboard });
  });

  it('are the next free ones if the usual ones are in use or reserved', async () => {
    const used = await occupyPort();
    const picked = await pick(used, { others: [used + 1] });
    expect(picked.ingress).not.toBe(used);
    expect(picked.worker).not.toBe(used + 1);
    expect(new Set(Object.values(picked)).size).toBe(3);
  });

  it('differ between engines that start at the same time, before either listens', async () => {
    const usual = await findRoom();
    const engines = await Promise.all([pick(usual), pick(usual), pick(usual)]);
    expect(new Set(engines.flatMap((ports) => Object.values(ports))).size).toBe(9);
  });

  it.each([0, 65_535])('are any free ones if no ports follow OPS_PORT %i', async (usual) => {
    const picked = Object.values(await pick(usual));
    expect(new Set(picked).size).toBe(3);
    expect(picked.every((port) => port > 1023 && port <= 65_535)).toBe(true);
  });
});

/**
 * Finds a port followed by two free ones, below the range that the system assigns and other tests
 * use.
 */
async function findRoom(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all([first, first + 1, first + 2].map((port) => isPortFree(port)));
    if (free.every(Boolean)) return first;
  }
}
