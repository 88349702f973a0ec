import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openRawConnection } from '../support/raw-http.ts';
import { errorBody } from './endpoints.ts';

const MB = 1024 * 1024;
let api: TestApi;
let one: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  // The share of an organization is 2 MB, of which large bodies may use 1.75 MB.
  api = await openTestApi({ BODY_BUDGET: 8 * MB, CREATE_BODY_LIMIT: 1.5 * MB });
});
beforeEach(async () => {
  one = await api.createOrganization();
  other = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const head = ({ token }: TestOrganization, headers: Record<string, string | number>) => {
  const all = {
    Host: 'x',
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
    Authorization: `Bearer ${token}`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/v1/invoice_batches HTTP/1.1\r\n${lines.join('')}\r\n`;
};
const large = () => {
  const body = Buffer.from(JSON.stringify(buildBatchBody(5)));
  return Buffer.concat([body, Buffer.alloc(1.4 * MB - body.length, ' ')]);
};
const BUSY = errorBody('service_unavailable', expect.stringMatching(/^Too many large requests/) as string);

/** Returns the number of bytes that are reserved for bodies, from the metrics. */
async function readHeld(of = api): Promise<number> {
  return Number(/^invoice_engine_http_body_bytes (\d+)$/m.exec(await of.metrics.registry.metrics())![1]);
}

/** Opens a connection that declares a large body and sends the beginning of it. */
async function begin(organization: TestOrganization, of = api) {
  const connection = await openRawConnection(of.app);
  const body = large();
  const held = await readHeld(of);
  connection.send(head(organization, { 'Content-Length': body.length }));
  connection.send(body.subarray(0, 1000));
  await expect.poll(() => readHeld(of)).toBe(held + body.length);
  return {
    connection,
    finish: () => connection.send(body.subarray(1000)),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

describe('a large body that exceeds the share of its organization', () => {
  it.each([
    ['a connection that is kept alive', {}],
    ['a connection that closes', { Connection: 'close' }],
  ])(
    'is refused with 503 before it is read, and the client receives the response while it sends, on %s',
    async (_what, headers) => {
      using first = await begin(one);
      using second = await openRawConnection(api.app);
      second.send(head(one, { 'Content-Length': large().length, ...headers }));
      const answer = await second.receive();
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.body)).toEqual(BUSY);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      // The client can continue to send, because the connection is not reset.
      const failures: unknown[] = [];
      second.socket.on('error', (error) => failures.push(error));
      await new Promise((resolve) => second.socket.write(large(), resolve));
      expect(failures).toEqual([]);
      first.finish();
      expect((await first.connection.receive()).status).toBe(201);
      await expect.poll(() => readHeld()).toBe(0);
    },
  );

  it('does not affect small bodies, reads and other organizations', async () => {
    using first = await begin(one);
    expect((await api.post(one.token, large())).statusCode).toBe(503);
    expect((await api.post(one.token, buildBatchBody(1))).statusCode).toBe(201);
    expect((await api.get(one.token, '/invoice_batches')).statusCode).toBe(200);
    expect((await api.post(other.token, large())).statusCode).toBe(201);
    first.connection.socket.destroy();
    await expect.poll(() => readHeld()).toBe(0);
    expect((await api.post(one.token, large())).statusCode).toBe(201);
  });

  it('is refused while its chunks arrive if it has no Content-Length', async () => {
    using first = await begin(one);
    using second = await openRawConnection(api.app);
    second.send(head(one, { 'Transfer-Encoding': 'chunked' }));
    const answers: number[] = [];
    const answered = second.receive().then(({ status }) => answers.push(status));
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (let sent = 0; answers.length === 0 && sent < 1.4 * MB; sent += 0x10000) {
      await new Promise((resolve) => second.socket.write(chunk, resolve));
      await wait(1);
    }
    await answered;
    expect(answers).toEqual([503]);
    first.finish();
    expect((await first.connection.receive()).status).toBe(201);
  });

  it('is counted in the metrics', async () => {
    using first = await begin(one);
    await api.post(one.token, large());
    expect(await api.metrics.registry.metrics()).toMatch(
      /^invoice_engine_http_bodies_refused_total\{share="organization"\} [1-9]/m,
    );
    first.finish();
    await first.connection.receive();
  });
});

describe('the memory that is reserved for a body', () => {
  const left = async () => await expect.poll(() => readHeld()).toBe(0);

  it.each([
    ['was accepted', () => buildBatchBody(3), 201],
    ['is not JSON', () => 'x'.repeat(MB), 400],
    ['has an invalid structure', () => ({ a: 'x'.repeat(MB) }), 422],
    ['is too large', () => Buffer.alloc(1.6 * MB), 413],
  ])('is released when the body %s', async (_what, build, status) => {
    expect((await api.post(one.token, build())).statusCode).toBe(status);
    await left();
  });

  it.each([false, true])('is released when the client disconnects (whole body sent: %s)', async (isWhole) => {
    using first = await begin(one);
    if (isWhole) first.finish();
    first.connection.socket.destroy();
    await expect.poll(() => readHeld(api)).toBe(0);
  });

  it('is released when the database is unavailable', async () => {
    await using away = await openTestApi({ CREATE_COOLDOWN_SECONDS: 60 }, { beside: api });
    using first = await begin(one, away);
    await away.ingress[Symbol.asyncDispose]();
    first.finish();
    expect((await first.connection.receive()).status).toBeGreaterThanOrEqual(500);
    await expect.poll(() => readHeld(away)).toBe(0);
  });
});

it('a body in more than 200,000 chunks is refused', async () => {
  using connection = await openRawConnection(api.app);
  connection.send(head(one, { 'Transfer-Encoding': 'chunked' }));
  connection.send('1\r\n \r\n'.repeat(200_001));
  const answer = await connection.receive();
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual(
    errorBody('bad_request', 'Body arrives in too many pieces; send larger chunks'),
  );
});
