import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';

const LIMIT = 32;
/** The share of one client is an eighth of the limit. */
const SHARE = 4;
const REFUSED = 'GET /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\n\r\n';

let api: TestApi;
let organizations: TestOrganization[];
beforeAll(async () => {
  api = await openTestApi();
  organizations = await Promise.all(Array.from({ length: 5 }, () => api.createOrganization()));
});
afterAll(() => api[Symbol.asyncDispose]());

async function openSmall(changes: Parameters<typeof openTestApi>[0] = {}) {
  const small = await openTestApi({ CONNECTION_LIMIT: LIMIT, ...changes }, { beside: api });
  await small.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = small.app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    api: small,
    /** Connects from an address of the loopback network. */
    async open(localAddress: string) {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      sockets.push(socket);
      socket.on('error', () => {});
      const state = { isOpen: true, received: '' };
      socket.on('data', (bytes: Buffer) => (state.received += bytes.toString()));
      socket.on('close', () => (state.isOpen = false));
      await once(socket, 'connect');
      return {
        state,
        /** Sends a request and returns the status of its response, or 0 if the connection ended. */
        async ask(request: string): Promise<number> {
          state.received = '';
          socket.write(request);
          await expect
            .poll(() => !state.isOpen || state.received.includes('}'), { timeout: 15_000 })
            .toBe(true);
          return Number(/^HTTP\/1\.1 (\d+)/.exec(state.received)?.[1] ?? 0);
        },
        askWithoutWaiting: (requests: string) => void socket.write(requests),
        /** Sends a request and stops reading from the connection. */
        askWithoutReading(request: string): void {
          socket.pause();
          socket.write(request);
        },
        end: () => socket.destroy(),
      };
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await small[Symbol.asyncDispose]();
    },
  };
}
const authenticated = (index = 0) =>
  `GET /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organizations[index]!.token}\r\n\r\n`;
/** A request to create a batch, with only the first byte of its body. */
const slowBatch = (index: number) =>
  `POST /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organizations[index]!.token}\r\n` +
  `Content-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: 5000\r\n\r\n{`;

type Server = Awaited<ReturnType<typeof openSmall>>;
type Connection = Awaited<ReturnType<Server['open']>>;

/** Fills the share of one client with authenticated connections. */
async function fill(server: Server, address: string, organization = 0) {
  const opened: Connection[] = [];
  for (let count = 0; count < SHARE; count += 1) opened.push(await server.open(address));
  for (const each of opened) expect(await each.ask(authenticated(organization))).toBe(200);
  return opened;
}

describe('the connections of one client', () => {
  it('leave room for other clients, however many it opens', async () => {
    await using server = await openSmall();
    const statuses = new Set<number>();
    for (let count = 0; count < LIMIT; count += 1) {
      await server.open('127.0.0.1');
      statuses.add(await (await server.open('127.0.0.1')).ask(REFUSED));
    }
    expect([...statuses]).toEqual([401]);
    const other = await server.open('127.0.0.2');
    expect(await other.ask(authenticated())).toBe(200);
  });

  it('are limited: beyond its share, a new one replaces one that never authenticated', async () => {
    await using server = await openSmall();
    const opened: Connection[] = [];
    for (let count = 0; count < SHARE; count += 1) opened.push(await server.open('127.0.0.1'));
    for (const each of opened) expect(await each.ask(REFUSED)).toBe(401);
    const next = await server.open('127.0.0.1');
    expect(await next.ask(REFUSED)).toBe(401);
    await expect.poll(() => opened.map(({ state }) => state.isOpen)).toEqual([false, true, true, true]);
  });

  it('are closed at once beyond its share if the others have authenticated, which is counted and logged', async () => {
    await using server = await openSmall();
    const opened = await fill(server, '127.0.0.1');
    const next = await server.open('127.0.0.1');
    await expect.poll(() => next.state.isOpen).toBe(false);
    expect(opened.every(({ state }) => state.isOpen)).toBe(true);
    expect(await server.api.metrics.registry.metrics()).toMatch(
      /^invoice_engine_http_connections_refused_total\{share="client"\} 1$/m,
    );
    expect(server.api.log.join('')).toContain('A connection was closed on arrival');
    opened[0]!.end();
    await expect
      .poll(async () => await (await server.open('127.0.0.1')).ask(authenticated()).catch(() => 0))
      .toBe(200);
  });

  it('are not limited for a trusted proxy, which serves many clients', async () => {
    await using server = await openSmall({ TRUSTED_PROXIES: '127.0.0.1' });
    const opened: Connection[] = [];
    for (let count = 0; count < 2 * SHARE; count += 1) opened.push(await server.open('127.0.0.1'));
    for (const each of opened) expect(await each.ask(REFUSED)).toBe(401);
    expect(opened.every(({ state }) => state.isOpen)).toBe(true);
  });
});

