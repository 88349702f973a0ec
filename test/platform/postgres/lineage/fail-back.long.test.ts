import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAeatSandbox } from '../../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { restoreBackup } from '../../../../src/operate/backup/restore-backup.ts';
import { writeBackup } from '../../../../src/operate/backup/write-backup.ts';
import { openDatabase } from '../../../../src/platform/postgres/open-database.ts';
import { createPrimaryTracker } from '../../../../src/platform/postgres/lineage/primary-tracker.ts';
import { nameLineage } from '../../../../src/platform/postgres/lineage/log-position.ts';
import { migrate } from '../../../../src/platform/postgres/migrate.ts';
import { processBatch } from '../../../../src/issue/process-batch.ts';
import { remitRecords, type RemitResult } from '#src/remit/remit-records.ts';
import { DEFAULT_PREFIX } from '../../../../src/platform/jobs/keys.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../../support/api.ts';
import { addLogin, openTestDatabase, TEST_LOGINS } from '../../../support/database.ts';
import { issuingContext, postBatch, remittingContext } from '../../../support/engine.ts';
import { eventually } from '../../../support/eventually.ts';
import { openOwnRedis, type OwnRedis } from '../../../support/own-redis.ts';
import { runCli } from '../../../support/run-cli.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from '../../../support/standby.ts';

/*
 * A superseded database that processes meet again: an old primary that kept running, or an old disk
 * that was put back. Nothing in it shows what was issued elsewhere since then.
 */

const ISSUERS = ['B12345674', 'A12345674'] as const;
const [USED, IDLE] = ISSUERS;

const resources = new AsyncDisposableStack();
let base: TestApi;
let redis: OwnRedis;
let sandbox: Awaited<ReturnType<typeof openAeatSandbox>>;

beforeAll(async () => {
  base = resources.use(await openTestApi());
  redis = resources.use(await openOwnRedis('fail-back'));
  sandbox = resources.use(await openAeatSandbox({ port: 0, now: () => base.clock.now.getTime() }));
}, 60_000);
afterAll(() => resources.disposeAsync(), 60_000);

/** Opens a worker's primary tracker and records its reports. */
function openWorker() {
  const reported: string[] = [];
  const reports = {
    onEarlier: () => reported.push('earlier'),
    onReplaced: () => reported.push('replaced'),
    onSuperseded: (_found: unknown, why: string) => reported.push(why),
  };
  const store = {
    get: (key: string) => redis.admin.get(key),
    set: (key: string, value: string) => redis.admin.set(key, value),
    eval: (script: string, keys: 1, ...rest: [string, string, string]) =>
      redis.admin.eval(script, keys, ...rest),
  };
  return { tracker: createPrimaryTracker(store, DEFAULT_PREFIX, reports), reported };
}
type Worker = ReturnType<typeof openWorker>;

async function openOn(url: string): Promise<TestApi> {
  const database = resources.use(openDatabase({ url, applicationName: 'test', maxConnections: 5 }));
  database.pool.on('error', () => {});
  const api = await openTestApi(
    {},
    { beside: { ...base, database: { ...database, url, name: '', urlOf: (role) => addLogin(url, role) } } },
  );
  for (const { pool } of [api.workers, api.ingress]) pool.on('error', () => {});
  return resources.use(api);
}

let series = 0;
async function issue(
  { tracker }: Worker,
  api: TestApi,
  organization: TestOrganization,
  issuer: string = USED,
): Promise<{ batchId: number; kind: string }> {
  const batchId = await postBatch(api, organization, 2, `S${(series += 1)}`, () => ({ issuer_nif: issuer }));
  const { kind } = await processBatch({ ...issuingContext(api), tracker }, batchId);
  return { batchId, kind };
}

