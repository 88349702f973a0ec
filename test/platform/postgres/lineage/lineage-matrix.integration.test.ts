import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createPrimaryTracker,
  type TrackerReports,
} from '../../../../src/platform/postgres/lineage/primary-tracker.ts';
import {
  formatActiveLineage,
  parseActiveLineage,
  takeIntoUse,
} from '../../../../src/platform/postgres/lineage/lineage.ts';
import { nameLineage } from '../../../../src/platform/postgres/lineage/log-position.ts';
import { processBatch } from '../../../../src/issue/process-batch.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { openProducerConnection } from '../../../../src/platform/jobs/connection.ts';
import { issueBatch, issuingContext, postBatch } from '../../../support/engine.ts';
import { testPrefix, testRedisUrl } from '../../../support/redis.ts';
import { openTestRemission, type TestRemission } from '../../../support/remission.ts';

/*
 * The status of a database depends on the lineage that was active before, and on whether Redis and
 * the process know it.
 */

type Reported = 'replaced' | 'superseded' | 'nothing';
type Redis = 'there' | 'away' | 'flushed';
type Process = 'new' | 'old';

/**
 * The lineage that was active: how it differs from that of the database, and the report if it is
 * known.
 */
const BEFORE: readonly (readonly [
  name: string,
  change: (parts: { system: bigint; timeline: number; oid: number }) => string,
  Reported,
])[] = [
  ['the same', ({ system, timeline, oid }) => `${system}-${timeline}-${oid}`, 'nothing'],
  ['an earlier timeline', ({ system, timeline, oid }) => `${system}-${timeline - 1}-${oid}`, 'replaced'],
  ['a newer timeline', ({ system, timeline, oid }) => `${system}-${timeline + 1}-${oid}`, 'superseded'],
  ['another cluster', ({ system, timeline, oid }) => `${system + 1n}-${timeline + 1}-${oid}`, 'replaced'],
  ['another database', ({ system, timeline, oid }) => `${system}-${timeline + 1}-${oid + 1}`, 'replaced'],
];
const MATRIX = BEFORE.flatMap(([name, change, reported]) =>
  (['there', 'away', 'flushed'] satisfies Redis[]).flatMap((redis) =>
    (['new', 'old'] satisfies Process[]).map((process) => {
      const isKnown = redis === 'there' || process === 'old';
      return { name, change, redis, process, reported: isKnown ? reported : ('nothing' as const) };
    }),
  ),
);

let test: TestRemission;
let series = 0;
const connection = openProducerConnection(testRedisUrl());

beforeAll(async () => {
  test = await openTestRemission({ settings: { waitSeconds: 0 } });
  await issueBatch(test.api, test.organization, 1, 'FIRST');
  await test.remit(await test.chainOf());
});
afterAll(async () => {
  connection.disconnect();
  await test[Symbol.asyncDispose]();
});
afterEach(async () => {
  await test.pool.query('update remissions set compare_since = null, compare_after = null');
  test.pass(120);
  await test.remit(await test.chainOf());
  test.pass(120);
});

/** Opens a process's primary tracker, on a Redis that can become unavailable. */
function openProcess(prefix: string) {
  const state = { isAway: false };
  const ask = <T>(work: () => Promise<T>) => (state.isAway ? Promise.reject(new Error('away')) : work());
  const store = {
    get: (key: string) => ask(() => connection.get(key)),
    set: (key: string, value: string) => ask(() => connection.set(key, value)),
    eval: (script: string, keys: 1, ...rest: [string, string, string]) =>
      ask(() => connection.eval(script, keys, ...rest)),
  };
  const reported: string[] = [];
  const reports: TrackerReports = {
    onEarlier: () => reported.push('earlier'),
    onReplaced: ({ chains }) => reported.push(`replaced ${chains}`),
    onSuperseded: ({ chains }) => reported.push(`superseded ${chains}`),
  };
  return { tracker: createPrimaryTracker(store, prefix, reports), reported, state };
}

async function readParts() {
  const [system, timeline, oid] = (await nameLineage(test.pool)).split('-');
  return { system: BigInt(system!), timeline: Number(timeline), oid: Number(oid) };
}

/** The expected results of a batch, of its chain and of the batch when it is tried again. */
const EXPECTED = {
  nothing: {
    first: 'issued',
    remitted: { kind: 'sent', isAsked: true },
    second: 'ended_before',
    explained: 'in use',
  },
  replaced: {
    first: 'suspended',
    remitted: { kind: 'nothing', isAsked: true },
    second: 'issued',
    explained: 'in use',
  },
  superseded: {
    first: 'suspended',
    remitted: { kind: 'wait', isAsked: false },
    second: 'suspended',
    explained: 'is an earlier primary of the cluster',
  },
} satisfies Record<Reported, object>;