describe('a new connection when all connections are in use', () => {
  it('replaces the longest idle one of those that never authenticated', async () => {
    await using server = await openSmall();
    const known = await fill(server, '127.0.0.9');
    const strangers: Connection[] = [];
    for (let count = 0; count < LIMIT - SHARE; count += 1) {
      strangers.push(await server.open(`127.0.1.${1 + Math.floor(count / SHARE)}`));
    }
    for (const each of strangers) expect(await each.ask(REFUSED)).toBe(401);
    const next = await server.open('127.0.0.2');
    expect(await next.ask(authenticated())).toBe(200);
    await expect.poll(() => strangers.filter(({ state }) => !state.isOpen)).toEqual([strangers[0]]);
    expect(known.every(({ state }) => state.isOpen)).toBe(true);
  });

  it('replaces the longest idle authenticated one if there is no other', async () => {
    await using server = await openSmall();
    const opened: Connection[] = [];
    for (let client = 1; client <= LIMIT / SHARE; client += 1) {
      opened.push(...(await fill(server, `127.0.2.${client}`, (client - 1) % 4)));
    }
    expect(await opened[0]!.ask(authenticated())).toBe(200);
    const next = await server.open('127.0.0.2');
    expect(await next.ask(authenticated())).toBe(200);
    await expect.poll(() => opened.filter(({ state }) => !state.isOpen)).toEqual([opened[1]]);
  });

  it('replaces one whose request does not arrive', async () => {
    await using server = await openSmall();
    const slow =
      'POST /api/v1/auth/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    for (let count = 0; count < LIMIT; count += 1) {
      const each = await server.open(`127.0.1.${1 + Math.floor(count / SHARE)}`);
      void each.ask(slow).catch(() => {});
    }
    const next = await server.open('127.0.0.2');
    expect(await next.ask(authenticated())).toBe(200);
  });
});

describe('the connections of one organization from several addresses', () => {
  it('are limited to a quarter: beyond it, a new one replaces the longest idle one', async () => {
    await using server = await openSmall();
    const opened: Connection[] = [];
    for (const client of [1, 2]) opened.push(...(await fill(server, `127.0.2.${client}`)));
    const next = await server.open('127.0.2.3');
    expect(await next.ask(authenticated())).toBe(200);
    await expect.poll(() => opened.filter(({ state }) => !state.isOpen)).toEqual([opened[0]]);
  });

  it('leave room for other organizations while the bodies of their requests do not arrive', async () => {
    await using server = await openSmall();
    const slow: Connection[] = [];
    for (let count = 0; count < LIMIT; count += 1) {
      const each = await server.open(`127.0.2.${1 + Math.floor(count / SHARE)}`);
      slow.push(each);
      void each.ask(slowBatch(0)).catch(() => {});
    }
    await expect.poll(() => slow.filter(({ state }) => state.isOpen).length).toBe(LIMIT / 4);
    const other = await server.open('127.0.0.2');
    expect(await other.ask(authenticated(1))).toBe(200);
  });

  it('leave room even if several organizations send bodies that do not arrive', async () => {
    await using server = await openSmall();
    const slow: Connection[] = [];
    for (let count = 0; count < LIMIT; count += 1) {
      const each = await server.open(`127.0.2.${1 + Math.floor(count / SHARE)}`);
      slow.push(each);
      void each.ask(slowBatch(count % 4)).catch(() => {});
    }
    const other = await server.open('127.0.0.2');
    expect(await other.ask(authenticated(4))).toBe(200);
  });
});

