import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Environment, loadEnvironment } from '../../../src/platform/config/environment.ts';
import { SHARED_SETTING_NAMES, type SharedSettingName } from '#src/platform/config/shared-settings.ts';
import { showOperations } from '#src/dashboard/operations/show-operations.ts';
import { judgeProcesses } from '#src/monitor/judge-processes.ts';
import { type PoolOwner, openPool } from '../../../src/platform/postgres/database.ts';
import { openOrm } from '../../../src/platform/postgres/open-database.ts';
import { readInstallation, readOverview } from '#src/monitor/statements/overview.ts';
import { listProcesses, renewProcess } from '../../../src/platform/process/processes.ts';
import { NO_QUEUE_SNAPSHOT } from '../../../src/platform/jobs/queue-snapshot.ts';
import { registerProcess } from '../../../src/platform/process/register-process.ts';
import { describeSettings } from '../../../src/platform/process/describe-settings.ts';
import { measureWork } from '#src/monitor/measure-work.ts';
import { examine } from '../../monitor/doctor/examine.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { codeOf, INSUFFICIENT_PRIVILEGE } from '../../support/every-table.ts';
import { eventually } from '../../support/eventually.ts';
import { createMetrics } from '../../support/metrics.ts';
import { freePort, startProcess } from '../../support/processes.ts';
import { testPrefix, testRedisUrl } from '../../support/redis.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { runCli } from '../../support/run-cli.ts';

/*
 * Every process registers its settings in PostgreSQL, and the operator's views name processes whose
 * settings differ.
 */

const KEY = Buffer.alloc(32, 1).toString('base64');
const BASE = {
  DATABASE_URL: 'postgres://unused/unused',
  REDIS_URL: 'redis://operator:secret-of-redis@127.0.0.1:6379/3',
  AEAT_URL: 'https://aeat.example/path',
  CERTIFICATE_KEY: KEY,
  RENDER_STORE: 's3',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'prints',
  S3_ACCESS_KEY_ID: 'id-of-s3',
  S3_SECRET_ACCESS_KEY: 'secret-of-s3',
};

/** Another value of each setting that must be the same in all processes. */
const OTHER: Readonly<
  Record<Exclude<SharedSettingName, 'version' | 'redis'>, readonly Partial<Environment>[]>
> = {
  aeat: [{ AEAT_URL: 'https://other.example' }, { AEAT_SEAL_URL: 'https://seals.example' }],
  spfe: [{ SPFE_TRANSPORT: 'sandbox' }],
  environment: [{ VERIFACTU_ENVIRONMENT: 'production' }],
  producer: [{ VERIFACTU_PRODUCER_NAME: 'Otra S.L.' }, { VERIFACTU_PRODUCER_NIF: 'B99286320' }],
  'certificate-key': [{ CERTIFICATE_KEY: Buffer.alloc(32, 2).toString('base64') }],
  bucket: [{ S3_BUCKET: 'others' }, { S3_ENDPOINT: 'https://elsewhere.example' }],
  'render-store': [{ RENDER_STORE: 'postgres' }],
};

const logger = { debug: () => {} };
const resources = new AsyncDisposableStack();
let database: TestDatabase;
let watching: PoolOwner;
let redis: Redis;
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  watching = openAs('dashboard');
  redis = resources.adopt(new Redis(testRedisUrl()), (connection) => connection.disconnect());
});
afterAll(() => resources.disposeAsync());

const openAs = (role: 'ingress' | 'worker' | 'dashboard') =>
  resources.use(
    openPool({ url: database.urlOf(role), applicationName: `test-${role}`, role, refusesExcess: true }),
  );

const PREFIX = testPrefix();
type Registered = Partial<Environment> & {
  readonly role?: 'ingress' | 'worker' | 'dashboard';
  /** Another prefix represents another Redis. */
  readonly prefix?: string;
};

/**
 * Registers processes as at their start, each with the login of its kind, and waits until they are
 * listed.
 */
