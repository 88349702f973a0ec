import { afterAll, beforeAll, expect, it } from 'vitest';
import { QUEUE_NAMES } from '../../src/contracts/codes.ts';
import { DEFAULT_PREFIX } from '../../src/platform/jobs/keys.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openOwnRedis, type OwnRedis } from '../support/own-redis.ts';
import { runCli } from '../support/run-cli.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

/* The command that pauses and resumes queues. */

let database: TestDatabase;
let redis: OwnRedis;
let queues: TestQueues;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
  redis = resources.use(await openOwnRedis('queues'));
  queues = resources.use(await openTestQueues(redis.url, DEFAULT_PREFIX));
}, 60_000);
afterAll(() => resources.disposeAsync());

const NOWHERE = 'postgres://a:b@127.0.0.1:1/c';
const run = (args: string[], settings: NodeJS.ProcessEnv = {}) =>
  runCli('queues', args, {
    DATABASE_URL: database.urlOf('operator'),
    REDIS_URL: redis.url,
    ...settings,
  });
const isPaused = (name: (typeof QUEUE_NAMES)[number]) => queues.jobQueues.queues.get(name)!.isPaused();
const listActs = async (queue: string) => {
  const { rows } = await database.pool.query(
    `select act, operator, reason, details ->> 'outcome' as outcome from operator_acts
     where details ->> 'queue' = $1 order by id`,
    [queue],
  );
  return rows as unknown[];
};

it('the queues command pauses, lists and resumes a queue, and records operator and reason', async () => {
  const by = ['--operator', 'ana', '--reason', 'AEAT is at work'];
  const paused = await run(['pause', 'remission', ...by]);
  expect(paused).toMatchObject({ code: 0, err: '' });
  expect(paused.out).toMatch(
    /^The queue remission is paused: no record is sent .*npm run engine -- queues resume remission\n$/,
  );
  expect(await isPaused('remission')).toBe(true);
  const { out } = await run([]);
  expect(out).toMatch(
    /The queue remission is PAUSED since 20\S+Z: .*npm run engine -- queues resume remission\n/,
  );
  expect(out.match(/is not paused/g)).toHaveLength(QUEUE_NAMES.length - 1);
  await expect(run(['pause', 'remission'])).resolves.toEqual({
    code: 1,
    out: '',
    err: 'The queue remission is already paused\n',
  });
  await expect(run(['resume', 'remission', '--operator', 'ana'])).resolves.toMatchObject({ code: 0 });
  expect(await isPaused('remission')).toBe(false);
  expect((await run(['list'])).out).not.toContain('PAUSED');
  const told = { operator: 'ana', outcome: null };
  expect(await listActs('remission')).toEqual([
    { act: 'queue.pause', reason: 'AEAT is at work', ...told },
    { act: 'queue.resume', reason: null, ...told },
  ]);
});

it('the queues command changes nothing if the act cannot be recorded', async () => {
  const { code, err } = await run(['pause', 'batches'], { DATABASE_URL: NOWHERE });
  expect(code).toBe(1);
  expect(err).toContain('not reachable');
  expect(await isPaused('batches')).toBe(false);
});

it('the queues command records no act if Redis is not reachable, read-only or full', async () => {
  const away = await run(['pause', 'batches'], { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(away).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was changed. State of Redis: not reachable'),
  });
  expect(await run([], { REDIS_URL: 'redis://127.0.0.1:1' })).toMatchObject({ code: 1, out: '' });
  await redis.admin.config('SET', 'maxmemory', '1');
  const full = await run(['pause', 'batches']);
  await redis.admin.config('SET', 'maxmemory', '0');
  expect(full).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was changed. State of Redis: refuses writes: out of memory'),
  });
  await redis.admin.replicaof('127.0.0.1', 1);
  const reading = await run(['pause', 'batches']);
  await redis.admin.replicaof('NO', 'ONE');
  expect(reading).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was changed. State of Redis: '),
  });
  expect(await isPaused('batches')).toBe(false);
  expect(await listActs('batches')).toEqual([]);
});
