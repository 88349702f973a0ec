import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const MISSING_KEY = errorBody('missing_idempotency_key', 'Idempotency-Key header is required');
const INVALID_KEY = errorBody('invalid_idempotency_key', 'Idempotency-Key must be a UUID');
const UNAUTHORIZED = errorBody('unauthorized', 'Invalid or expired session token');

describe('the creation of a batch', () => {
  it('returns 201 with the batch as received, the number of its invoices and no errors member', async () => {
    const answer = await api.post(organization.token, buildBatchBody(3));
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
    expect(answer.json()).toEqual({
      data: {
        id: expect.any(Number),
        external_batch_id: 'F',
        status: 'received',
        invoices_count: 3,
        received_at: `${api.clock.now.toISOString().slice(0, 19)}Z`,
        processed_at: null,
      },
    });
  });

  it.each([{ external_batch_id: null }, {}])('returns external_batch_id as null for %j', async (label) => {
    const { invoices } = buildBatchBody(1).invoice_batch;
    const answer = await api.post(organization.token, { invoice_batch: { ...label, invoices } });
    expect(answer.json<{ data: object }>().data).toMatchObject({ external_batch_id: null });
  });

  it('enqueues one job for the accepted batch, with its organization and size and nothing else', async () => {
    const own = await api.createOrganization();
    const answer = await api.post(own.token, buildBatchBody(2));
    const batchId = answer.json<{ data: { id: number } }>().data.id;
    const payload = { organizationId: own.id, batchId, invoices: 2, work: 2 };
    const jobs = () => api.jobs.filter((job) => job.payload.organizationId === own.id);
    await eventually(() => jobs().length > 0);
    expect(jobs()).toEqual([{ name: 'process-batch', payload, work: 2 }]);
  });

  it('succeeds if the job cannot be enqueued, and does not wait for it', async () => {
    await using losing = await openTestApi(
      {},
      { beside: api, enqueueJobs: () => Promise.reject(new Error('away')) },
    );
    expect((await losing.post(organization.token, buildBatchBody(1))).statusCode).toBe(201);
    await using hanging = await openTestApi({}, { beside: api, enqueueJobs: () => new Promise(() => {}) });
    expect((await hanging.post(organization.token, buildBatchBody(1))).statusCode).toBe(201);
  });
});

describe('the order of checks', () => {
  const send = (headers: Record<string, string>, payload: string) =>
    api.inject({ method: 'POST', url: '/api/v1/invoice_batches', headers, payload });
  const authorization = () => `Bearer ${organization.token}`;
  const broken = { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'idempotency-key': 'x' };

  it('begins with authentication', async () => {
    const answer = await send({ ...broken, authorization: 'Bearer x' }, '{');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(UNAUTHORIZED);
  });

  it('continues with the idempotency key', async () => {
    const answer = await send({ ...broken, authorization: authorization() }, '{');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual(INVALID_KEY);
  });

  it('continues with the media type and the encoding of the body', async () => {
    const headers = { ...broken, authorization: authorization(), 'idempotency-key': randomUUID() };
    expect((await send(headers, '{')).statusCode).toBe(415);
  });

  it('has replays before the cool-down, and the cool-down before the body', async () => {
    await using cooling = await openTestApi({ CREATE_COOLDOWN_SECONDS: 60 }, { beside: api });
    const { token } = await api.createOrganization();
    const key = randomUUID();
    expect((await cooling.post(token, buildBatchBody(1), { key })).statusCode).toBe(201);
    expect((await cooling.post(token, buildBatchBody(1), { key })).headers['idempotency-replayed']).toBe(
      'true',
    );
    expect((await cooling.post(token, '{', { key })).statusCode).toBe(422);
    expect((await cooling.post(token, '{')).statusCode).toBe(429);
  });
});

describe('the Idempotency-Key header [B21]', () => {
  const send = (key: string | undefined) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/invoice_batches',
      headers: {
        authorization: `Bearer ${organization.token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      payload: JSON.stringify(buildBatchBody(1)),
    });

  it.each([undefined, '', ' ', '\t '])('is required: %j returns missing_idempotency_key', async (key) => {
    const answer = await send(key);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual(MISSING_KEY);
  });

  it.each([
    'x',
    '1',
    'null',
    randomUUID().slice(0, -1),
    `${randomUUID()}0`,
    randomUUID().replaceAll('-', ''),
    `{${randomUUID()}}`,
    `urn:uuid:${randomUUID()}`,
    `"${randomUUID()}"`,
    randomUUID().replace(/^./, 'g'),
    `${randomUUID()}, ${randomUUID()}`,
    '0'.repeat(1000),
  ])('must be a UUID: %s returns invalid_idempotency_key', async (key) => {
    const answer = await send(key);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual(INVALID_KEY);
  });

  it.each([1, 3, 4, 5, 6, 7, 8])('may be a UUID of version %i', async (version) => {
    expect((await send(randomUUID().replace(/-4/, `-${version}`))).statusCode).toBe(201);
  });
});