async function register(...processes: readonly Registered[]): Promise<AsyncDisposableStack> {
  const registered = new AsyncDisposableStack();
  for (const { role = 'worker', prefix = PREFIX, ...changes } of processes) {
    const environment = { ...loadEnvironment(BASE), ...changes };
    const { pool } = registered.use(
      openPool({ url: database.urlOf(role), applicationName: 'test', role, maxConnections: 1 }),
    );
    const jobQueues = { connection: redis, prefix };
    registered.use(registerProcess({ environment, role, connection: pool, jobQueues, logger }));
  }
  await eventually(async () => (await listProcesses(watching.pool)).length === processes.length);
  return registered;
}

const tell = async () =>
  judgeProcesses(await listProcesses(watching.pool), Date.now()).map(({ id, what }) => `${id}: ${what}`);

describe('the registered processes', () => {
  it('are listed with kind, host, process id and release until they end', async () => {
    const registered = await register({ role: 'ingress' }, {}, { role: 'dashboard' });
    const processes = await listProcesses(watching.pool);
    expect(processes.map(({ role }) => role).toSorted()).toEqual(['dashboard', 'ingress', 'worker']);
    for (const one of processes)
      expect(one).toMatchObject({ pid: process.pid, version: expect.stringMatching(/^\d+\.\d+/) });
    expect(await tell()).toEqual([]);
    await registered.disposeAsync();
    expect(await listProcesses(watching.pool)).toEqual([]);
  });

  it('contain no secret and, for a worker, no setting that it does not use', async () => {
    const environment = loadEnvironment(BASE);
    const told = describeSettings(environment, 'worker', 'mark');
    expect(JSON.stringify(told)).not.toMatch(/secret|operator|id-of/);
    expect(JSON.stringify(told)).not.toContain(KEY.slice(0, 8));
    expect(Object.keys(told).toSorted()).toEqual(
      SHARED_SETTING_NAMES.filter((name) => name !== 'version').toSorted(),
    );
    const printing = { ...environment, WORKER_QUEUES: 'pdfs', AEAT_URL: 'http://127.0.0.1:3002' };
    expect(Object.keys(describeSettings(printing, 'worker', null)).toSorted()).toEqual([
      'bucket',
      'environment',
      'redis',
      'render-store',
    ]);
  });

  it('are ignored one minute after they died, and removed after ten minutes by another process', async () => {
    await using running = new AsyncDisposableStack();
    running.use(await register({}, { AEAT_URL: 'https://other.example' }));
    expect(await tell()).toHaveLength(1);
    const age = (seconds: number) =>
      database.pool.query(
        `update processes set renewed_at = now() - make_interval(secs => $1) where settings -> 'aeat' ->> 'shown' like '%other%'`,
        [seconds],
      );
    await age(61);
    expect(await tell()).toEqual([]);
    expect((await database.pool.query('select from processes')).rowCount).toBe(2);
    await age(601);
    const self = { role: 'worker', host: 'x', pid: 1, version: '1', settings: {} } as const;
    await renewProcess(openAs('worker').pool, '7b0f5a0e-3d8a-4b8e-9d51-111111111111', self);
    expect((await database.pool.query('select from processes')).rowCount).toBe(2);
    await database.pool.query(`delete from processes where host = 'x'`);
  });

  it.each(['ingress', 'worker', 'dashboard'] as const)(
    'can be changed only through functions with the login of the %s',
    async (role) => {
      const { pool } = openAs(role);
      for (const sql of [
        'delete from processes',
        `update processes set version = 'x'`,
        `insert into processes (id, role, host, pid, version, settings) values (gen_random_uuid(), 'worker', 'x', 1, '1', '{}')`,
        'select id from processes',
      ])
        expect([sql, await codeOf(pool, sql)]).toEqual([sql, INSUFFICIENT_PRIVILEGE]);
    },
  );
});

