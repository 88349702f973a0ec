import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let second: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  second = await openTestApi({}, { beside: api });
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const count = <T>(items: readonly T[], test: (item: T) => boolean) => items.filter(test).length;
const isReplay = (answer: LightMyRequestResponse) => answer.headers['idempotency-replayed'] === 'true';

async function countRows(organizationId: number) {
  const { rows } = await api.database.pool.query(
    `select (select count(*) from batches where organization_id = $1)::int as batches,
            (select count(*) from batch_invoices where organization_id = $1)::int as invoices,
            (select count(*) from batch_bodies where organization_id = $1)::int as bodies,
            (select batches_count from organizations where id = $1)::int as counted`,
    [organizationId],
  );
  return rows[0];
}

/**
 * Locks the row of the organization. Its requests then wait after they have taken their idempotency
 * key.
 */
async function holdCreates(organizationId: number) {
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query('select from organizations where id = $1 for update', [organizationId]);
  return {
    async waiting(sessions: number) {
      await eventually(async () => {
        const { rows } = await api.database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length === sessions;
      });
    },
    async release() {
      await client.query('rollback');
      client.release();
    },
  };
}

describe('concurrent requests', () => {
  it('with one Idempotency-Key create one batch, over two instances, and all receive the same response', async () => {
    const { token, id } = await api.createOrganization();
    const key = randomUUID();
    const body = buildBatchBody(3);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? api : second).post(token, body, { key })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(count(answers, isReplay)).toBe(99);
    expect(await countRows(id)).toEqual({ batches: 1, invoices: 3, bodies: 1, counted: 1 });
    // The jobs of later batches are enqueued after those of the first.
    for (const instance of [api, second]) await instance.post(token, buildBatchBody(7));
    const works = () =>
      [...api.jobs, ...second.jobs]
        .filter((job) => job.payload.organizationId === id)
        .map(({ work }) => work!)
        .toSorted((a, b) => a - b);
    await eventually(() => works().filter((work) => work === 7).length === 2);
    expect(works()).toEqual([3, 7, 7]);
  });

  it('with one Idempotency-Key and different bodies create one batch, and the others are refused', async () => {
    const { token, id } = await api.createOrganization();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? api : second).post(token, buildBatchBody(1, `S${index}`), { key }),
      ),
    );
    expect(count(answers, ({ statusCode }) => statusCode === 201)).toBe(1);
    expect(count(answers, ({ statusCode }) => statusCode === 422)).toBe(19);
    expect(await countRows(id)).toEqual({ batches: 1, invoices: 1, bodies: 1, counted: 1 });
  });

  it('with different keys create one listed batch each, with an id of its own', async () => {
    const { token, id } = await api.createOrganization();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? api : second).post(token, buildBatchBody(1)),
      ),
    );
    const ids = answers.map((answer) => answer.json<{ data: { id: number } }>().data.id);
    expect(new Set(ids).size).toBe(40);
    expect(await countRows(id)).toEqual({ batches: 40, invoices: 40, bodies: 40, counted: 40 });
    const list = await api.get(token, '/invoice_batches?per_page=100');
    const listed = list.json<{ data: { id: number }[] }>().data.map((batch) => batch.id);
    expect(new Set(listed)).toEqual(new Set(ids));
  });

  it('with one Idempotency-Key wait for the first one and replay its response', async () => {
    const { token, id } = await api.createOrganization();
    const key = randomUUID();
    const hold = await holdCreates(id);
    const [first, other] = [api, second].map((each) => each.post(token, buildBatchBody(1), { key }));
    await hold.waiting(2);
    await hold.release();
    const answers = await Promise.all([first!, other!]);
    expect(answers[0].body).toBe(answers[1].body);
    expect(count(answers, isReplay)).toBe(1);
    expect(await countRows(id)).toMatchObject({ batches: 1 });
  });

  it('receive 429 with Retry-After: 1 while the first one runs too long, and leave the key unused', async () => {
    const { token, id } = await api.createOrganization();
    const key = randomUUID();
    await api.post(token, buildBatchBody(1));
    // Simulates a request of another process that has taken the key and does not finish.
    const client = await api.database.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into idempotency_records (organization_id, key, batch_id, body_hash, response, created_at)
       select organization_id, $2, batch_id, body_hash, response, created_at
       from idempotency_records where organization_id = $1`,
      [id, key],
    );
    const answer = await api.post(token, buildBatchBody(1), { key });
    await client.query('rollback');
    client.release();
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('1');
    const message = 'A request with this Idempotency-Key is still running';
    expect(answer.json()).toEqual(errorBody('too_many_requests', message));
    expect(await countRows(id)).toEqual({ batches: 1, invoices: 1, bodies: 1, counted: 1 });
    const later = await api.post(token, buildBatchBody(1), { key });
    expect(later.statusCode).toBe(201);
    expect(isReplay(later)).toBe(false);
  });
});
