import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { openRawConnection } from '../support/raw-http.ts';
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
