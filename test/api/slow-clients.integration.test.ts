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
  it('has 15 seconds for the headers, 60 for the request, and 72 between two requests', () => {
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
  ])('receives 408 and is disconnected when it sends %s and stops', async (_what, bytes) => {
    await using hasty = await openTestApi({}, { beside: api });
    // These limits are exceeded at once; Node checks them every 2 seconds.
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

/**
 * More than the socket buffers of a system hold: up to 32 MB and 4 MB where they are tuned for fast
 * networks.
 */
const DOCUMENT_BYTES = 80 * 1024 * 1024;

/** Requests more than the socket buffers hold, and reads nothing. */
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

/**
 * The interval between refused requests in milliseconds. The log contains only ten refusals per
 * client and minute.
 */
const LESS_THAN_THE_LOG_MS = 300;

describe('a client that does not read a response', () => {
  /**
   * Opens an API with a large document in place of a list or a PDF, because 16 documents of normal
   * size fit into the socket buffers.
   */
  async function openLarge(limits: TestApiOptions['limits']): Promise<TestApi> {
    const large = await openTestApi({}, { beside: api, limits: limits! });
    const document = JSON.stringify({ text: 'x'.repeat(DOCUMENT_BYTES) });
    vi.spyOn(large.app, 'swagger').mockReturnValue(document);
    return large;
  }

  it('is disconnected after it has read nothing for a long time', async () => {
    await using hasty = await openLarge({ unreadAnswerMs: 200 });
    using held = await askWithoutReading(hasty, 1);
    await expect.poll(() => countConnections(hasty)).toBe(1);
    await expect.poll(() => countConnections(hasty), { timeout: 10_000 }).toBe(0);
    expect(held.socket.bytesRead).toBeLessThan(DOCUMENT_BYTES);
  });

  it('is disconnected when the unread responses exceed their limit of memory', async () => {
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
      .toContain('did not read the answers');
    expect(slow.socket.bytesRead).toBeLessThan(DOCUMENT_BYTES);
  });
});

describe('a client that pipelines requests', () => {
  /**
   * Opens an authenticated connection. `ask` builds a request whose head is larger by the given
   * number of bytes.
   */
  async function openKnown(own: TestApi) {
    const { token } = await own.createOrganization();
    const read = `GET /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
    const connection = await openRawConnection(own.app);
    connection.send(`${read}\r\n`);
    expect((await connection.receive()).status).toBe(200);
    return { connection, ask: (bytes = 0) => `${read}X-Fill: ${'x'.repeat(bytes)}\r\n\r\n` };
  }

  it('receives up to 16 responses in order if it has authenticated', async () => {
    const { connection, ask } = await openKnown(api);
    connection.send(ask().repeat(16));
    for (let count = 0; count < 16; count += 1) expect((await connection.receive()).status).toBe(200);
    connection[Symbol.dispose]();
  });

  it('is disconnected beyond 16 unanswered requests, which are not processed', async () => {
    await using own = await openTestApi({}, { beside: api });
    const { connection, ask } = await openKnown(own);
    const asked = vi.spyOn(own.ingress.pool, 'query');
    connection.send(ask().repeat(2000));
    await connection.ended();
    expect(own.log.join('')).toContain(
      'A connection was closed because it has too many requests in progress',
    );
    expect(asked.mock.calls.length).toBeLessThan(100);
  });

  it('is disconnected if the heads of its requests together exceed the size allowed for two', async () => {
    await using own = await openTestApi({}, { beside: api });
    const { connection, ask } = await openKnown(own);
    connection.send(ask(15_000).repeat(2));
    for (let count = 0; count < 2; count += 1) expect((await connection.receive()).status).toBe(200);
    connection.send(ask(15_000).repeat(3));
    await connection.ended();
    expect(own.log.join('')).toContain(
      'A connection was closed because it has too many requests in progress',
    );
  });

  it('is disconnected beyond two unanswered requests if it has not authenticated', async () => {
    const large = await openTestApi({}, { beside: api });
    // The large document keeps the requests open at the same time.
    vi.spyOn(large.app, 'swagger').mockReturnValue('x'.repeat(12 * 1024 * 1024));
    using connection = await askWithoutReading(large, 3);
    connection.socket.resume();
    await connection.ended();
    expect(large.log.join('')).toContain(
      'A connection was closed because it has too many requests in progress',
    );
    await large[Symbol.asyncDispose]();
  });
});

it('the OpenAPI document is built once, not for every request', async () => {
  await using own = await openTestApi({}, { beside: api });
  const build = vi.spyOn(own.app, 'swagger');
  const ask = () => own.app.inject({ url: '/api/v1/openapi.json' });
  const [first, second] = [await ask(), await ask()];
  expect(second.body).toBe(first.body);
  expect(build).toHaveBeenCalledOnce();
});
