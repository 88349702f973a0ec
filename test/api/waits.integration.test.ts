import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProducerConnection } from '#src/platform/jobs/connection.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { issueInvoice, storePdf } from '../support/pdfs.ts';
import { openRawConnection } from '../support/raw-http.ts';
import { testRedisUrl } from '../support/redis.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Locks the row of the organization, which makes its creations of batches wait. */
async function holdCreates(organizationId: number): Promise<() => Promise<void>> {
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query('select from organizations where id = $1 for update', [organizationId]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

async function countWaiting(): Promise<number> {
  const { rows } = await api.database.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.waiting;
}

describe('concurrent creations of batches by one organization', () => {
  it('hold few database connections while they wait, and are all stored in the end', async () => {
    const busy = await api.createOrganization();
    const other = await api.createOrganization();
    const release = await holdCreates(busy.id);
    const answers = Array.from({ length: 30 }, () => api.post(busy.token, buildBatchBody(1)));
    await eventually(async () => (await countWaiting()) > 1);
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => api.get(other.token, '/invoice_batches')),
    );
    expect(new Set(reads.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await api.post(other.token, buildBatchBody(1))).statusCode).toBe(201);
    expect(await countWaiting()).toBeLessThanOrEqual(6);
    await release();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it.concurrent('receive 429 after waiting too long, and leave their idempotency key unused', async () => {
    const { token, id } = await api.createOrganization();
    const key = randomUUID();
    const release = await holdCreates(id);
    const answer = await api.post(token, buildBatchBody(1), { key });
    await release();
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('1');
    const message = 'Too many batches are being created at the same time; this one was not stored';
    expect(answer.json()).toEqual(errorBody('too_many_requests', message));
    const later = await api.post(token, buildBatchBody(1), { key });
    expect(later.statusCode).toBe(201);
    expect(later.headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('the wait for a PDF', () => {
  it('ends when its client disconnects', async () => {
    const organization = await api.createOrganization();
    const id = await issueInvoice(api, organization, 'G-1');
    const connection = await openRawConnection(api.app);
    connection.send(
      `GET /api/v1/batch_invoices/${id}/pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organization.token}\r\n\r\n`,
    );
    await eventually(() => api.jobs.some(({ name }) => name === 'render-pdfs'));
    connection[Symbol.dispose]();
    // A request that waits checks for the PDF at least once a second.
    const isQuiet = async () => {
      const { rows } = await api.database.pool.query<{ quiet: boolean }>(
        `select max(query_start) < now() - interval '2 seconds' as quiet from pg_stat_activity
         where datname = current_database() and application_name = 'test-ingress' and query like '%"isIssued"%'`,
      );
      return rows[0]!.quiet;
    };
    expect(await eventually(isQuiet, { within: 6000, what: 'the end of the checks for the PDF' })).toBe(true);
  });

  it('is skipped, and the PDF is not read, for a client that already has it', async () => {
    await using own = await openTestApi();
    const organization = await own.createOrganization();
    const id = await issueInvoice(own, organization, 'G-2');
    await storePdf(own, id);
    // An ingress that has not read the PDF yet.
    await using fresh = await openTestApi({}, { beside: own });
    const download = (headers = {}, from = fresh) =>
      from.get(organization.token, `/batch_invoices/${id}/pdf`, headers);
    const { etag } = (await download({}, own)).headers;
    // From now on a statement that reads the bytes fails.
    await own.database.pool.query(
      `create policy unread on render_batches as restrictive for select using (current_query() not like '%q.content%')`,
    );
    expect((await download({ 'if-none-match': etag })).statusCode).toBe(304);
    expect((await download()).statusCode).toBe(500);
  });
});

describe('a Redis that hangs', () => {
  it('delays a read less than a producer of jobs', async () => {
    await using gate = await openGateTo(testRedisUrl());
    await using remote = await openTestApi({ READ_RATE_LIMIT: 1 }, { beside: api, redisPort: gate.port });
    const { token } = await api.createOrganization();
    const read = async () => (await remote.get(token, '/invoice_batches')).statusCode;
    await expect.poll(read, { timeout: 10_000 }).toBe(429);
    const producer = openProducerConnection(gate.url);
    producer.on('error', () => {});
    await once(producer, 'ready');
    gate.hold();
    let isWaiting = true;
    const ping = producer.ping().catch(() => (isWaiting = false));
    expect(await Promise.all(Array.from({ length: 5 }, read))).toEqual([200, 200, 200, 200, 200]);
    expect(isWaiting).toBe(true);
    await ping;
    expect(isWaiting).toBe(false);
    producer.disconnect();
  });
});