/** Sends the next envelope of an issuer's chain, after AEAT's wait. */
async function remit({ tracker }: Worker, api: TestApi, issuer: string = USED): Promise<RemitResult> {
  base.clock.now = new Date(base.clock.now.getTime() + 70_000);
  const { rows } = await api.database.pool.query<{ id: number }>(
    'select id::float8 as id from chains where issuer_nif = $1 and retired_at is null',
    [issuer],
  );
  return remitRecords({ ...remittingContext(api, sandbox.url), tracker }, rows[0]!.id);
}

const countRecords = async ({ database }: TestApi) =>
  (await database.pool.query<{ count: number }>('select count(*)::int as count from registration_records'))
    .rows[0]!.count;
const findForks = () =>
  sandbox.control.gaps().chains.flatMap(({ gaps }) => gaps.filter(({ kind }) => kind === 'fork'));
const chains = ({ database }: TestApi, ...args: string[]) =>
  runCli('chains', args, { DATABASE_URL: database.url, REDIS_URL: redis.url });

const EARLIER = 'this PostgreSQL is an earlier primary of the cluster: timeline 2 is active, this one is 1';

describe('an old primary that keeps running after its standby was promoted', () => {
  let first: TestApi;
  let second: TestApi;
  let organization: TestOrganization;
  let servers: ReplicatedPostgres;
  const moving = openWorker();
  const staying = openWorker();

  beforeAll(async () => {
    servers = resources.use(await openReplicatedPostgres());
    await migrate(servers.primaryUrl, { logins: TEST_LOGINS });
    first = await openOn(servers.primaryUrl);
    organization = await first.createOrganization();
  }, 120_000);

  it(
    'is replaced by the promoted one, which becomes active and is used after the comparison with AEAT',
    { timeout: 60_000 },
    async () => {
      for (const { tracker } of [moving, staying]) await tracker.look(first.workers.pool);
      for (const issuer of ISSUERS) {
        expect(await issue(moving, first, organization, issuer)).toMatchObject({ kind: 'issued' });
        expect(await remit(moving, first, issuer)).toMatchObject({ kind: 'sent', answered: 2 });
      }
      // These records are issued but not sent.
      expect(await issue(staying, first, organization)).toMatchObject({ kind: 'issued' });
      const { pool } = first.database;
      const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
      await eventually(async () => {
        const { rows: replicas } = await pool.query(
          'select from pg_stat_replication where replay_lsn >= $1',
          [rows[0]!.lsn],
        );
        return replicas.length > 0;
      });
      await servers.promote();
      second = await openOn(servers.standbyUrl);
      expect(await issue(moving, second, organization)).toMatchObject({ kind: 'suspended' });
      expect(moving.reported).toEqual(['replaced']);
      expect(await remit(moving, second)).toMatchObject({ kind: 'sent', answered: 2 });
      expect(await issue(moving, second, organization)).toMatchObject({ kind: 'issued' });
      expect(await remit(moving, second)).toMatchObject({ kind: 'sent', answered: 2 });
    },
  );

  it.each([
    ['a worker whose connections stayed on it', staying],
    ['a worker that returns to it', moving],
    ['a new worker', openWorker()],
  ])('makes %s issue and send nothing and report that once', async (_name, worker) => {
    const before = { records: await countRecords(first), messages: sandbox.control.log().length };
    const { batchId, kind } = await issue(worker, first, organization);
    expect(kind).toBe('suspended');
    expect(await remit(worker, first)).toMatchObject({ kind: 'wait', why: expect.stringContaining(EARLIER) });
    expect(await remit(worker, first, IDLE)).toMatchObject({ kind: 'wait' });
    await worker.tracker.look(first.workers.pool);
    expect(await processBatch({ ...issuingContext(first), tracker: worker.tracker }, batchId)).toEqual({
      kind: 'suspended',
      comparedFor: null,
    });
    expect(worker.reported.filter((line) => line === EARLIER)).toHaveLength(1);
    expect({ records: await countRecords(first), messages: sandbox.control.log().length }).toEqual(before);
    expect(findForks()).toEqual([]);
  });

  it('stays superseded for a worker that has seen the new one when Redis is flushed, and Redis learns it again', async () => {
    const before = await redis.admin.get(`${DEFAULT_PREFIX}:lineage`);
    await redis.admin.flushall();
    expect((await staying.tracker.look(first.workers.pool)).whySuperseded).toBe(EARLIER);
    expect(await redis.admin.get(`${DEFAULT_PREFIX}:lineage`)).toBe(before);
  });

  it('is reported by the commands, which correct nothing on it', { timeout: 60_000 }, async () => {
    const listed = await chains(first);
    expect(listed.out).toMatch(
      new RegExp(`^NOT ACTIVE: ${EARLIER}.*npm run engine -- chains compare --reason`, 'm'),
    );
    expect(listed.out).toContain(`why: ${EARLIER}`);
    expect((await chains(second)).out).not.toContain('NOT ACTIVE');
    // The same applies with a Redis that only accepts reads.
    await redis.admin.replicaof('127.0.0.1', '1');
    expect((await chains(first)).out).toContain(`NOT ACTIVE: ${EARLIER}`);
    await redis.admin.replicaof('NO', 'ONE');
    const settings = { DATABASE_URL: first.database.url, REDIS_URL: redis.url };
    const { rows } = await first.database.pool.query<{ id: string }>(
      'select min(id) as id from issued_invoices',
    );
    const annulled = await runCli('invoice', ['annul', rows[0]!.id, '--reason', 'x'], settings);
    expect(annulled).toMatchObject({ code: 1, err: expect.stringContaining(`corrected here: ${EARLIER}`) });
    const renewed = await chains(first, 'renew', '1', '--reason', 'x');
    expect(renewed).toMatchObject({ code: 1, err: expect.stringContaining(`renewed here: ${EARLIER}`) });
  });

  it(
    'is not compared or renewed by order while Redis is unavailable, and the list reports this',
    { timeout: 90_000 },
    async () => {
      const count = async () => (await first.database.pool.query('select from operator_acts')).rowCount;
      const before = await count();
      const away = ['redis://127.0.0.1:1', `redis://:wrong@${new URL(redis.url).host}`];
      for (const url of away) {
        const run = (...args: string[]) =>
          runCli('chains', args, { DATABASE_URL: first.database.url, REDIS_URL: url });
        for (const order of [['compare'], ['compare', '1'], ['renew', '1']])
          expect(await run(...order, '--reason', 'x')).toMatchObject({
            code: 1,
            out: '',
            err: expect.stringContaining('Redis, which remembers the active PostgreSQL, is not reachable'),
          });
        expect((await run()).out).toMatch(/^NOT KNOWN whether this PostgreSQL is the active one/);
      }
      expect(await count()).toBe(before);
    },
  );

  it(
    'is not made active when Redis refuses the write: the command fails and records no act',
    { timeout: 60_000 },
    async () => {
      await redis.admin.config('SET', 'min-replicas-to-write', '1');
      try {
        const ordered = await chains(first, 'compare', '--reason', 'x');
        expect(ordered).toMatchObject({ code: 1, err: expect.stringContaining('Run the command again') });
      } finally {
        await redis.admin.config('SET', 'min-replicas-to-write', '0');
      }
      const { rowCount } = await first.database.pool.query(
        `select from operator_acts where details ? 'intoUse' and not details ? 'outcome'`,
      );
      expect(rowCount).toBe(0);
    },
  );

  it('becomes active by an operator’s order with a reason, as a whole', { timeout: 90_000 }, async () => {
    expect(await chains(first, 'compare')).toMatchObject({
      code: 1,
      err: expect.stringContaining('A --reason is needed'),
    });
    expect(await chains(first, 'compare', '1', '--reason', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('alone cannot be compared'),
    });
    const who = ['--operator', 'operadora', '--reason', 'G is gone'];
    const ordered = await chains(first, 'compare', ...who);
    expect(ordered).toMatchObject({
      code: 0,
      out: expect.stringContaining('is active from now on instead of'),
    });
    const { rows } = await first.database.pool.query(
      `select operator, reason, details from operator_acts where act = 'chain.compare' and reason = 'G is gone' order by id`,
    );
    // One act for each chain, and one for the whole.
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatchObject({
      operator: 'operadora',
      reason: 'G is gone',
      details: {
        intoUse: await nameLineage(first.database.pool),
        left: await nameLineage(second.database.pool),
      },
    });
    // AEAT has records that the other database sent: that chain is halted, and the other chain continues.
    expect(await remit(staying, first)).toMatchObject({ kind: 'ahead' });
    expect(await remit(staying, first, IDLE)).toMatchObject({ kind: 'nothing' });
    expect(await issue(staying, first, organization, IDLE)).toMatchObject({ kind: 'issued' });
    expect(await remit(staying, first, IDLE)).toMatchObject({ kind: 'sent', answered: 2 });
    // The newer database does not become active again by itself.
    expect(await issue(moving, second, organization, IDLE)).toMatchObject({ kind: 'suspended' });
    expect(await issue(openWorker(), second, organization, IDLE)).toMatchObject({ kind: 'suspended' });
    expect(findForks()).toEqual([]);
  });
});