describe('a database that meets an active lineage', () => {
  it.each(MATRIX)(
    'reports "$reported" if the active lineage was $name, Redis is $redis and the process is $process',
    async ({ change, redis, process, reported: expected }) => {
      const prefix = testPrefix();
      const before = change(await readParts());
      const inUse = { generation: 4, lineage: before, superseded: [] };
      await connection.set(`${prefix}:lineage`, formatActiveLineage(inUse));
      const { tracker, reported, state } = openProcess(prefix);
      if (process === 'old') await tracker.recall();
      state.isAway = redis === 'away';
      if (redis === 'flushed') await connection.del(`${prefix}:lineage`);

      const own = await nameLineage(test.pool);
      const messages = test.sandbox.control.log().length;
      const batchId = await postBatch(test.api, test.organization, 2, `M${(series += 1)}`);
      const context = { ...issuingContext(test.api), tracker };
      const expects = EXPECTED[expected];
      expect(await processBatch(context, batchId)).toMatchObject({ kind: expects.first });
      expect(reported).toEqual(expected === 'nothing' ? [] : [`${expected} 1`]);

      const remitted = await remitRecords({ ...test.context(), tracker }, await test.chainOf());
      expect({ kind: remitted.kind, isAsked: test.sandbox.control.log().length > messages }).toEqual(
        expects.remitted,
      );
      // After a comparison with equal records the chain continues by itself.
      expect(await processBatch(context, batchId)).toMatchObject({ kind: expects.second });
      expect(reported).toHaveLength(expected === 'nothing' ? 0 : 1);
      expect(await tracker.recall()).toBe(expected === 'superseded' ? before : own);
      expect((await tracker.explain(test.pool)) ?? 'in use').toContain(expects.explained);

      // A process that knew the lineage stores it in Redis again. A new process learns it from
      // Redis.
      state.isAway = false;
      const isLearnt = redis === 'away' && process === 'new';
      const known = isLearnt || expected === 'superseded' ? before : own;
      expect(await tracker.recall()).toBe(known);
      expect(await connection.get(`${prefix}:lineage`)).toContain(known);
    },
  );

  it('does not become active again after an operator’s order superseded it, even with a newer timeline', async () => {
    const prefix = testPrefix();
    const { system, timeline, oid } = await readParts();
    const own = `${system}-${timeline}-${oid}`;
    const chosen = { generation: 3, lineage: `${system}-${timeline - 1}-${oid}`, superseded: [own] };
    await connection.set(`${prefix}:lineage`, formatActiveLineage(chosen));
    const { tracker, reported } = openProcess(prefix);
    const { whySuperseded } = await tracker.look(test.pool);
    expect(whySuperseded).toContain(`was superseded by another one: ${chosen.lineage} is active`);
    expect(reported).toEqual(['superseded 1']);
  });

  it('is superseded for every process after a process on another cluster became active', async () => {
    const prefix = testPrefix();
    const { system, timeline, oid } = await readParts();
    const { tracker, reported } = openProcess(prefix);
    await tracker.look(test.pool);
    const before = parseActiveLineage(await connection.get(`${prefix}:lineage`))!;
    const others = [`${system + 1n}-${timeline}-${oid}`, `${system}-${timeline + 1}-${oid}`];
    let inUse = before;
    for (const other of [...others, `${system + 2n}-1-${oid}`]) {
      inUse = takeIntoUse(inUse, other);
      await connection.set(`${prefix}:lineage`, formatActiveLineage(inUse));
      expect((await tracker.look(test.pool)).whySuperseded).toMatch(
        /was superseded by another one|is an earlier primary/,
      );
      expect(await openProcess(prefix).tracker.explain(test.pool)).not.toBeNull();
    }
    expect(reported).toEqual(['superseded 1', 'superseded 1', 'superseded 1']);
  });

  it('skips the ids that may have been assigned under another lineage, once', async () => {
    const prefix = testPrefix();
    const { system, timeline, oid } = await readParts();
    const before = { generation: 1, lineage: `${system + 1n}-${timeline}-${oid}`, superseded: [] };
    await connection.set(`${prefix}:lineage`, formatActiveLineage(before));
    await connection.set(`${prefix}:ids`, JSON.stringify({ batches_id_seq: 7_000_000_000 }));
    await Promise.all(Array.from({ length: 4 }, () => openProcess(prefix).tracker.look(test.pool)));
    await openProcess(prefix).tracker.look(test.pool);
    const batchId = await postBatch(test.api, test.organization, 1, `M${(series += 1)}`);
    expect(batchId).toBe(7_001_000_001);
  });
});
