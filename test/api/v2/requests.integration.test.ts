import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { buildBatchV2, buildInvoiceV2 } from '../../support/invoices-v2.ts';
import { errorBody } from '../endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const send = (body: unknown, key: string) => api.post(organization.token, body, { key, version: 2 });
const create = (body: unknown, token = organization.token) =>
  api.post(token, body, { key: randomUUID(), version: 2 });

describe('an Idempotency-Key in version 2', () => {
  it('replays the stored answer with its warnings, whatever the order of members', async () => {
    const key = randomUUID();
    const body = buildBatchV2('REPLAY', { recipient_billing_address: null });
    const first = await send(body, key);
    const again = await send(JSON.stringify(body, null, 2), key);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
    const other = await send(buildBatchV2('REPLAY', {}), key);
    expect(other.json<ErrorBody>().error).toMatchObject({
      code: 'invalid_idempotency_key',
      message: 'Idempotency-Key was already used with a different request body',
      details: [],
    });
  });

  it('is refused through the version that did not use it first, and the message names the other', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const says = (version: number) =>
      `Idempotency-Key was already used with version ${version} of the API; send the request again to that version, or use a new key`;
    await send(buildBatchV2('CROSS', {}), two);
    await api.post(organization.token, buildBatchBody(1, 'CROSS-V1'), { key: one });
    const through1 = await api.post(organization.token, buildBatchBody(1, 'CROSS-V1'), { key: two });
    expect([through1.statusCode, through1.json()]).toEqual([
      422,
      errorBody('invalid_idempotency_key', says(2)),
    ]);
    const through2 = await send(buildBatchV2('CROSS', {}), one);
    expect([through2.statusCode, through2.json<ErrorBody>().error.message]).toEqual([422, says(1)]);
    expect(
      (await api.database.pool.query(`select id from batches where external_batch_id like 'CROSS%'`)).rows,
    ).toHaveLength(2);
  });
});

describe('an error of version 2', () => {
  const error = async (asked: Promise<LightMyRequestResponse>) => {
    const answer = await asked;
    const body = answer.json<ErrorBody>();
    expect(body.error.request_id).toBe(answer.headers['x-request-id']);
    return body.error;
  };

  it('lists the members of a body with a wrong shape', async () => {
    const told = await error(
      create({ invoice_batch: { invoices: [{ lines: [{ units: true }] }, { more: 1 }] } }),
    );
    expect(told).toMatchObject({
      code: 'validation_failed',
      details: [
        {
          path: '/invoice_batch/invoices/0/lines/0/units',
          code: 'wrong_type',
          message: 'invoice_batch.invoices[0].lines[0].units must be a number or a decimal string',
          aeat_code: null,
          help: '/api/v2/codes#wrong_type',
        },
        { path: '/invoice_batch/invoices/1/more', code: 'unknown_member' },
      ],
    });
  });

  it('names a number that only looks like an integer', async () => {
    const invoice = JSON.stringify(buildInvoiceV2({ number_serie: 'INT-1' }));
    const text = `{"invoice_batch":{"invoices":[${invoice.replace('{', '{"contact_id":1.00000000000000000001,')}]}}`;
    expect((await error(create(text))).details).toEqual([
      expect.objectContaining({ path: '/invoice_batch/invoices/0/contact_id', code: 'wrong_type' }),
    ]);
  });

  it.each([
    ['POST', '/api/v2/invoice_batches', 401],
    ['GET', '/api/v2/invoice_batchez', 404],
    ['PUT', '/api/v2/invoice_batches', 405],
    ['POST', '/api/v2/auth/sessions', 400],
  ] as const)(
    'has a request id and an empty list of details where no member is concerned: %s %s',
    async (method, url, status) => {
      const answer = api.inject({ method, url });
      expect((await answer).statusCode).toBe(status);
      expect((await error(answer)).details).toEqual([]);
    },
  );

  it('has an entry in the reference of codes for each of its codes', async () => {
    const page = await api.app.inject('/api/v2/codes');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const code of ['wrong_type', 'out_of_range', 'too_old', 'issuer_address_missing'])
      expect(page.body).toContain(`id="${code}"`);
  });
});

describe('a session', () => {
  it('that either version created is valid for both, and either version ends it', async () => {
    const { apiKey } = await api.createOrganization();
    const open = async (version: number) => {
      const answer = await api.inject({
        method: 'POST',
        url: `/api/v${version}/auth/sessions`,
        payload: { api_key: apiKey },
      });
      return answer.json<{ session_token: string }>().session_token;
    };
    for (const [by, ends] of [
      [2, 1],
      [1, 2],
    ] as const) {
      const token = await open(by);
      const statusOf = async () => (await create(buildBatchV2(`S-${by}`, {}), token)).statusCode;
      expect(await statusOf()).toBe(201);
      const headers = { authorization: `Bearer ${token}` };
      const ended = await api.inject({ method: 'DELETE', url: `/api/v${ends}/auth/sessions`, headers });
      expect([ended.statusCode, await statusOf()]).toEqual([204, 401]);
    }
  });
});

describe('the read limit', () => {
  it('counts the requests of both versions together', async () => {
    await using limited = await openTestApi({ READ_RATE_LIMIT: 2 }, { beside: api });
    const { token } = await api.createOrganization();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const dryRun = (version: number) =>
      limited.inject({
        method: 'POST',
        url: `/api/v${version}/invoice_batches/validate`,
        headers,
        payload: '{}',
      });
    expect((await dryRun(1)).headers['ratelimit-remaining']).toBe('1');
    expect((await dryRun(2)).headers['ratelimit-remaining']).toBe('0');
    expect((await dryRun(1)).statusCode).toBe(429);
    expect((await dryRun(2)).statusCode).toBe(429);
  });
});
