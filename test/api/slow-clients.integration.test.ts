import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApi, type TestApi, type TestApiOptions } from '../support/api.ts';
import { openRawConnection, type RawConnection } from '../support/raw-http.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const TOO_SLOW = errorBody('request_timeout', 'The request took too long to arrive');
const HEAD =
  'POST /api/v1/auth/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n';

describe('a slow client [B24]', () => {
  it('has 15 seconds for its headers, 60 for its request, 72 between two', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = api.app.server;
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 72_000,
    });
  });

  it.concurrent.each([
    ['no byte', ''],
    ['a part of its headers', HEAD],
    ['a part of its body', `${HEAD}\r\n{"api_`],
  ])('is cut off with 408 when it sends %s and stops', async (_what, bytes) => {
    await using hasty = await openTestApi({}, { beside: api });
    // The same limits, reached at once: Node looks at them every 2 seconds.
    Object.assign(hasty.app.server, { headersTimeout: 1, requestTimeout: 1 });
    using connection = await openRawConnection(hasty.app);
    connection.send(bytes);
    const answer = await connection.receive();
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body)).toEqual(TOO_SLOW);
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), connection: 'close' });
    await connection.ended();
  });
});

/** More than systems keep of a connection by themselves: 32 MB and 4 where they are set for fast networks. */
const DOCUMENT_BYTES = 80 * 1024 * 1024;

/** Asks for more than the system's buffers hold, and reads nothing. */
async function askWithoutReading(asked: TestApi, count: number): Promise<RawConnection> {
  const connection = await openRawConnection(asked.app);
  connection.socket.pause();
  connection.send(`GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count));
  return connection;
}
const countConnections = (asked: TestApi) =>
  new Promise<number>((resolve, reject) => {
    asked.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Of one client the log tells ten refusals a minute: what it is asked for comes second in three. */
const LESS_THAN_THE_LOG_MS = 300;

describe('a client that reads nothing of an answer', () => {
  /** 16 documents are less than the system keeps by itself: a large one stands for a list or a PDF. */
  async function openLarge(limits: TestApiOptions['limits']): Promise<TestApi> {
    const large = await openTestApi({}, { beside: api, limits: limits! });
    const document = JSON.stringify({ text: 'x'.repeat(DOCUMENT_BYTES) });
    vi.spyOn(large.app, 'swagger').mockReturnValue(document);
    return large;
  }

  it('is cut off when it takes nothing for long', async () => {
    await using hasty = await openLarge({ unreadAnswerMs: 200 });
    using held = await askWithoutReading(hasty, 1);
    await expect.poll(() => countConnections(hasty)).toBe(1);
    await expect.poll(() => countConnections(hasty), { timeout: 10_000 }).toBe(0);
    expect(held.socket.bytesRead).toBeLessThan(DOCUMENT_BYTES);
  });

  it('is cut off when others need the room', async () => {
    await using small = await openLarge({ unreadAnswerBytes: 1024 * 1024 });
    using slow = await askWithoutReading(small, 1);
    await expect.poll(() => countConnections(small)).toBe(1);
    await expect
      .poll(
        async () => {
          using quick = await openRawConnection(small.app);
          quick.send('GET /api/v1/none HTTP/1.1\r\nHost: x\r\n\r\n');
          expect((await quick.receive()).status).toBe(404);
          return small.log.join('');
        },
        { timeout: 10_000, interval: LESS_THAN_THE_LOG_MS },
      )
      .toContain('Answers were not read');
    expect(slow.socket.bytesRead).toBeLessThan(DOCUMENT_BYTES);
  });
});

describe('a client that sends requests ahead', () => {
  /** What a connection that authenticated may send, and what is asked with a head of so many bytes. */
  async function openKnown(own: TestApi) {
    const { token } = await own.createOrganization();
    const read = `GET /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
    const connection = await openRawConnection(own.app);
    connection.send(`${read}\r\n`);
    expect((await connection.receive()).status).toBe(200);
    return { connection, ask: (bytes = 0) => `${read}X-Fill: ${'x'.repeat(bytes)}\r\n\r\n` };
  }

  it('has up to 16 answered in order when it authenticated', async () => {
    const { connection, ask } = await openKnown(api);
    connection.send(ask().repeat(16));
    for (let count = 0; count < 16; count += 1) expect((await connection.receive()).status).toBe(200);
    connection[Symbol.dispose]();
  });

  it('is cut off past 16 that are not answered, and what it sent is not worked on', async () => {
    await using own = await openTestApi({}, { beside: api });
    const { connection, ask } = await openKnown(own);
    const asked = vi.spyOn(own.ingress.pool, 'query');
    connection.send(ask().repeat(2000));
    await connection.ended();
    expect(own.log.join('')).toContain('Too many requests of one connection at once');
    expect(asked.mock.calls.length).toBeLessThan(100);
  });

  it('is cut off when their heads are larger together than two may be', async () => {
    await using own = await openTestApi({}, { beside: api });
    const { connection, ask } = await openKnown(own);
    connection.send(ask(15_000).repeat(2));
    for (let count = 0; count < 2; count += 1) expect((await connection.receive()).status).toBe(200);
    connection.send(ask(15_000).repeat(3));
    await connection.ended();
    expect(own.log.join('')).toContain('Too many requests of one connection at once');
  });

  it('is cut off past two when it did not authenticate', async () => {
    const large = await openTestApi({}, { beside: api });
    // Whoever asks for this waits until it is built: the requests are open together.
    vi.spyOn(large.app, 'swagger').mockReturnValue('x'.repeat(12 * 1024 * 1024));
    using connection = await askWithoutReading(large, 3);
    connection.socket.resume();
    await connection.ended();
    expect(large.log.join('')).toContain('Too many requests of one connection at once');
    await large[Symbol.asyncDispose]();
  });
});

it('the API document is built once, not with every request', async () => {
  await using own = await openTestApi({}, { beside: api });
  const build = vi.spyOn(own.app, 'swagger');
  const ask = () => own.app.inject({ url: '/api/v1/openapi.json' });
  const [first, second] = [await ask(), await ask()];
  expect(second.body).toBe(first.body);
  expect(build).toHaveBeenCalledOnce();
});
