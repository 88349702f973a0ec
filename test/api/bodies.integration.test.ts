import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { errorBody } from './endpoints.ts';

const LIMIT = 100_000;
let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({ CREATE_BODY_LIMIT: LIMIT, SESSION_RATE_LIMIT: 1000 });
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Sends the same bytes to the endpoints that create a batch and a session. */
async function sendToBoth(payload: string | Buffer, headers: Record<string, string>) {
  return [
    await api.post(organization.token, payload, { headers }),
    await api.inject({ method: 'POST', url: '/api/v1/auth/sessions', headers, payload }),
  ];
}

const valid = JSON.stringify(buildBatchBody(1));
const UNSUPPORTED = errorBody('unsupported_media_type', 'Content-Type must be application/json');
const ENCODED = errorBody(
  'unsupported_media_type',
  'Content-Encoding must be gzip or zstd, once, or absent for a body without compression',
);

describe('the Content-Type of a body [B22]', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json; charset=Utf8',
    'application/json; profile=x',
    'application/json; profile=x; charset=UTF-8',
    'application/json; CHARSET="UTF-8"',
  ])('may be %s', async (type) => {
    const answer = await api.post(organization.token, valid, { headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(201);
  });

  it.each([
    'text/plain',
    'text/json',
    'text/html',
    'application/x-json',
    'application/jsonp',
    'application/json5',
    'application/ld+json',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/xml',
    'application/json, application/json',
    'application/',
    'json',
    '*/*',
    '',
  ])('may not be %j', async (type) => {
    for (const answer of await sendToBoth('{"api_key":"x"}', { 'content-type': type })) {
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toEqual(UNSUPPORTED);
    }
  });

  it('is required', async () => {
    const headers = { authorization: `Bearer ${organization.token}`, 'idempotency-key': randomUUID() };
    for (const url of ['/api/v1/invoice_batches', '/api/v1/auth/sessions']) {
      const answer = await api.inject({ method: 'POST', url, headers, payload: Buffer.from(valid) });
      expect(answer.statusCode).toBe(415);
    }
  });

  it.each([
    'iso-8859-1',
    'ISO-8859-1',
    '"iso-8859-1"',
    'latin1',
    'windows-1252',
    'us-ascii',
    'utf-16',
    'utf-16le',
    'utf-7',
    'utf-8x',
    '"utf-8 "',
    'x; boundary=y',
  ])('may not name a charset other than UTF-8: %s', async (charset) => {
    // This includes bytes that are valid UTF-8, because they may mean something else in the named
    // charset.
    for (const bytes of [valid, Buffer.from(valid.replace('Servicio', 'Servici\xf3n'), 'latin1')]) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      for (const answer of await sendToBoth(bytes, headers)) {
        expect(answer.statusCode).toBe(415);
        expect(answer.json()).toEqual(
          errorBody('unsupported_media_type', 'The charset in Content-Type must be utf-8: JSON is UTF-8'),
        );
      }
    }
  });

  it('does not make bytes other than UTF-8 acceptable', async () => {
    const latin = Buffer.from(valid.replace('Servicio', 'Servici\xf3n'), 'latin1');
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const answer = await api.post(organization.token, latin, { headers });
    expect(answer.json()).toEqual(
      errorBody(
        'bad_request',
        expect.stringMatching(
          /^Body is not valid UTF-8: the bytes at line 1, column \d+ do not encode a character$/,
        ) as string,
      ),
    );
  });
});

describe('an encoded body [B1]', () => {
  it.each(['deflate', 'br', 'compress', 'gzip, gzip', 'gzip, zstd', 'gzip,', 'x-identity', ''])(
    'is refused with 415 if its Content-Encoding is %j',
    async (encoding) => {
      const headers = { 'content-encoding': encoding, 'content-type': 'application/json' };
      for (const answer of await sendToBoth(gzipSync(valid), headers)) {
        expect(answer.statusCode).toBe(415);
        expect(answer.json()).toEqual(ENCODED);
        expect(answer.headers['accept-encoding']).toBe('gzip, zstd');
      }
    },
  );

  it.each(['identity', 'Identity', 'identity, identity'])(
    'is accepted if its Content-Encoding is %s, which means that it is not encoded',
    async (encoding) => {
      const headers = { 'content-encoding': encoding, 'content-type': 'application/json' };
      expect((await api.post(organization.token, valid, { headers })).statusCode).toBe(201);
    },
  );
});

describe('a body that is not JSON [B3]', () => {
  it.each([
    ['empty', ''],
    ['blank', ' '],
    ['truncated', valid.slice(0, -1)],
    ['truncated within a string', valid.slice(0, 30)],
    ['two values', valid + valid],
    ['with a byte order mark', `\ufeff${valid}`],
    ['with a trailing comma', valid.replace(']}', ',]}')],
    ['with NaN', valid.replace('100', 'NaN')],
    ['with a raw NUL', valid.replace('Servicio', 'a\0b')],
    ['in UTF-16', Buffer.from(valid, 'utf16le')],
    ['of bytes that are not UTF-8', Buffer.from(valid.replace('Servicio', '\xff\xfe'), 'latin1')],
    ['with a duplicate member', valid.replace('"units":1', '"units":1,"units":1')],
    ['nested 8000 arrays deep', '['.repeat(8000) + ']'.repeat(8000)],
    ['nested 2500 objects deep', `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`],
    ['of open brackets', '['.repeat(16_000)],
    ['random bytes', Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 151) % 256))],
  ])('is refused with 400: %s', async (_what, payload) => {
    for (const answer of await sendToBoth(payload, { 'content-type': 'application/json' })) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(errorBody('bad_request', expect.stringMatching(/^Body /) as string));
    }
  });

  it('is refused with the path of a duplicate member', async () => {
    const body = valid.replace('"units":1', '"units":1,"units":2');
    const message = 'Body has a duplicate member: invoice_batch.invoices[0].lines[0].units';
    expect((await api.post(organization.token, body)).json()).toEqual(errorBody('bad_request', message));
  });
});

describe('the length of a body', () => {
  const ofLength = (length: number) => valid.replace('Servicio', 'x'.repeat(length - valid.length + 8));
  const TOO_LARGE = errorBody(
    'payload_too_large',
    `Body is larger than the ${LIMIT} bytes (${Math.floor(LIMIT / 102.4) / 10} KB) that this endpoint accepts; send less in one request`,
  );

  it('may equal the limit and must not exceed it', async () => {
    expect((await api.post(organization.token, ofLength(LIMIT))).statusCode).toBe(201);
    const answer = await api.post(organization.token, ofLength(LIMIT + 1));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual(TOO_LARGE);
  });

  it('must equal Content-Length', async () => {
    const headers = { 'content-length': String(valid.length + 5) };
    const answer = await api.post(organization.token, valid, { headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(errorBody('bad_request', 'Body is not as long as Content-Length says'));
  });

  it('is limited to 32 MiB by default [B28]', async () => {
    await using usual = await openTestApi({}, { beside: api });
    const large = Buffer.alloc(32 * 1024 * 1024, ' ');
    large.write(valid);
    expect((await usual.post(organization.token, large)).statusCode).toBe(201);
    const larger = Buffer.concat([large, Buffer.from(' ')]);
    expect((await usual.post(organization.token, larger)).statusCode).toBe(413);
  });
});
