import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnvironment } from '../../src/platform/config/environment.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { errorBody } from './endpoints.ts';

const SECONDS = 60;

describe('the create cool-down', () => {
  let api: TestApi;
  let start: number;
  beforeAll(async () => {
    api = await openTestApi({ CREATE_COOLDOWN_SECONDS: SECONDS });
    start = api.clock.now.getTime();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /** Sets the clock, which the tests of this file share, and creates a batch. */
  const postAt = (ms: number, token: string, body: unknown, key = randomUUID()) => {
    api.clock.now = new Date(start + ms);
    return api.post(token, body, { key });
  };

  it('is off by default', () => {
    expect(loadEnvironment({ DATABASE_URL: 'postgres://x/x' }).CREATE_COOLDOWN_SECONDS).toBe(0);
  });

  it('refuses a second batch with 429 and the seconds to wait until it is over', async () => {
    const { token } = await api.createOrganization();
    expect((await postAt(0, token, buildBatchBody(1))).statusCode).toBe(201);
    for (const [at, wait] of [
      [0, 60],
      [1, 60],
      [1001, 59],
      [59_999, 1],
    ] as const) {
      const answer = await postAt(at, token, buildBatchBody(1));
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe(String(wait));
      const message = 'A batch was created less than 60 seconds ago';
      expect(answer.json()).toEqual(errorBody('too_many_requests', message));
    }
    expect((await postAt(60_000, token, buildBatchBody(1))).statusCode).toBe(201);
    expect((await postAt(60_001, token, buildBatchBody(1))).statusCode).toBe(429);
  });

  it('does not apply to replays', async () => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    const first = await postAt(0, token, buildBatchBody(1), key);
    for (const at of [0, 30_000, 60_000]) {
      const replay = await postAt(at, token, buildBatchBody(1), key);
      expect(replay.statusCode).toBe(201);
      expect(replay.body).toBe(first.body);
    }
  });

  it('is started neither by an invalid request nor by a refused one', async () => {
    const { token } = await api.createOrganization();
    expect((await postAt(0, token, '{}')).statusCode).toBe(422);
    expect((await postAt(0, token, buildBatchBody(1))).statusCode).toBe(201);
    expect((await postAt(59_000, token, buildBatchBody(1))).statusCode).toBe(429);
    expect((await postAt(60_000, token, buildBatchBody(1))).statusCode).toBe(201);
  });

  it('leaves the idempotency key of a refused request unused', async () => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    await postAt(0, token, buildBatchBody(1));
    expect((await postAt(0, token, buildBatchBody(1), key)).statusCode).toBe(429);
    const answer = await postAt(60_000, token, buildBatchBody(1), key);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  });

  it('applies to each organization separately', async () => {
    const [one, other] = [await api.createOrganization(), await api.createOrganization()];
    expect((await postAt(0, one.token, buildBatchBody(1))).statusCode).toBe(201);
    expect((await postAt(0, other.token, buildBatchBody(1))).statusCode).toBe(201);
  });

  it('accepts one of many concurrent batches', async () => {
    const { token } = await api.createOrganization();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(token, buildBatchBody(1))));
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(201), count(429)]).toEqual([1, 19]);
  });

  it('accepts all concurrent requests with the same idempotency key, as one batch and its replays', async () => {
    const { token } = await api.createOrganization();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post(token, buildBatchBody(1), { key })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});

describe('the creation of batches without a cool-down', () => {
  it('is not rate limited', async () => {
    await using api = await openTestApi({ READ_RATE_LIMIT: 1 });
    const { token } = await api.createOrganization();
    for (let index = 0; index < 10; index += 1) {
      const answer = await api.post(token, buildBatchBody(1));
      expect(answer.statusCode).toBe(201);
      expect(answer.headers).not.toHaveProperty('ratelimit-limit');
    }
  });
});
