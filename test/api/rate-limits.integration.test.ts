import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnvironment } from '../../src/platform/config/environment.ts';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openTestRedis, testRedisUrl } from '../support/redis.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { errorBody, READS } from './endpoints.ts';

const LIMIT = 6;
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: LIMIT, SESSION_RATE_LIMIT: 3 });
});
afterAll(() => api[Symbol.asyncDispose]());

const TOO_MANY = errorBody(
  'too_many_requests',
  expect.stringMatching(/^Too many requests; try again in \d+ seconds$/) as string,
);
const read = (token: string, of = api) => of.get(token, '/invoice_batches');

describe('reads', () => {
  it('are limited to 600 per minute by default, sessions to 30', () => {
    const environment = loadEnvironment({ DATABASE_URL: 'postgres://x/x' });
    expect(environment).toMatchObject({ READ_RATE_LIMIT: 600, SESSION_RATE_LIMIT: 30 });
  });

  it('are served up to the limit, and then receive 429 with the seconds to wait', async () => {
    const { token } = await api.createOrganization();
    for (let count = 1; count <= LIMIT; count += 1) {
      const answer = await read(token);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'ratelimit-limit': String(LIMIT),
        'ratelimit-remaining': String(LIMIT - count),
      });
    }
    const answer = await read(token);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual(TOO_MANY);
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': String(LIMIT), 'ratelimit-remaining': '0' });
    const wait = Number(answer.headers['retry-after']);
    expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true);
    expect(answer.headers['ratelimit-reset']).toBe(String(wait));
  });

  it('share one limit per organization, across endpoints and processes', async () => {
    await using second = await openTestApi({ READ_RATE_LIMIT: LIMIT }, { beside: api });
    const { token } = await api.createOrganization(undefined, null, KEY_RIGHTS);
    const authorization = `Bearer ${token}`;
    const remaining: unknown[] = [];
    // Requests from both ends of the list, one fewer than the limit.
    const some = READS.filter((_, index) => index < 3 || index >= READS.length - 2);
    for (const [index, request] of some.entries()) {
      const answer = await (index % 2 === 0 ? api : second).inject({
        ...request,
        headers: { authorization },
      });
      remaining.push(answer.headers['ratelimit-remaining']);
    }
    expect(remaining).toEqual(['5', '4', '3', '2', '1']);
    await read(token);
    for (const request of READS) {
      expect((await api.inject({ ...request, headers: { authorization } })).statusCode).toBe(429);
    }
  });

  it.each(READS)(
    'have the limit in the headers of every response, including refusals: $url',
    async (request) => {
      const { token } = await api.createOrganization(undefined, null, KEY_RIGHTS);
      const answer = await api.inject({ ...request, headers: { authorization: `Bearer ${token}` } });
      for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
        expect(answer.headers[name]).toMatch(/^\d+$/);
      }
      const wrong = await api.get(token, '/invoice_batches?page=0');
      expect(wrong.statusCode).toBe(400);
      expect(wrong.headers).toHaveProperty('ratelimit-remaining');
    },
  );

  it('of one organization do not count for another', async () => {
    const [one, other] = [await api.createOrganization(), await api.createOrganization()];
    for (let count = 0; count <= LIMIT; count += 1) await read(one.token);
    expect((await read(one.token)).statusCode).toBe(429);
    expect((await read(other.token)).statusCode).toBe(200);
  });

  it('without a session are not counted', async () => {
    const { token } = await api.createOrganization();
    for (let count = 0; count <= LIMIT; count += 1) {
      expect((await read('x')).headers).not.toHaveProperty('ratelimit-limit');
    }
    expect((await read(token)).headers['ratelimit-remaining']).toBe(String(LIMIT - 1));
  });

  it('beyond the limit do not prevent the creation of batches', async () => {
    const { token } = await api.createOrganization();
    for (let count = 0; count <= LIMIT; count += 1) await read(token);
    const answer = await api.post(token, buildBatchBody(1));
    expect(answer.statusCode).toBe(201);
    expect(answer.headers).not.toHaveProperty('ratelimit-limit');
  });

  it('are served again when the minute is over', async () => {
    const { token, id } = await api.createOrganization();
    for (let count = 0; count <= LIMIT; count += 1) await read(token);
    await using redis = await openTestRedis();
    const [key] = await redis.keys(`${api.redisPrefix}ibe-limit-organization-*${id}`);
    const left = await redis.pttl(key!);
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    // Brings the end of the minute forward.
    await redis.pexpire(key!, 1);
    await expect.poll(async () => (await read(token)).statusCode).toBe(200);
  });
});

describe('while Redis is unavailable', () => {
  it('reads are not limited, and are limited again afterwards', async () => {
    await using gate = await openGateTo(testRedisUrl());
    await using remote = await openTestApi({ READ_RATE_LIMIT: 2 }, { beside: api, redisPort: gate.port });
    const { token } = await api.createOrganization();
    const statuses = async (count: number) => {
      const seen: number[] = [];
      for (let index = 0; index < count; index += 1) seen.push((await read(token, remote)).statusCode);
      return seen;
    };
    // Nothing is counted until the connection is established.
    await expect.poll(() => statuses(1), { timeout: 10_000 }).toEqual([429]);
    gate.close();
    expect(await statuses(10)).toEqual(Array(10).fill(200));
    gate.open();
    await expect.poll(() => statuses(1), { timeout: 10_000 }).toEqual([429]);
  });
});

describe('new sessions', () => {
  const create = (remoteAddress: string, headers: Record<string, string> = {}) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/auth/sessions',
      headers,
      payload: { api_key: `org_live_${'a'.repeat(43)}` },
      remoteAddress,
    });
  const statuses = async (addresses: string[]) => {
    const seen: number[] = [];
    for (const address of addresses) seen.push((await create(address)).statusCode);
    return seen;
  };

  it('are limited per client address, including requests with wrong keys [B20]', async () => {
    expect(await statuses(Array(4).fill('192.0.2.1'))).toEqual([401, 401, 401, 429]);
    expect(await statuses(['192.0.2.2'])).toEqual([401]);
    const answer = await create('192.0.2.1');
    expect(answer.json()).toEqual(TOO_MANY);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('are limited per network for IPv6, where a client owns many addresses', async () => {
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::4'];
    expect(await statuses(network)).toEqual([401, 401, 401, 429]);
    expect(await statuses(['2001:db8:1:3::1'])).toEqual([401]);
  });

  it('are limited regardless of an X-Forwarded-For header without a trusted proxy [B33]', async () => {
    const seen: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const answer = await create('192.0.2.3', { 'x-forwarded-for': `203.0.113.${index}` });
      seen.push(answer.statusCode);
    }
    expect(seen).toEqual([401, 401, 401, 429]);
  });

  it('are limited by the client address that a trusted proxy forwards', async () => {
    await using behind = await openTestApi({
      SESSION_RATE_LIMIT: 1,
      TRUSTED_PROXIES: '192.0.2.10,198.51.100.0/24',
    });
    const from = async (proxy: string, client: string) => {
      const answer = await behind.inject({
        method: 'POST',
        url: '/api/v1/auth/sessions',
        headers: { 'x-forwarded-for': client },
        payload: { api_key: 'x' },
        remoteAddress: proxy,
      });
      return answer.statusCode;
    };
    expect(await from('192.0.2.10', '203.0.113.1')).toBe(401);
    expect(await from('198.51.100.7', '203.0.113.1')).toBe(429);
    expect(await from('192.0.2.10', '203.0.113.2')).toBe(401);
    expect(await from('192.0.2.10', 'spoofed, 203.0.113.2')).toBe(429);
  });
});