describe('a process with a different setting', () => {
  const cases = Object.entries(OTHER).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );

  it('is tested for every setting that must be the same in all processes', () => {
    const tried = new Set([...cases.map(([name]) => name), 'redis', 'version']);
    expect([...tried].toSorted()).toEqual(SHARED_SETTING_NAMES.toSorted());
  });

  it.each(cases)('is reported if its %s differs: %o', async (name, changes) => {
    await using running = new AsyncDisposableStack();
    running.use(await register({}, {}, changes));
    expect(await tell()).toEqual([
      expect.stringMatching(
        new RegExp(`^differing-${name}: worker ${process.pid} on \\S+ has a different .* than the other 2$`),
      ),
    ]);
  });

  it('is reported if its Redis differs, even at the same address', async () => {
    await using running = new AsyncDisposableStack();
    running.use(await register({}, { role: 'ingress', prefix: testPrefix() }, {}));
    expect(await tell()).toEqual([
      expect.stringMatching(/^differing-redis: ingress \d+ on \S+ has a different Redis than the other 2$/),
    ]);
  });

  it('appears in the metrics with the setting and the process', async () => {
    await using running = new AsyncDisposableStack();
    running.use(await register({}, {}, { role: 'ingress', prefix: testPrefix() }));
    const metrics = createMetrics();
    const { pool } = openAs('worker');
    await measureWork({ pool, orm: openOrm(pool) }, metrics, new Date());
    const shown = (await metrics.registry.metrics()).match(/^invoice_engine_process_differs\{.*$/gm);
    expect(shown).toEqual([
      expect.stringMatching(
        /^invoice_engine_process_differs\{setting="redis",process="ingress",host="[^"]+",pid="\d+"\} 1$/,
      ),
    ]);
  });
});

describe('a running worker with another Redis and another address of AEAT', () => {
  it(
    'is reported by npm run engine -- status, the operations page and the doctor',
    { timeout: 90_000 },
    async () => {
      await using running = new AsyncDisposableStack();
      const [REDIS_URL, other] = [await takeRedisDatabase(), await takeRedisDatabase()];
      const ingress = running.use(
        await startProcess('ingress', {
          DATABASE_URL: database.urlOf('ingress'),
          REDIS_URL,
          PORT: String(await freePort()),
        }),
      );
      const workers = [];
      for (const settings of [{ REDIS_URL }, { REDIS_URL: other, AEAT_URL: 'http://127.0.0.1:3999' }])
        workers.push(
          running.use(
            await startProcess('worker', {
              DATABASE_URL: database.urlOf('worker'),
              WORKER_QUEUES: 'remission',
              ...settings,
            }),
          ),
        );
      const odd = `worker ${workers[1]!.child.pid} on `;
      const settings = { DATABASE_URL: database.url, REDIS_URL };
      const status = await eventually(
        async () => {
          const { out } = await runCli('status', [], settings);
          return out.includes('a different Redis') ? out : undefined;
        },
        { within: 40_000, what: 'the worker with another Redis to be named' },
      );
      expect(status).toMatch(
        new RegExp(`^ACT {3}${odd}\\S+ has a different Redis than the other 2, since `, 'm'),
      );
      expect(status).toMatch(/^ACT {3}2 processes do not have the same address of AEAT: worker/m);
      expect(status).toMatch(
        new RegExp(`^ {6}127\\.0\\.0\\.1:\\d+/\\d+: .*; 127\\.0\\.0\\.1:\\d+/\\d+: ${odd}`, 'm'),
      );
      expect(status).toMatch(new RegExp(`^ {2}ingress ${ingress.child.pid} on \\S+ {2}release \\d`, 'm'));

      const page = String(
        showOperations(
          {
            overview: await readOverview(watching.pool, new Date()),
            installation: await readInstallation(watching.pool),
            queues: NO_QUEUE_SNAPSHOT,
          },
          '1.0.0',
          () => null,
        ),
      );
      expect(page).toMatch(new RegExp(`${odd}\\S+ has a different Redis than the other 2`));
      expect(page).toMatch(/ingress 1, worker 2 of release \d/);

      const found = await examine('processes', { worker: { DATABASE_URL: database.urlOf('worker') } });
      expect(found).toEqual([
        expect.stringMatching(
          new RegExp(`^fail \\| processes \\| ${odd}\\S+ has a different Redis than the other 2\\. `),
        ),
        expect.stringMatching(/^fail \| processes \| 2 processes do not have the same address of AEAT/),
      ]);
      await workers[1]!.end();
      expect((await runCli('status', [], settings)).out).not.toContain('a different Redis');
    },
  );
});
