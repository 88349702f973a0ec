import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { exchangeRaw } from '../support/raw-http.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const get = (target: string, ...headers: string[]) =>
  exchangeRaw(
    api.app,
    [`GET ${target} HTTP/1.1`, `Authorization: Bearer ${organization.token}`, ...headers, '', ''].join(
      '\r\n',
    ),
  );

const BATCH = JSON.stringify({ invoice_batch: { invoices: [{}] } });
const post = (...headers: string[]) =>
  exchangeRaw(
    api.app,
    [
      'POST /api/v1/invoice_batches HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${organization.token}`,
      ...headers,
      '',
      BATCH,
    ].join('\r\n'),
  );
const KEY = 'Idempotency-Key: 0b8f5a1e-0000-4000-8000-000000000000';
const TYPE = 'Content-Type: application/json';
const LENGTH = `Content-Length: ${BATCH.length}`;

async function countBatches(): Promise<number> {
  const { rows } = await api.database.pool.query('select count(*)::int as count from batches');
  return rows[0].count;
}

const PATH = '/api/v1/invoice_batches';

describe('a request with an ambiguous head [B23]', () => {
  it.each([
    ['two hosts', ['Host: a', 'Host: b'], 'Host header is given more than once'],
    ['the same host twice', ['Host: a', 'host: a'], 'host header is given more than once'],
    ['an empty host', ['Host:'], 'Host header must name one host'],
    ['a list of hosts', ['Host: a, b'], 'Host header must name one host'],
    ['a list of hosts without a space', ['Host: a,b'], 'Host header must name one host'],
    ['a host with a space', ['Host: a b'], 'Host header must name one host'],
    ['a host with a path', ['Host: a/b'], 'Host header must name one host'],
    ['a host with a login', ['Host: user@a'], 'Host header must name one host'],
    ['a host with an odd port', ['Host: a:x'], 'Host header must name one host'],
    ['a host in angle brackets', ['Host: <script>'], 'Host header must name one host'],
    ['a broken IPv6 address', ['Host: [::1'], 'Host header must name one host'],
    [
      'two values of Content-Type',
      ['Host: a', 'Content-Type: a/b', 'Content-Type: c/d'],
      'Content-Type header is given more than once',
    ],
    [
      'two values of Content-Encoding',
      ['Host: a', 'Content-Encoding: gzip', 'Content-Encoding: br'],
      'Content-Encoding header is given more than once',
    ],
  ])('is refused: %s', async (_what, headers, message) => {
    const answer = await get(PATH, ...headers);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual(errorBody('bad_request', message));
    expect(answer.headers).toHaveProperty('x-request-id');
  });

  it.each([
    'a',
    'a.example.org',
    'a:80',
    'A_b-c.d:65535',
    '127.0.0.1:3000',
    '[::1]',
    '[::ffff:1.2.3.4]:3000',
  ])('is accepted if its Host header names one host: %s', async (host) => {
    expect((await get(PATH, `Host: ${host}`)).status).toBe(200);
  });

  it('is refused with 431 when too many headers separate two Host headers', async () => {
    const many = Array.from({ length: 2500 }, () => 'a:');
    expect((await get(PATH, 'Host: a', ...many, 'Host: b')).status).toBe(431);
  });

  it('is refused if the host in its target differs from the Host header', async () => {
    expect((await get(`http://a:80${PATH}`, 'Host: a:80')).status).toBe(200);
    for (const host of ['b:80', 'a']) {
      const answer = await get(`http://a:80${PATH}`, `Host: ${host}`);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toEqual(
        errorBody('bad_request', 'Host header and request target name different hosts'),
      );
    }
  });

  it('is refused if its target has a fragment', async () => {
    const answer = await get(`${PATH}#page=2`, 'Host: a');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual(
      errorBody('bad_request', 'Request target must not have a fragment'),
    );
  });

  it('is refused on every path, without a session and in HTTP/1.0 as well', async () => {
    const bytes = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`;
    for (const path of [PATH, '/nothing', '/api/v1/openapi.json', '/api/v1/auth/sessions']) {
      expect((await exchangeRaw(api.app, bytes(path))).status).toBe(400);
    }
    const old = 'GET /api/v1/openapi.json HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n';
    expect((await exchangeRaw(api.app, old)).status).toBe(400);
  });

  it.each([
    ['two values of Content-Type', [TYPE, 'Content-Type: text/plain', KEY, LENGTH], 400],
    ['the same Content-Type twice', [TYPE, TYPE, KEY, LENGTH], 400],
    ['two idempotency keys', [TYPE, KEY, `Idempotency-Key: ${randomUUID()}`, LENGTH], 422],
    ['the same idempotency key twice', [TYPE, KEY, KEY, LENGTH], 422],
    ['two values of Content-Length', [TYPE, KEY, LENGTH, 'Content-Length: 5'], 400],
    ['the same Content-Length twice', [TYPE, KEY, LENGTH, LENGTH], 400],
    ['Content-Length and chunks', [TYPE, KEY, LENGTH, 'Transfer-Encoding: chunked'], 400],
    [
      'Transfer-Encoding: chunked twice',
      [TYPE, KEY, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
      400,
    ],
    ['two transfer encodings', [TYPE, KEY, 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], 400],
    [
      'two values of Content-Encoding',
      [TYPE, KEY, LENGTH, 'Content-Encoding: identity', 'Content-Encoding: gzip'],
      400,
    ],
  ])('creates no batch: %s', async (_what, headers, status) => {
    const answer = await post(...headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).error.message).not.toBe('');
    expect(await countBatches()).toBe(0);
  });

  it('creates a batch if each header is given once', async () => {
    expect((await post(TYPE, KEY, LENGTH)).status).toBe(201);
  });
});
