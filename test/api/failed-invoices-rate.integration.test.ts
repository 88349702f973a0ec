import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnvironment } from '../../src/platform/config/environment.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';

const MOST = 10;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ FAILED_INVOICES_PER_HOUR: MOST });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Builds a batch whose first `failing` invoices have an invalid NIF. */
const build = (invoices: number, failing: number) =>
  buildBatchBody(invoices, 'F', (index) => (index < failing ? { issuer_nif: 'x' } : {}));

async function countBatches(organizationId: number): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    'select count(*)::int as count from batches where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.count;
}

describe('invoices that fail at creation', () => {
  it('are limited to 500,000 per hour by default', () => {
    expect(loadEnvironment({ DATABASE_URL: 'postgres://x/x' }).FAILED_INVOICES_PER_HOUR).toBe(500_000);
  });

  it('are refused with 429 beyond the limit of an organization, and nothing of the batch is stored', async () => {
    const { id, token } = await api.createOrganization();
    expect((await api.post(token, build(6, 6))).statusCode).toBe(201);
    const refused = await api.post(token, build(6, 5));
    expect(refused.statusCode).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(refused.json()).toEqual({
      error: {
        code: 'too_many_requests',
        message:
          `With this batch more than ${MOST} invoices of this organization would have failed within an hour; nothing was stored. ` +
          `POST /invoice_batches/validate shows what is wrong with it; try again in ${seconds} seconds`,
      },
    });
    expect(await countBatches(id)).toBe(1);
    // A batch within the limit, a valid batch and a batch of another organization are stored.
    expect((await api.post(token, build(6, 4))).statusCode).toBe(201);
    expect((await api.post(token, build(1, 1))).statusCode).toBe(429);
    expect((await api.post(token, build(20, 0))).statusCode).toBe(201);
    expect((await api.post((await api.createOrganization()).token, build(6, 6))).statusCode).toBe(201);
  });

  it('count once per batch, and not again for replays or refused requests', async () => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    const body = build(5, 5);
    const first = await api.post(token, body, { key });
    const together = await Promise.all(Array.from({ length: 5 }, () => api.post(token, body, { key })));
    for (const replay of together) expect([replay.statusCode, replay.body]).toEqual([201, first.body]);
    expect((await api.post(token, build(9, 9), { key })).json()).toMatchObject({
      error: { code: 'invalid_idempotency_key' },
    });
    expect((await api.post(token, { invoice_batch: { invoices: [] } })).statusCode).toBe(422);
    expect((await api.post(token, build(5, 5), { key: randomUUID() })).statusCode).toBe(201);
    // The limit is exhausted, but a replay is still answered.
    expect((await api.post(token, build(1, 1))).statusCode).toBe(429);
    const replay = await api.post(token, body, { key });
    expect([replay.statusCode, replay.headers['idempotency-replayed'], replay.body]).toEqual([
      201,
      'true',
      first.body,
    ]);
  });

  it('are counted across all ingresses, also for concurrent batches', async () => {
    await using beside = await openTestApi({ FAILED_INVOICES_PER_HOUR: MOST }, { beside: api });
    const { id, token } = await api.createOrganization();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? api : beside).post(token, build(3, 2))),
    );
    const accepted = answers.filter(({ statusCode }) => statusCode === 201);
    expect(accepted).toHaveLength(MOST / 2);
    expect(await countBatches(id)).toBe(MOST / 2);
  });

  it('are accepted without being counted while Redis is unavailable', async () => {
    await using away = await openTestApi({ FAILED_INVOICES_PER_HOUR: 1 }, { beside: api, redisPort: 1 });
    const { id, token } = await api.createOrganization();
    for (let batch = 1; batch <= 2; batch += 1) {
      expect((await away.post(token, build(2, 2))).statusCode).toBe(201);
      expect(await countBatches(id)).toBe(batch);
    }
  });
});