describe('pipelined requests without a session', () => {
  const countAnswers = (text: string) => text.match(/HTTP\/1\.1 /g)?.length ?? 0;

  it.each([3, 10, 200])('are answered twice out of %i, and then the connection is closed', async (ahead) => {
    await using server = await openSmall();
    const stranger = await server.open('127.0.0.1');
    stranger.askWithoutWaiting(REFUSED.repeat(ahead));
    await expect.poll(() => stranger.state.isOpen, { timeout: 10_000 }).toBe(false);
    expect(countAnswers(stranger.state.received)).toBe(2);
    expect(server.api.log.join('')).toContain(
      'A connection was closed because it has too many requests in progress',
    );
    expect(await (await server.open('127.0.0.1')).ask(authenticated())).toBe(200);
  });

  it('are not read indefinitely', async () => {
    await using server = await openSmall();
    const stranger = await server.open('127.0.0.1');
    stranger.askWithoutWaiting(REFUSED.repeat(20_000));
    await expect.poll(() => stranger.state.isOpen, { timeout: 10_000 }).toBe(false);
    expect(countAnswers(stranger.state.received)).toBeLessThanOrEqual(2);
  });
});

it('a connection that never authenticated and does not read its response is replaced by a new one', async () => {
  await using server = await openSmall();
  // More than the socket buffers of the system hold.
  vi.spyOn(server.api.app, 'swagger').mockReturnValue(JSON.stringify({ text: 'x'.repeat(12 * 1024 * 1024) }));
  const opened: Connection[] = [];
  for (let count = 0; count < SHARE; count += 1) {
    const each = await server.open('127.0.0.1');
    each.askWithoutReading('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
    opened.push(each);
  }
  const next = await server.open('127.0.0.1');
  expect(await next.ask(REFUSED)).toBe(401);
});

it('requests without a session are answered at most a hundred times a second per client, without effect on others', async () => {
  await using server = await openSmall({ CONNECTION_LIMIT: 4096 });
  const known = await server.open('127.0.0.1');
  expect(await known.ask(authenticated())).toBe(200);
  const strangers = await Promise.all(Array.from({ length: 400 }, () => server.open('127.0.0.1')));
  const started = performance.now();
  const statuses = await Promise.all(strangers.map((each) => each.ask(REFUSED)));
  // The limit grows with the seconds that the requests took on this machine.
  const seconds = Math.ceil((performance.now() - started) / 1000) + 1;
  const answered = statuses.filter((status) => status === 401).length;
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThanOrEqual(100 * seconds);
  expect(statuses.every((status) => status === 401 || status === 0)).toBe(true);
  expect(await known.ask(authenticated())).toBe(200);
  expect(await (await server.open('127.0.0.2')).ask(REFUSED)).toBe(401);
});

it('an idle connection is kept for 5 seconds if it never authenticated, and for 72 seconds otherwise', async () => {
  await using server = await openSmall();
  const stranger = await server.open('127.0.0.1');
  await stranger.ask(REFUSED);
  expect(stranger.state.received).toMatch(/^keep-alive: timeout=5\r$/im);
  const known = await server.open('127.0.0.1');
  await known.ask(authenticated());
  expect(known.state.received).toMatch(/^keep-alive: timeout=72\r$/im);
  await known.ask(REFUSED);
  expect(known.state.received).toMatch(/^keep-alive: timeout=72\r$/im);
  await expect.poll(() => stranger.state.isOpen, { timeout: 10_000, interval: 200 }).toBe(false);
  expect(known.state.isOpen).toBe(true);
});