describe('an old database that is put back after a backup of it was restored and used', () => {
  it(
    'becomes active by an order, after its chains were compared, and assigns no id again',
    { timeout: 120_000 },
    async () => {
      await redis.admin.flushall();
      const old = base;
      const organization = await old.createOrganization();
      const before = openWorker();
      for (const issuer of ISSUERS) {
        expect(await issue(before, old, organization, issuer)).toMatchObject({ kind: 'issued' });
        expect(await remit(before, old, issuer)).toMatchObject({ kind: 'sent' });
      }
      const directory = await mkdtemp(path.join(tmpdir(), 'ibe-put-back-'));
      resources.defer(() => rm(directory, { recursive: true }));
      const backup = path.join(directory, 'backup');
      await writeBackup(old.database.pool, backup);

      const database = resources.use(await openTestDatabase());
      await restoreBackup(database.orm, backup, base.clock.now, {
        operator: 'operadora',
        reason: null,
        keepsSessions: true,
        certificateKeys: [],
      });
      const restored = resources.use(await openTestApi({}, { beside: { ...base, database } }));
      const between = openWorker();
      expect(await issue(between, restored, organization)).toMatchObject({ kind: 'suspended' });
      expect(between.reported).toEqual(['replaced']);
      expect(await remit(between, restored)).toMatchObject({ kind: 'nothing' });
      const { batchId, kind } = await issue(between, restored, organization);
      expect(kind).toBe('issued');
      expect(await remit(between, restored)).toMatchObject({ kind: 'sent' });
      await between.tracker.look(restored.workers.pool);

      const after = openWorker();
      const back = await issue(after, old, organization);
      expect(back.kind).toBe('suspended');
      expect(after.reported).toEqual([expect.stringContaining('was superseded by another one')]);
      expect(await remit(after, old)).toMatchObject({ kind: 'wait' });
      const ordered = await chains(old, 'compare', '--reason', 'the old disk is back');
      expect(ordered).toMatchObject({
        code: 0,
        out: expect.stringContaining('is active from now on instead of'),
      });
      expect((await issue(openWorker(), restored, organization)).kind).toBe('suspended');
      await after.tracker.look(old.workers.pool);
      expect(await remit(after, old)).toMatchObject({ kind: 'ahead' });
      // No record of this chain was issued in between.
      await remit(after, old, IDLE);
      const next = await issue(after, old, organization, IDLE);
      expect(next.kind).toBe('issued');
      expect(next.batchId).toBeGreaterThan(batchId);
      expect(await remit(after, old, IDLE)).toMatchObject({ kind: 'sent' });
      expect(findForks()).toEqual([]);
    },
  );
});
