import { randomBytes } from 'node:crypto';
import { constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { errorBody } from './endpoints.ts';
import { LONG, runsOf } from '../support/long.ts';

const LIMIT = 4 * 1024 * 1024;
/** The uncompressed size of a decompression bomb. */
const BOMB_BYTES = (LONG ? 64 : 16) * LIMIT;

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({ CREATE_BODY_LIMIT: LIMIT, BODY_BUDGET: 6 * LIMIT });
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const zstd = (bytes: Buffer, windowLog = 0) =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_windowLog]: windowLog } });
/** A skippable frame of zstd (RFC 8878, section 3.1.2). */
const SKIPPABLE = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
const PACKERS: readonly (readonly [coding: string, pack: (bytes: Buffer) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 9)), gzipSync(bytes.subarray(9))])],
  ['zstd', zstd],
  [
    'zstd',
    (bytes) => Buffer.concat([SKIPPABLE, zstd(bytes.subarray(0, 9)), SKIPPABLE, zstd(bytes.subarray(9))]),
  ],
];
const NOT_PACKED = errorBody('bad_request', 'Body is not compressed as Content-Encoding says');

const send = (coding: string, payload: Buffer, path = '/invoice_batches', key?: string) =>
  path === '/invoice_batches'
    ? api.post(organization.token, payload, {
        headers: { 'content-encoding': coding, 'content-type': 'application/json' },
        ...(key === undefined ? {} : { key }),
      })
    : api.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: {
          authorization: `Bearer ${organization.token}`,
          'content-encoding': coding,
          'content-type': 'application/json',
        },
        payload,
      });
const held = () => api.metrics.bodyBytes.get().then(({ values }) => values[0]?.value ?? 0);

describe.each(PACKERS)('a body compressed with %s (case %#)', (coding, pack) => {
  const body = Buffer.from(JSON.stringify(buildBatchBody(300, coding)));

  it('is accepted like an uncompressed body and counts as the same body for its idempotency key', async () => {
    const key = crypto.randomUUID();
    const packed = await send(coding, pack(body), '/invoice_batches', key);
    expect(packed.statusCode).toBe(201);
    expect(packed.json<{ data: object }>().data).toMatchObject({ invoices_count: 300 });
    const plain = await api.post(organization.token, body, { key });
    expect([plain.statusCode, plain.headers['idempotency-replayed'], plain.body]).toEqual([
      201,
      'true',
      packed.body,
    ]);
    expect((await send(coding, pack(body), '/invoice_batches/validate')).statusCode).toBe(200);
    const session = await send(
      coding,
      pack(Buffer.from(JSON.stringify({ api_key: organization.apiKey }))),
      '/auth/sessions',
    );
    expect(session.statusCode).toBe(201);
    expect(await held()).toBe(0);
  });

  it('is refused if it is corrupt, truncated, followed by other bytes, or not compressed', async () => {
    const packed = pack(body);
    const broken = Buffer.from(packed);
    broken.fill(0xff, packed.length >> 1, (packed.length >> 1) + 8);
    const wrong = [
      packed.subarray(0, -1),
      packed.subarray(0, 5),
      broken,
      Buffer.concat([packed, Buffer.alloc(4)]),
      Buffer.concat([packed, Buffer.from('more')]),
      body,
      Buffer.alloc(0),
      coding === 'zstd' ? gzipSync(body) : zstd(body),
      deflateSync(body),
    ];
    for (const payload of wrong) {
      const answer = await send(coding, payload);
      expect([answer.statusCode, answer.json()]).toEqual([400, NOT_PACKED]);
    }
    expect(await held()).toBe(0);
  });

  it('is refused as soon as its uncompressed size exceeds the limit', async () => {
    const bomb = pack(Buffer.alloc(BOMB_BYTES, ' '));
    expect(bomb.length).toBeLessThan(LIMIT / 10);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(coding, bomb)));
    for (const { statusCode } of answers) expect([413, 503]).toContain(statusCode);
    expect(answers.some(({ statusCode }) => statusCode === 413)).toBe(true);
    expect((await send(coding, pack(Buffer.alloc(32 * 1024, ' ')), '/auth/sessions')).statusCode).toBe(413);
    await expect.poll(held).toBe(0);
  });

  it('never causes an error of the server, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(), async (bytes, place) => {
        const packed = pack(body);
        const at = place % packed.length;
        const payload = Buffer.concat([packed.subarray(0, at), bytes, packed.subarray(at + bytes.length)]);
        const { statusCode } = await send(coding, payload);
        // Some changes are not detected, because the checksum of zstd is optional.
        expect([201, 400, 413, 422]).toContain(statusCode);
      }),
      { numRuns: runsOf(40) },
    );
  });
});

it('a zstd body with a window of more than 8 MB or with thousands of empty frames is refused', async () => {
  const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_compressionLevel]: 1 };
  const wide = zstdCompressSync(Buffer.alloc(BOMB_BYTES, 'ab'), { params });
  expect((await send('zstd', wide)).json()).toEqual(
    errorBody(
      'bad_request',
      'Body is compressed with a zstd window of more than 8 MB; compress it with a smaller window',
    ),
  );
  const many = Buffer.concat(Array.from({ length: 10_000 }, () => zstd(Buffer.alloc(0))));
  expect((await send('zstd', many)).json()).toEqual(NOT_PACKED);
});

it('a compressed body of more than a quarter of the limit is refused with the advice to send it uncompressed', async () => {
  const texts = randomBytes(LIMIT / 2).toString('base64');
  const body = Buffer.from(JSON.stringify({ texts }));
  for (const [coding, pack] of PACKERS) {
    const packed = pack(body);
    expect(packed.length).toBeGreaterThan(LIMIT / 4);
    const answer = await send(coding, packed);
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      errorBody(
        'payload_too_large',
        expect.stringMatching(
          new RegExp(
            `^The compressed body is larger than the ${LIMIT / 4} bytes .* without compression, up to ${LIMIT} bytes`,
          ),
        ) as string,
      ),
    ]);
  }
  expect((await api.post(organization.token, body)).statusCode).toBe(422);
});

it('a compressed body whose uncompressed size is just below the limit is read completely', async () => {
  const whole = JSON.stringify(buildBatchBody(1000));
  const noise = randomBytes(LIMIT / 8).toString('base64');
  const body = Buffer.from(
    `{"x":"${noise}",${' '.repeat(LIMIT - whole.length - noise.length - 10)}${whole.slice(1)}`,
  );
  const packed = gzipSync(body);
  expect([body.length > LIMIT * 0.99, packed.length > LIMIT / 8]).toEqual([true, true]);
  const answer = await send('gzip', packed);
  // The body was read completely and then refused for its structure.
  expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
    422,
    'validation_failed',
  ]);
});
