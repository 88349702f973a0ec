import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeApiKey } from '#src/organizations/access/organizations.ts';
import { generateSessionToken } from '#src/organizations/access/secrets.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const ask = (token: string, remoteAddress: string, of = api) =>
  of.inject({
    method: 'GET',
    url: '/api/v1/invoice_batches',
    headers: { authorization: `Bearer ${token}` },
    remoteAddress,
  });

/** Sends random tokens. @returns the number of responses by status. */
async function flood(
  count: number,
  address: (index: number) => string,
  of = api,
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => ask(generateSessionToken(), address(index), of)),
  );
  const groups = Object.groupBy(answers, ({ statusCode }) => statusCode);
  return Object.fromEntries(Object.entries(groups).map(([status, list]) => [status, list!.length]));
}

/** Counts the queries that the API sends during the work. */
async function countQueries(of: TestApi, work: () => Promise<unknown>): Promise<number> {
  let queries = 0;
  const { pool } = of.ingress;
  const query = pool.query.bind(pool);
  pool.query = ((...given: Parameters<typeof query>) => {
    queries += 1;
    return query(...given);
  }) as typeof query;
  await work();
  pool.query = query;
  return queries;
}

describe('random tokens', () => {
  it('are looked up about 30 times a minute per client, and then refused with 429', async () => {
    const queries = await countQueries(api, async () => {
      const seen = await flood(200, () => '192.0.2.1');
      expect(seen['401']! + seen['429']!).toBe(200);
      expect(seen['401']).toBeLessThanOrEqual(33);
    });
    // Each of the ten log lines costs a query as well.
    expect(queries).toBeLessThanOrEqual(33 + 10);
    const answer = await ask(generateSessionToken(), '192.0.2.1');
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual(
      errorBody(
        'too_many_requests',
        expect.stringMatching(/^Too many requests with invalid session tokens/) as string,
      ),
    );
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await ask(generateSessionToken(), '192.0.2.2')).statusCode).toBe(401);
  });

  it('are counted per network for IPv6, and together for both forms of an IPv4 address', async () => {
    await flood(60, (index) => `2001:db8:1:2::${(index + 1).toString(16)}`);
    expect((await ask(generateSessionToken(), '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await ask(generateSessionToken(), '2001:db8:1:3::1')).statusCode).toBe(401);
    await flood(60, (index) => (index % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9'));
    expect((await ask(generateSessionToken(), '::ffff:c000:209')).statusCode).toBe(429);
  });

  it('do not lock out a valid token of the same client', async () => {
    const before = await api.createOrganization();
    await ask(before.token, '192.0.2.20');
    const floods = flood(300, () => '192.0.2.20');
    for (let count = 0; count < 20; count += 1)
      expect((await ask(before.token, '192.0.2.20')).statusCode).toBe(200);
    await floods;
    const start = api.clock.now;
    // The token is no longer cached and is looked up again.
    api.clock.now = new Date(start.getTime() + 5000);
    expect((await ask(before.token, '192.0.2.20')).statusCode).toBe(200);
    expect((await ask(generateSessionToken(), '192.0.2.20')).statusCode).toBe(429);
    const created = await api.createOrganization();
    expect((await ask(created.token, '192.0.2.20')).statusCode).toBe(200);
    api.clock.now = start;
  });

  it('are not confused with many valid tokens that are new to the process', async () => {
    await using restarted = await openTestApi({}, { beside: api });
    const organizations = await Promise.all(Array.from({ length: 40 }, () => api.createOrganization()));
    const answers = await Promise.all(organizations.map(({ token }) => ask(token, '192.0.2.30', restarted)));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });

  it('do not include a revoked token, which keeps receiving 401', async () => {
    const { id, token } = await api.createOrganization();
    await ask(token, '192.0.2.40');
    const { rows } = await api.database.pool.query(
      'select id::int from api_keys where organization_id = $1',
      [id],
    );
    await revokeApiKey(api.database.orm, rows[0].id, new Date(), { operator: 'test', reason: null });
    const start = api.clock.now;
    api.clock.now = new Date(start.getTime() + 2000);
    const queries = await countQueries(api, async () => {
      for (let count = 0; count < 50; count += 1)
        expect((await ask(token, '192.0.2.40')).statusCode).toBe(401);
    });
    expect(queries).toBeLessThanOrEqual(1 + 10);
    api.clock.now = start;
  });

  it.each([
    'x',
    'ses_',
    `ses_${'a'.repeat(42)}`,
    `ses_${'a'.repeat(44)}`,
    `ses_${'.'.repeat(43)}`,
    `SES_${'a'.repeat(43)}`,
  ])('in a wrong form cost no query: %s', async (token) => {
    const queries = await countQueries(api, async () => {
      for (let count = 0; count < 50; count += 1)
        expect((await ask(token, '192.0.2.50')).statusCode).toBe(401);
    });
    expect(queries).toBe(0);
  });

  it('produce few log lines, with the address and the number of lines left out', async () => {
    await using talked = await openTestApi({}, { beside: api });
    await flood(200, () => '192.0.2.60', talked);
    await flood(3, () => '192.0.2.61', talked);
    const lines = () => talked.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const of = (client: string) => lines().filter((line) => line['client'] === client);
    await expect.poll(() => of('192.0.2.60')).toHaveLength(10);
    expect(of('192.0.2.60')[0]).toMatchObject({
      message: 'Unauthenticated request refused',
      status: 401,
      method: 'GET',
    });
    await expect.poll(() => of('192.0.2.61')).toHaveLength(3);
    await talked.app.close();
    const last = talked.log.map((line) => JSON.parse(line) as Record<string, unknown>).at(-1);
    expect(last).toMatchObject({ client: '192.0.2.60', leftOut: 190 });
  });
});

it('refused requests of an organization produce few log lines, with the number of lines left out', async () => {
  await using talked = await openTestApi({}, { beside: api });
  const { id, token } = await talked.createOrganization();
  for (let count = 0; count < 50; count += 1) {
    expect((await talked.get(token, '/batch_invoices/1')).statusCode).toBe(404);
  }
  expect((await talked.get(token, '/invoice_batches')).statusCode).toBe(200);
  await talked.app.close();
  const lines = talked.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(lines.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(lines.find(({ leftOut }) => leftOut !== undefined)).toMatchObject({
    client: `organization ${id}`,
    leftOut: 40,
  });
});
