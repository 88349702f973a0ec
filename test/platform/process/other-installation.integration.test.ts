import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort, startProcess, type TestProcess } from '../../support/processes.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { runCli } from '../../support/run-cli.ts';

/*
 * A Redis belongs to one installation. Processes and commands of another one name both, and leave
 * everything in it alone.
 */

const resources = new AsyncDisposableStack();
let own: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  own = resources.use(await openTestDatabase());
  other = resources.use(await openTestDatabase());
  // Test databases are clones, and a clone has the mark of its source.
  await other.pool.query('update installations set mark = gen_random_uuid()');
});
afterAll(() => resources.disposeAsync());

const PASSWORD = 'password-of-the-dashboard';
type Kind = Parameters<typeof startProcess>[0];

async function settingsOf(kind: Kind, database: TestDatabase, redis: string) {
  return {
    DATABASE_URL: database.urlOf(kind),
    REDIS_URL: redis,
    PORT: String(await freePort()),
    DASHBOARD_PORT: String(await freePort()),
    DASHBOARD_PASSWORD: PASSWORD,
    WORKER_QUEUES: 'batches,remission,webhooks',
  };
}

const start = async (kind: Kind, database: TestDatabase, redis: string, untilReady = true) =>
  startProcess(kind, await settingsOf(kind, database, redis), { untilReady });

const markOf = async ({ pool }: TestDatabase) =>
  (await pool.query<{ mark: string }>('select mark from installations')).rows[0]!.mark;
const lineageOf = async ({ pool }: TestDatabase) =>
  (await pool.query<{ lineage: string }>('select database_lineage() as lineage')).rows[0]!.lineage;

function connect(url: string): Redis & Disposable {
  const redis = new Redis(url);
  return Object.assign(redis, { [Symbol.dispose]: () => redis.disconnect() });
}

/** Everything in a Redis database, byte for byte. */
async function dump(redis: Redis): Promise<Record<string, string>> {
  const keys = (await redis.keys('*')).toSorted();
  return Object.fromEntries(
    await Promise.all(keys.map(async (key) => [key, (await redis.dumpBuffer(key)).toString('hex')] as const)),
  );
}

/** Lets an installation work in a Redis for a moment, and returns what its processes left there. */
async function useRedis(database: TestDatabase): Promise<{ url: string; left: Record<string, string> }> {
  const url = await takeRedisDatabase();
  using redis = connect(url);
  await using worker = await start('worker', database, url);
  await eventually(
    async () => (await redis.exists('{ibe}:lineage', '{ibe}:ids', '{ibe}:work-samples')) === 3,
    {
      what: 'the worker to have written its keys',
    },
  );
  await worker.end();
  // Keys that expire would differ for another reason.
  for (const key of await redis.keys('*')) await redis.persist(key);
  return { url, left: await dump(redis) };
}

async function expectRefusal(process: TestProcess, database: TestDatabase): Promise<void> {
  await process.exited;
  expect(process.child.exitCode).toBe(1);
  const [mine, theirs] = await Promise.all([markOf(own), markOf(database)]);
  for (const mark of [mine, theirs]) expect(process.output()).toContain(mark.slice(0, 8));
  expect(process.output()).toMatch(
    /REDIS_URL: this Redis belongs to another installation: to \S+ on \S+:\d+ /,
  );
  expect(process.output()).toContain('another database number');
}

describe('a Redis of another installation', { timeout: 60_000 }, () => {
  let url: string;
  let left: Record<string, string>;
  beforeAll(async () => {
    ({ url, left } = await useRedis(own));
  });

  it.each(['ingress', 'worker', 'dashboard'] as const)(
    'makes every %s refuse to start, which names both installations and changes nothing in it',
    async (kind) => {
      await using process = await start(kind, other, url, false);
      await expectRefusal(process, other);
      using redis = connect(url);
      expect(await dump(redis)).toEqual(left);
    },
  );

  it.each([
    ['queues', 'list'],
    ['queues', 'pause', 'batches', '--reason', 'a test'],
    ['chains', 'list'],
    ['chains', 'compare', '--reason', 'a test'],
    ['invoice', 'annul', '1000', '--reason', 'a test'],
  ])(
    'makes the command %s %s end with an error that names both, and changes nothing in it',
    async (...args) => {
      const [command = '', ...rest] = args;
      const { code, err } = await runCli(command, rest, { DATABASE_URL: other.url, REDIS_URL: url });
      expect(code).toBe(1);
      expect(err).toContain('belongs to another installation');
      for (const mark of [await markOf(own), await markOf(other)]) expect(err).toContain(mark.slice(0, 8));
      using redis = connect(url);
      expect(await dump(redis)).toEqual(left);
    },
  );

  it('is a finding for a person at once in status and a failure in doctor', async () => {
    const status = await runCli('status', [], { DATABASE_URL: other.url, REDIS_URL: url });
    expect(status.code).toBe(1);
    expect(status.out).toMatch(/ACT.*Redis belongs to another installation/s);
    const doctor = await runCli('doctor', [], { DATABASE_URL: other.url, REDIS_URL: url });
    expect(doctor.out).toContain('belongs to another installation');
    using redis = connect(url);
    expect(await dump(redis)).toEqual(left);
  });
});

