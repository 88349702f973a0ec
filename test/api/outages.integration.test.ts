import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { testServerUrl } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { testRedisUrl } from '../support/redis.ts';
import { openGateTo, type TcpGate } from '../support/tcp-gate.ts';
import { errorBody, PROTECTED } from './endpoints.ts';

let api: TestApi;
/** An API that connects to the database of `api` through the gate. */
let remote: TestApi;
let gate: TcpGate;
beforeAll(async () => {
  api = await openTestApi();
  gate = await openGateTo(testServerUrl());
  remote = await openTestApi({}, { beside: api, databasePort: gate.port });
});
afterAll(async () => {
  await remote[Symbol.asyncDispose]();
  await gate[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const OUTAGE = errorBody(
  'service_unavailable',
  'The service is not available now; send the same request again, with the same Idempotency-Key if it has one',
);

function expectOutage(answer: LightMyRequestResponse): void {
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual(OUTAGE);
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
}

async function countBatches(organizationId: number): Promise<number> {
  const { rows } = await api.database.pool.query(
    'select count(*)::int as batches from batches where organization_id = $1',
    [organizationId],
  );
  return rows[0].batches;
}

/**
 * Makes requests that create a batch wait in the database. `waiting` returns the process id of the
 * backend that waits.
 */
async function holdCreates(organizationId: number) {
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query('select from organizations where id = $1 for update', [organizationId]);
  const look = async () => {
    const { rows } = await api.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.pid;
  };
  return {
    waiting: () => eventually(look, { what: 'a waiting request' }),
    async release() {
      await client.query('rollback');
      client.release();
    },
  };
}

describe('while the database is unavailable', () => {
  it('every endpoint returns 503 with Retry-After, and works again afterwards', async () => {
    const { token, apiKey, id } = await api.createOrganization();
    const key = randomUUID();
    gate.close();
    const authorization = `Bearer ${token}`;
    for (const request of PROTECTED) {
      expectOutage(await remote.inject({ ...request, headers: { authorization, 'idempotency-key': key } }));
    }
    const session = { method: 'POST', url: '/api/v1/auth/sessions', payload: { api_key: apiKey } } as const;
    expectOutage(await remote.inject(session));
    gate.open();
    expect((await remote.inject(session)).statusCode).toBe(201);
    expect(await countBatches(id)).toBe(0);
    const answer = await remote.post(token, buildBatchBody(1), { key });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  });

  it('the API starts, and works as soon as the database is available', async () => {
    const { token } = await api.createOrganization();
    gate.close();
    await using early = await openTestApi({}, { beside: api, databasePort: gate.port });
    expectOutage(await early.get(token, '/invoice_batches'));
    gate.open();
    expect((await early.get(token, '/invoice_batches')).statusCode).toBe(200);
  });

  it('requests that need no database are answered as usual', async () => {
    gate.close();
    const missing = await remote.inject({ method: 'GET', url: '/api/v1/invoice_batches' });
    expect(missing.statusCode).toBe(401);
    expect((await remote.inject({ method: 'GET', url: '/nothing' })).statusCode).toBe(404);
    expect((await remote.inject({ method: 'GET', url: '/api/v1/openapi.json' })).statusCode).toBe(200);
    gate.open();
  });

  it('the response contains nothing about the database', async () => {
    const { token } = await api.createOrganization();
    gate.close();
    const { body } = await remote.get(token, '/invoice_batches');
    gate.open();
    expect(body).not.toMatch(/ECONN|127\.0\.0\.1|postgres|sql/i);
  });
});

describe('a request that creates a batch', () => {
  it.each([
    [
      'its backend is terminated',
      (pid: number) => api.database.pool.query('select pg_terminate_backend($1)', [pid]),
    ],
    [
      'its statement is cancelled',
      (pid: number) => api.database.pool.query('select pg_cancel_backend($1)', [pid]),
    ],
  ])(
    'returns 503 and stores nothing when %s, and succeeds later with the same key',
    async (_what, interrupt) => {
      const { token, id } = await api.createOrganization();
      const key = randomUUID();
      const hold = await holdCreates(id);
      const answer = remote.post(token, buildBatchBody(3), { key });
      await interrupt(await hold.waiting());
      expectOutage(await answer);
      await hold.release();
      expect(await countBatches(id)).toBe(0);
      const again = await remote.post(token, buildBatchBody(3), { key });
      expect(again.statusCode).toBe(201);
      expect(again.headers['idempotency-replayed']).toBeUndefined();
      expect(await countBatches(id)).toBe(1);
    },
  );

  it('returns 503 when the connection breaks, and its key creates only one batch when it is sent again', async () => {
    const { token, id } = await api.createOrganization();
    const key = randomUUID();
    const hold = await holdCreates(id);
    const answer = remote.post(token, buildBatchBody(1), { key });
    await hold.waiting();
    gate.close();
    expectOutage(await answer);
    gate.open();
    await hold.release();
    // The backend may notice the broken connection only after it has stored the batch.
    expect((await remote.post(token, buildBatchBody(1), { key })).statusCode).toBe(201);
    expect(await countBatches(id)).toBe(1);
  });
});

describe('while Redis is unavailable', () => {
  it('sessions are created, and batches are accepted and read', async () => {
    await using redisGate = await openGateTo(testRedisUrl());
    await using cut = await openTestApi({}, { beside: api, redisPort: redisGate.port });
    redisGate.close();
    const { token } = await cut.createOrganization();
    const created = await cut.post(token, buildBatchBody(1));
    expect(created.statusCode).toBe(201);
    const { data } = created.json<{ data: { id: number } }>();
    expect((await cut.get(token, `/invoice_batches/${data.id}`)).json()).toEqual({ data });
  });
});

describe('an internal error', () => {
  it('returns 500 without details, which the log contains under the same request id', async () => {
    await using broken = await openTestApi();
    const { token } = await broken.createOrganization();
    await broken.database.pool.query('alter table batches rename column external_batch_id to secret_column');
    const answer = await broken.get(token, '/invoice_batches', { 'x-request-id': 'broken-1' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual(
      errorBody('internal_error', 'Something went wrong on our side; the request id helps to find it'),
    );
    const lines = broken.log.filter((line) => line.includes('broken-1'));
    expect(lines.some((line) => line.includes('"level":"error"') && line.includes('42703'))).toBe(true);
  });
});
