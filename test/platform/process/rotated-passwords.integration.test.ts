import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { followSecret } from '../../../src/platform/config/follow-secret.ts';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { DEFAULT_PREFIX } from '../../../src/platform/jobs/keys.ts';
import { listFaultyProcesses } from '../../../src/platform/jobs/process-faults.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { sight } from '../../monitor/support/overview-state.ts';
import { isDatabaseUnavailable } from '../../../src/platform/postgres/failures.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openOwnRedis, type OwnRedis } from '../../support/own-redis.ts';
import { startProcess } from '../../support/processes.ts';
import { openTestQueues } from '../../support/worker.ts';
import { workOff } from '../../support/work-off.ts';

/*
 * Passwords that change while processes run, in the servers and in the files from which the
 * processes read them.
 */

const LOGIN = `rotated_${randomBytes(4).toString('hex')}`;
const resources = new AsyncDisposableStack();
let database: TestDatabase;
let redis: OwnRedis;
let directory: string;
let files: { DATABASE_URL_FILE: string; REDIS_URL_FILE: string };

beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  redis = resources.use(await openOwnRedis('rotated'));
  directory = resources.adopt(mkdtempSync(path.join(tmpdir(), 'rotated-')), (made) =>
    rmSync(made, { recursive: true }),
  );
  await database.pool.query(`create role ${LOGIN} login noinherit`);
  await database.pool.query(`grant engine_worker to ${LOGIN}`);
  resources.defer(async () => void (await database.pool.query(`drop role ${LOGIN}`)));
  files = {
    DATABASE_URL_FILE: path.join(directory, 'database'),
    REDIS_URL_FILE: path.join(directory, 'redis'),
  };
  await rotate('first');
});
afterAll(() => resources.disposeAsync());

/**
 * Rotates the password: sets it in the servers and in the files, and ends the sessions of the old
 * one.
 */
async function rotate(password: string): Promise<void> {
  const address = (url: string, user: string) =>
    Object.assign(new URL(url), { username: user, password }).href;
  await database.pool.query(`alter role ${LOGIN} password '${password}'`);
  await redis.admin.config('SET', 'requirepass', password);
  writeFileSync(files.DATABASE_URL_FILE, `${address(database.url, LOGIN)}\n`);
  writeFileSync(files.REDIS_URL_FILE, `${address(redis.url, '')}\n`);
  await endSessions();
  await redis.admin.call('client', 'kill', 'type', 'normal', 'skipme', 'yes');
}

async function endSessions(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${LOGIN}'`,
  );
}

describe('a rotated password', () => {
  it('is used by the next connections of a pool and of queues', { timeout: 60_000 }, async () => {
    const settings = loadEnvironment(files);
    const url = followSecret(settings, 'DATABASE_URL');
    await using opened = openPool({ url, applicationName: 'test', role: 'worker' });
    await using queues = await openTestQueues(followSecret(settings, 'REDIS_URL'));
    const { bring } = workOff(queues);
    await bring(1);
    expect((await opened.pool.query('select 1')).rowCount).toBe(1);
    await rotate('second');
    await eventually(async () => opened.pool.query('select 1').then(Boolean, () => false));
    await bring(2);
    // A file that is being written is empty for a moment and is ignored.
    writeFileSync(files.DATABASE_URL_FILE, '');
    expect(url()).toContain(':second@');
    await rotate('third');
    await eventually(async () => opened.pool.query('select 1').then(Boolean, () => false));
    await bring(3);
  });

  it('is a reason to try again for a process that does not know it yet', async () => {
    const url = Object.assign(new URL(database.url), { username: LOGIN, password: 'earlier' }).href;
    await using opened = openPool({ url: () => url, applicationName: 'test', role: 'worker' });
    const failure: unknown = await opened.pool.query('select 1').catch((error: unknown) => error);
    expect([failure, isDatabaseUnavailable(failure)]).toMatchObject([{ code: '28P01' }, true]);
  });

  it('does not require a restart of a worker', { timeout: 60_000 }, async () => {
    await using worker = await startProcess('worker', { ...files, WORKER_QUEUES: 'batches' });
    const isReady = async () => (await fetch(`${worker.opsUrl}/readyz`).catch(() => null))?.ok === true;
    await rotate('fourth');
    await eventually(isReady, { within: 20_000 });
    // A second rotation, because existing connections would stay open.
    await rotate('fifth');
    await eventually(isReady, { within: 20_000 });
    expect(worker.child.exitCode).toBeNull();
  });

  it(
    'that a worker does not get is reported by that worker, and the report ends when it gets it',
    { timeout: 120_000 },
    async () => {
      await rotate('sixth');
      await using worker = await startProcess('worker', { ...files, WORKER_QUEUES: 'batches' });
      const isReady = async () => (await fetch(`${worker.opsUrl}/readyz`).catch(() => null))?.ok === true;
      const readReported = async () => {
        const faulty = await listFaultyProcesses({ connection: redis.admin, prefix: DEFAULT_PREFIX });
        return judgeOverview(sight({ faulty })).map(({ urgency, what, todo }) => ({ urgency, what, todo }));
      };
      await eventually(isReady, { within: 20_000 });
      const current = readFileSync(files.DATABASE_URL_FILE);
      await database.pool.query(`alter role ${LOGIN} password 'unknown'`);
      await endSessions();
      await eventually(async () => (await readReported()).length > 0, { within: 60_000 });
      expect(await readReported()).toEqual([
        {
          urgency: 'act',
          what: expect.stringMatching(
            /^worker \d+ on .+ cannot work: database: refuses the login: wrong password or user$/,
          ) as string,
          todo: expect.stringMatching(/^correct the login in DATABASE_URL of that process/) as string,
        },
      ]);
      await database.pool.query(`alter role ${LOGIN} password 'sixth'`);
      writeFileSync(files.DATABASE_URL_FILE, current);
      await eventually(isReady, { within: 20_000 });
      await eventually(async () => (await readReported()).length === 0, { within: 30_000 });
    },
  );
});
