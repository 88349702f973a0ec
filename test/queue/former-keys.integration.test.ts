import { Queue } from 'bullmq';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adoptFormerKeys, removeFormerKeys } from '../../src/queue/former-keys.ts';
import { readPauses } from '../../src/queue/pauses.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

/* What version 0.1 left in Redis, whose keys had no braces. */

const NOW = new Date('2026-11-24T08:00:00Z');
const SINCE = NOW.getTime() - 86_400_000;
let queues: TestQueues;
let former: string;

beforeEach(async () => {
  queues = await openTestQueues();
  former = queues.prefix.slice(1, -1);
  const { connection } = queues.hints;
  await connection.set(`${former}:history`, '2 cluster/2/16384 cluster/1/16384');
  await connection.set(`${former}:log:cluster/2/16384`, '4711');
  await connection.set(`${former}:ids`, '{}');
  await connection.hset(`${former}:pauses`, { remission: SINCE });
  const old = new Queue('remission', { connection, prefix: former, skipVersionCheck: true });
  await old.add('remit-records', { organizationId: 1, chainId: 1, records: 1 });
  await old.pause();
  await old.close();
});
afterEach(() => queues[Symbol.asyncDispose]());

const readPaused = async () => readPauses(queues.hints, NOW);
const listFormer = () => queues.hints.connection.keys(`${former}:*`);

it('a paused queue stays paused, and which database is in use is known', async () => {
  await adoptFormerKeys(queues.hints);
  const { connection, prefix } = queues.hints;
  expect(await readPaused()).toEqual([{ queue: 'remission', since: SINCE }]);
  expect(await connection.get(`${prefix}:history`)).toBe('2 cluster/2/16384 cluster/1/16384');
  expect(await connection.get(`${prefix}:log:cluster/2/16384`)).toBe('4711');
  // Its workers go on until they are stopped.
  expect((await listFormer()).length).toBeGreaterThan(4);
});

it('what was resumed since is not paused again, and what is known better stays', async () => {
  const { connection, prefix } = queues.hints;
  await connection.set(`${prefix}:history`, '3 cluster/3/16384 cluster/2/16384');
  await adoptFormerKeys(queues.hints);
  await queues.hints.queues.get('remission')!.resume();
  await adoptFormerKeys(queues.hints);
  expect(await readPaused()).toEqual([]);
  expect(await connection.get(`${prefix}:history`)).toBe('3 cluster/3/16384 cluster/2/16384');
});

it('nothing is left of it once its workers are gone, and nothing before', async () => {
  const { connection } = queues.hints;
  await connection.sadd(`${former}:alive`, 'host:1');
  await connection.set(`${former}:alive:host:1`, '{}', 'EX', 60);
  expect(await removeFormerKeys(queues.hints)).toBe(0);
  expect((await listFormer()).length).toBeGreaterThan(4);
  await connection.del(`${former}:alive:host:1`);
  expect(await removeFormerKeys(queues.hints)).toBeGreaterThan(4);
  expect(await listFormer()).toEqual([]);
  expect(await readPaused()).toEqual([{ queue: 'remission', since: SINCE }]);
  expect(await removeFormerKeys(queues.hints)).toBe(0);
});