describe('a Redis without a mark, as version 1.0 leaves it', { timeout: 60_000 }, () => {
  /** Simulates the keys of version 1.0: its active lineage, and a worker that is alive. */
  async function leave(lineage: string, isAlive: boolean): Promise<string> {
    const url = await takeRedisDatabase();
    using redis = connect(url);
    await redis.set('{ibe}:lineage', `1 ${lineage}`);
    await redis.sadd('{ibe}:alive', 'app1:17');
    if (isAlive) await redis.set('{ibe}:alive:app1:17', JSON.stringify({ duties: ['batches'] }));
    return url;
  }

  it.each([
    ['its own database is active in it and old workers still run', true, true],
    ['another database was active in it and no worker is alive', false, false],
  ])('is adopted if %s', async (_when, isOwn, isAlive) => {
    const url = await leave(isOwn ? await lineageOf(own) : '1-1-1', isAlive);
    await using worker = await start('worker', own, url);
    using redis = connect(url);
    expect(JSON.parse((await redis.get('{ibe}:installation'))!)).toMatchObject({ mark: await markOf(own) });
    await worker.end();
  });

  it('is left alone if another database is active in it and workers are alive', async () => {
    const url = await leave('1-1-1', true);
    using redis = connect(url);
    const left = await dump(redis);
    await using worker = await start('worker', own, url, false);
    await worker.exited;
    expect(worker.output()).toContain('its database 1-1-1 is active');
    expect(await dump(redis)).toEqual(left);
  });
});

describe('a running installation', { timeout: 60_000 }, () => {
  it('claims its Redis again after FLUSHALL, and reports no duty without worker meanwhile', async () => {
    const url = await takeRedisDatabase();
    using redis = connect(url);
    await using worker = await start('worker', own, url);
    await redis.flushdb();
    const settings = { DATABASE_URL: own.url, REDIS_URL: url };
    expect((await runCli('status', [], settings)).out).not.toContain('No worker serves');
    await eventually(async () => (await redis.exists('{ibe}:installation')) === 1, { what: 'the claim' });
    await redis.del('{ibe}:alive', '{ibe}:alive-last');
    expect((await runCli('status', [], settings)).out).not.toContain('No worker serves');
    await worker.end();
  });

  it('stops using a Redis that another installation has claimed, and says so', async () => {
    const url = await takeRedisDatabase();
    using redis = connect(url);
    await using worker = await start('worker', own, url);
    await redis.set(
      '{ibe}:installation',
      JSON.stringify({ mark: await markOf(other), database: 'other on db-9' }),
    );
    await eventually(async () => (await fetch(`${worker.opsUrl}/readyz`)).status === 503, {
      what: 'it not to be ready',
    });
    expect(await (await fetch(`${worker.opsUrl}/readyz`)).text()).toContain(
      'belongs to another installation',
    );
    await redis.del('{ibe}:installation');
    await eventually(async () => (await fetch(`${worker.opsUrl}/readyz`)).ok, {
      what: 'it to be ready again',
    });
    await worker.end();
  });

  it('finds in status that another database is active in its Redis', async () => {
    const url = await takeRedisDatabase();
    using redis = connect(url);
    await redis.set('{ibe}:lineage', `3 1-1-1 ${await lineageOf(own)}`);
    const { code, out } = await runCli('status', [], { DATABASE_URL: own.url, REDIS_URL: url });
    expect(code).toBe(1);
    expect(out).toContain('Nothing is issued or sent: another database is active');
  });
});
