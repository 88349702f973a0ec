import type { ClientBase } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPool } from '../../../../src/platform/postgres/database.ts';
import { nameLineage, readLogPosition } from '../../../../src/platform/postgres/lineage/log-position.ts';
import { createPrimaryTracker } from '../../../../src/platform/postgres/lineage/primary-tracker.ts';
import type { EarlierLog } from '../../../../src/platform/postgres/lineage/log-tracker.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { processBatch } from '../../../../src/issue/process-batch.ts';
import { openProducerConnection } from '../../../../src/platform/jobs/connection.ts';
import { openAeatRelay } from '../../../support/aeat-relay.ts';
import { issueBatch, issuingContext, postBatch } from '../../../support/engine.ts';
import { testPrefix, testRedisUrl } from '../../../support/redis.ts';
import { openTestRemission, type TestRemission } from '../../../support/remission.ts';

/*
 * The tracker detects a copy of the database because its log ends before the position that was
 * seen.
 */

let test: TestRemission;
const prefix = testPrefix();
const redis = openProducerConnection(testRedisUrl());
const reported: EarlierLog[] = [];
const record = (found: EarlierLog) => void reported.push(found);
const unexpected = () => expect.fail('another database was reported');
const reports = { onEarlier: record, onReplaced: unexpected, onSuperseded: unexpected };
const open = () => createPrimaryTracker(redis, prefix, reports);
const lookOn = (tracker: ReturnType<typeof open>) => async (client: ClientBase) =>
  void (await tracker.look(client));

beforeAll(async () => {
  test = await openTestRemission();
  await issueBatch(test.api, test.organization, 1, 'FIRST');
});
afterAll(async () => {
  redis.disconnect();
  await test[Symbol.asyncDispose]();
});
beforeEach(async () => {
  reported.length = 0;
  await test.pool.query('update remissions set compare_since = null');
});

const countClosed = async () => {
  const [row] = await test.read<{ count: number }>(
    'select count(*)::int from remissions where compare_since is not null',
  );
  return row!.count;
};
const keyOf = async () => `${prefix}:log:${await nameLineage(test.pool)}`;
const seeFurther = async () =>
  redis.set(await keyOf(), String((await readLogPosition(test.pool)).bytes + 10n ** 12n));

it('a growing log belongs to the same database, for any number of concurrent processes', async () => {
  const trackers = [open(), open(), open()];
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(trackers.map((tracker) => tracker.look(test.pool)));
    await issueBatch(test.api, test.organization, 1, `G${round}`);
  }
  expect(reported).toEqual([]);
  expect(await countClosed()).toBe(0);
});

it('a log that ends earlier marks all chains before a connection is used, once, and is reported', async () => {
  await seeFurther();
  const { url } = test.api.database;
  const onConnect = lookOn(open());
  await using database = openPool({ url, applicationName: 'test', role: 'worker', onConnect });
  await Promise.all(Array.from({ length: 5 }, () => database.pool.query('select pg_sleep(0.1)')));
  expect(await countClosed()).toBe(1);
  expect(reported).toEqual([{ chains: 1, missingBytes: expect.any(Number) as number }]);
  await test.pool.query('update remissions set compare_since = null');
  await using again = openPool({
    url,
    applicationName: 'test',
    role: 'worker',
    onConnect: lookOn(open()),
  });
  await again.pool.query('select 1');
  expect(await countClosed()).toBe(0);
  expect(reported).toHaveLength(1);
});

it('the tracker can use a pool whose connections also use the tracker', async () => {
  const { url } = test.api.database;
  const tracker = open();
  await using database = openPool({
    url,
    applicationName: 'test',
    role: 'worker',
    onConnect: lookOn(tracker),
  });
  const looks = Promise.all([
    tracker.look(database.pool),
    tracker.look(database.pool),
    database.pool.query('select 1'),
  ]);
  await expect(looks).resolves.toHaveLength(3);
});

it('an earlier log is not reported while Redis is unavailable, and is reported as soon as it is available', async () => {
  let isAway = false;
  const ask = <T>(work: () => Promise<T>) => (isAway ? Promise.reject(new Error('away')) : work());
  const store = {
    get: (key: string) => ask(() => redis.get(key)),
    set: (key: string, value: string) => ask(() => redis.set(key, value)),
    eval: (script: string, keys: 1, ...rest: [string, string, string]) =>
      ask(() => redis.eval(script, keys, ...rest)),
  };
  await seeFurther();
  const stays = createPrimaryTracker(store, prefix, reports);
  isAway = true;
  await stays.look(test.pool);
  expect(await countClosed()).toBe(0);
  isAway = false;
  await stays.look(test.pool);
  expect(await countClosed()).toBe(1);
});

it('a message is sent to AEAT only after the log position that includes its records was stored', async () => {
  await issueBatch(test.api, test.organization, 3, 'SENT');
  const { bytes } = await readLogPosition(test.pool);
  await redis.del(await keyOf());
  const noted: bigint[] = [];
  await using aeat = await openAeatRelay(test.sandbox.url, async () => {
    noted.push(BigInt((await redis.get(await keyOf())) ?? 0));
    return null;
  });
  const context = { ...test.context(10_000, aeat.url), tracker: open() };
  expect(await remitRecords(context, await test.chainOf())).toMatchObject({ kind: 'sent' });
  expect(noted.map((position) => position >= bytes)).toEqual([true]);
});

it('a backup that is restored into the same database is detected by its new tables', async () => {
  await test.pool.query(`create table kept as select * from database_identities`);
  await test.pool.query('truncate database_identities');
  await test.pool.query('insert into database_identities select * from kept');
  await test.pool.query('drop table kept');
  const batchId = await postBatch(test.api, test.organization, 1, 'RESTORED');
  expect(await processBatch(issuingContext(test.api), batchId)).toMatchObject({ kind: 'suspended' });
  expect(await countClosed()).toBe(1);
});
