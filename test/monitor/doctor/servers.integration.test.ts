import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEWEST_MIGRATION } from '#src/platform/postgres/newest-migration.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openGateTo } from '../../support/tcp-gate.ts';
import { type OwnRedis, openOwnRedis } from '../../support/own-redis.ts';
import { openPatient } from '#src/monitor/doctor/patient.ts';
import { takeOwnLogin } from '#src/monitor/doctor/process-settings.ts';
import { ALL_CHECKS, runChecks } from '#src/monitor/doctor/run-checks.ts';
import { examine } from './examine.ts';

const OPTIONS = { backups: undefined, backupHours: 26, disks: [] };
const spoil = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href;

describe('the doctor’s check of PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());
  const commands = () => ({
    DATABASE_URL: database.urlOf('operator'),
    READER_DATABASE_URL: database.urlOf('reader'),
  });
  const set = (sql: string) => database.pool.query(sql);

  it('finds a server that is not reachable or refuses the login', async () => {
    const gone = { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' };
    await expect(examine('postgres', { commands: gone })).resolves.toEqual([
      expect.stringMatching(/^fail \| postgres \| The database of DATABASE_URL is not reachable/),
    ]);
    await expect(examine('migrations', { commands: gone })).resolves.toEqual([
      'skip | migrations | the database was not reached',
    ]);
    const wrong = { DATABASE_URL: spoil(database.urlOf('worker'), { password: 'wrong' }) };
    await expect(examine('postgres', { worker: wrong })).resolves.toEqual([
      expect.stringMatching(/^fail .*refuses the connection: .*password/),
    ]);
  });

  it('names the limit of connections that is reached, with the remedy', async () => {
    const login = `engine_test_full_${database.name}`;
    await set(`create role ${login} login password 'x' connection limit 0`);
    try {
      const url = spoil(database.url, { username: login, password: 'x' });
      await using patient = await openPatient([takeOwnLogin('commands', { DATABASE_URL: url })], OPTIONS);
      const lines = await runChecks(
        ALL_CHECKS.filter(({ name }) => name === 'postgres' || name === 'login'),
        patient,
      );
      const failures = lines.filter(({ severity }) => severity === 'fail');
      expect(failures.map(({ says, fix }) => ({ says, fix }))).toEqual(
        failures.map(() => ({
          says: expect.stringContaining(`the role "${login}" has a limit of its own, which is reached`),
          fix: `raise its limit as a superuser: alter role "${login}" connection limit -1;`,
        })),
      );
      expect(failures).toHaveLength(2);
    } finally {
      await set(`drop role ${login}`);
    }
  });

  it('finds a server that may lose acknowledged data, such as the one of these tests', async () => {
    await expect(examine('postgres', { commands: commands() })).resolves.toEqual([
      expect.stringMatching(/^fail .*fsync is off, full_page_writes is off/),
      expect.stringMatching(/^warn .*synchronous_commit is off/),
    ]);
  });

  it('warns of a server on which a login takes seconds, and continues with the other checks', async () => {
    // A login takes four round trips.
    await using slow = await openGateTo(database.urlOf('ingress'), 700);
    const ingress = { DATABASE_URL: slow.url };
    const looks = ['postgres', 'migrations', 'login'].map((check) => examine(check, { ingress }));
    const [postgres, ...others] = await Promise.all(looks);
    expect(postgres).toContainEqual(expect.stringMatching(/^warn \| postgres \| a login took [5-9]\.\d s/));
    expect(others.map(([first]) => first)).toEqual([
      `ok | migrations | up to date at ${NEWEST_MIGRATION}`,
      'ok | engine_ingress | engine_ingress_login may take this role, and no other',
    ]);
  });

  it('finds a read-only server', async () => {
    await set(`alter database ${database.name} set default_transaction_read_only = on`);
    const found = await examine('postgres', { commands: commands() });
    expect(found[0]).toMatch(/^fail .*default_transaction_read_only is on/);
    const client = await database.pool.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter database ${database.name} reset default_transaction_read_only`);
    client.release();
  });

  it('finds pending migrations, and those of a later version', async () => {
    await expect(examine('migrations', { commands: commands() })).resolves.toEqual([
      `ok | migrations | up to date at ${NEWEST_MIGRATION}`,
    ]);
    await set(`insert into migrations (name) values ('9999-later')`);
    await expect(
      examine('migrations', { ingress: { DATABASE_URL: database.urlOf('ingress') } }),
    ).resolves.toEqual([expect.stringMatching(/^warn .*9999-later, which this version does not know/)]);
    await set(`delete from migrations where name in ('9999-later', '${NEWEST_MIGRATION}')`);
    await expect(examine('migrations', { commands: commands() })).resolves.toEqual([
      `fail | migrations | 1 are pending, from ${NEWEST_MIGRATION} on`,
    ]);
    await set(`insert into migrations (name) values ('${NEWEST_MIGRATION}')`);
  });

  it('finds logins that cannot connect, may not take their role, or have further rights', async () => {
    const found = await examine('login', {
      ingress: { DATABASE_URL: database.urlOf('ingress') },
      worker: { DATABASE_URL: database.urlOf('ingress') },
      commands: {
        DATABASE_URL: database.url,
        READER_DATABASE_URL: spoil(database.urlOf('reader'), { password: 'wrong' }),
      },
    });
    expect(found).toEqual([
      'ok | engine_ingress | engine_ingress_login may take this role, and no other',
      expect.stringMatching(/^fail \| engine_worker \| The login of DATABASE_URL may not take the role/),
      expect.stringMatching(/^warn \| engine_operator \| The login postgres has more rights .*superuser/),
      expect.stringMatching(/^fail \| engine_reader \| The database of READER_DATABASE_URL refuses/),
      expect.stringMatching(/^skip \| login \| no address is given here for dashboard, retention/),
    ]);
  });

  it('finds the last backup in the table of acts if no directory is given', async () => {
    const look = () => examine('backup', { commands: commands() });
    await expect(look()).resolves.toEqual([expect.stringMatching(/^skip .*never run here/)]);
    const note = (hours: number) =>
      set(
        `insert into operator_acts (act, operator, at) values ('database.backup', 'x', now() - interval '${hours} hours')`,
      );
    await note(100);
    await expect(look()).resolves.toEqual([
      'fail | backup | the last one was made 4 days ago, according to the table of acts',
    ]);
    await note(30);
    await expect(look()).resolves.toEqual([expect.stringMatching(/^warn .*made 30\.0 hours ago/)]);
    await note(2);
    await expect(look()).resolves.toEqual([expect.stringMatching(/^ok .*made 2\.0 hours ago/)]);
  });

  it('changes nothing, even if the database has been replaced by another one', async () => {
    await set(`update skipped_ids set identity = 'another'`);
    await examine('login', { worker: { DATABASE_URL: database.urlOf('worker') } });
    await examine('postgres', { worker: { DATABASE_URL: database.urlOf('worker') } });
    const { rows } = await database.pool.query('select identity from skipped_ids');
    expect(rows).toEqual([{ identity: 'another' }]);
  });
});

describe('the doctor’s check of Redis', () => {
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await openOwnRedis('doctor');
  });
  afterAll(() => redis[Symbol.asyncDispose]());
  const look = (url = redis.url) =>
    examine('redis', { ingress: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', REDIS_URL: url } });
  const config = (name: string, value: string) => redis.admin.config('SET', name, value);

  it('finds no fault in a persistent server', async () => {
    await config('appendonly', 'yes');
    await expect(look()).resolves.toEqual([
      expect.stringMatching(/^ok \| redis \| \d+\.\d+\.\d+, noeviction/),
    ]);
    await config('appendonly', 'no');
  });

  it('finds a server that stores nothing on disk', async () => {
    await expect(look()).resolves.toEqual([expect.stringMatching(/^warn .*stores nothing on disk/)]);
  });

  it('finds a server that may evict jobs', async () => {
    await config('maxmemory-policy', 'allkeys-lru');
    expect((await look())[0]).toMatch(/^fail .*maxmemory-policy is allkeys-lru/);
    await config('maxmemory-policy', 'noeviction');
  });

  it('finds a server that is nearly full, and one that is out of memory', async () => {
    const used = Number(/used_memory:(\d+)/.exec(await redis.admin.info('memory'))![1]);
    await config('maxmemory', String(Math.round(used * 1.1)));
    expect((await look()).join()).toMatch(/warn \| redis \| \d+ % of maxmemory|out of memory/);
    await config('maxmemory', '1');
    await expect(look()).resolves.toEqual([
      expect.stringMatching(
        /^fail \| redis \| refuses writes: out of memory: [\d.]+[KMG] of 1B \(maxmemory\) are in use$/,
      ),
    ]);
    await config('maxmemory', '0');
  });

  it('finds a read-only server, a wrong password, and a server that is not reachable', async () => {
    await redis.admin.replicaof('127.0.0.1', 1);
    await expect(look()).resolves.toEqual(['fail | redis | read-only: the server is a replica']);
    await redis.admin.replicaof('NO', 'ONE');
    await expect(look(spoil(redis.url, { password: 'wrong' }))).resolves.toEqual([
      expect.stringMatching(/^fail .*wrong password/),
    ]);
    await expect(look('redis://127.0.0.1:1')).resolves.toEqual([
      'fail | redis | not reachable: ECONNREFUSED',
    ]);
  });
});
