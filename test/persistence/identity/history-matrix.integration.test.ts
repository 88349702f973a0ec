import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createDatabaseWitness,
  type WitnessReports,
} from '../../../src/persistence/identity/database-witness.ts';
import {
  formatHistoryInUse,
  parseHistoryInUse,
  takeIntoUse,
} from '../../../src/persistence/identity/history.ts';
import { nameHistory } from '../../../src/persistence/identity/log-position.ts';
import { processBatch } from '../../../src/issuing/process-batch.ts';
import { remitRecords } from '../../../src/remission/remit-records.ts';
import { openProducerConnection } from '../../../src/queue/connection.ts';
import { issueBatch, issuingContext, postBatch } from '../../support/engine.ts';
import { testPrefix, testRedisUrl } from '../../support/redis.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';

/* What becomes of a database by the history that was in use before, by what Redis knows of that, and by what the process knows. */

type Told = 'replaced' | 'left' | 'nothing';
type Redis = 'there' | 'away' | 'flushed';
type Process = 'new' | 'old';

/** The history that was in use, as seen from the database: how it differs, and what is told where that is known. */
const BEFORE: readonly (readonly [
  name: string,
  change: (parts: { system: bigint; timeline: number; oid: number }) => string,
  Told,
])[] = [
  ['the same', ({ system, timeline, oid }) => `${system}-${timeline}-${oid}`, 'nothing'],
  ['an earlier timeline', ({ system, timeline, oid }) => `${system}-${timeline - 1}-${oid}`, 'replaced'],
  ['a newer timeline', ({ system, timeline, oid }) => `${system}-${timeline + 1}-${oid}`, 'left'],
  ['another cluster', ({ system, timeline, oid }) => `${system + 1n}-${timeline + 1}-${oid}`, 'replaced'],
  ['another database', ({ system, timeline, oid }) => `${system}-${timeline + 1}-${oid + 1}`, 'replaced'],
];
const MATRIX = BEFORE.flatMap(([name, change, told]) =>
  (['there', 'away', 'flushed'] satisfies Redis[]).flatMap((redis) =>
    (['new', 'old'] satisfies Process[]).map((process) => {
      const isKnown = redis === 'there' || process === 'old';
      return { name, change, redis, process, told: isKnown ? told : ('nothing' as const) };
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

/** A process with what it knows, in a Redis that can be taken away. */
function openProcess(prefix: string) {
  const state = { isAway: false };
  const ask = <T>(work: () => Promise<T>) => (state.isAway ? Promise.reject(new Error('away')) : work());
  const store = {
    get: (key: string) => ask(() => connection.get(key)),
    set: (key: string, value: string) => ask(() => connection.set(key, value)),
    eval: (script: string, keys: 1, ...rest: [string, string, string]) =>
      ask(() => connection.eval(script, keys, ...rest)),
  };
  const told: string[] = [];
  const reports: WitnessReports = {
    onEarlier: () => told.push('earlier'),
    onReplaced: ({ chains }) => told.push(`replaced ${chains}`),
    onLeft: ({ chains }) => told.push(`left ${chains}`),
  };
  return { witness: createDatabaseWitness(store, prefix, reports), told, state };
}

async function readParts() {
  const [system, timeline, oid] = (await nameHistory(test.pool)).split('-');
  return { system: BigInt(system!), timeline: Number(timeline), oid: Number(oid) };
}

/** Of a batch, of its chain, and of the batch when it is tried again. */
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
  left: {
    first: 'suspended',
    remitted: { kind: 'wait', isAsked: false },
    second: 'suspended',
    explained: 'is an earlier primary of the cluster',
  },
} satisfies Record<Told, object>;

describe('where the history in use was', () => {
  it.each(MATRIX)(
    '$name, Redis is $redis and the process is $process: $told',
    async ({ change, redis, process, told: expected }) => {
      const prefix = testPrefix();
      const before = change(await readParts());
      const inUse = { generation: 4, history: before, left: [] };
      await connection.set(`${prefix}:history`, formatHistoryInUse(inUse));
      const { witness, told, state } = openProcess(prefix);
      if (process === 'old') await witness.recall();
      state.isAway = redis === 'away';
      if (redis === 'flushed') await connection.del(`${prefix}:history`);

      const own = await nameHistory(test.pool);
      const messages = test.sandbox.control.log().length;
      const batchId = await postBatch(test.api, test.organization, 2, `M${(series += 1)}`);
      const context = { ...issuingContext(test.api), witness };
      const expects = EXPECTED[expected];
      expect(await processBatch(context, batchId)).toMatchObject({ kind: expects.first });
      expect(told).toEqual(expected === 'nothing' ? [] : [`${expected} 1`]);

      const remitted = await remitRecords({ ...test.context(), witness }, await test.chainOf());
      expect({ kind: remitted.kind, isAsked: test.sandbox.control.log().length > messages }).toEqual(
        expects.remitted,
      );
      // Compared, and the same, it goes on by itself.
      expect(await processBatch(context, batchId)).toMatchObject({ kind: expects.second });
      expect(told).toHaveLength(expected === 'nothing' ? 0 : 1);
      expect(await witness.recall()).toBe(expected === 'left' ? before : own);
      expect((await witness.explain(test.pool)) ?? 'in use').toContain(expects.explained);

      // Whoever knew it tells Redis again; whoever knew nothing learns what Redis knows.
      state.isAway = false;
      const isLearnt = redis === 'away' && process === 'new';
      const known = isLearnt || expected === 'left' ? before : own;
      expect(await witness.recall()).toBe(known);
      expect(await connection.get(`${prefix}:history`)).toContain(known);
    },
  );

  it('left by an operator’s order, it does not come back by itself though its timeline is newer', async () => {
    const prefix = testPrefix();
    const { system, timeline, oid } = await readParts();
    const own = `${system}-${timeline}-${oid}`;
    const chosen = { generation: 3, history: `${system}-${timeline - 1}-${oid}`, left: [own] };
    await connection.set(`${prefix}:history`, formatHistoryInUse(chosen));
    const { witness, told } = openProcess(prefix);
    const { whyLeft } = await witness.look(test.pool);
    expect(whyLeft).toContain(`was left for another one: ${chosen.history} is in use`);
    expect(told).toEqual(['left 1']);
  });

  it('another one since a process on another cluster came, it gives way, whichever process is asked: no two take turns', async () => {
    const prefix = testPrefix();
    const { system, timeline, oid } = await readParts();
    const { witness, told } = openProcess(prefix);
    await witness.look(test.pool);
    const before = parseHistoryInUse(await connection.get(`${prefix}:history`))!;
    const others = [`${system + 1n}-${timeline}-${oid}`, `${system}-${timeline + 1}-${oid}`];
    let inUse = before;
    for (const other of [...others, `${system + 2n}-1-${oid}`]) {
      inUse = takeIntoUse(inUse, other);
      await connection.set(`${prefix}:history`, formatHistoryInUse(inUse));
      expect((await witness.look(test.pool)).whyLeft).toMatch(
        /was left for another one|is an earlier primary/,
      );
      expect(await openProcess(prefix).witness.explain(test.pool)).not.toBeNull();
    }
    expect(told).toEqual(['left 1', 'left 1', 'left 1']);
  });

  it('taken into use, ids leap beyond those that were given out in it, once', async () => {
    const prefix = testPrefix();
    const { system, timeline, oid } = await readParts();
    const before = { generation: 1, history: `${system + 1n}-${timeline}-${oid}`, left: [] };
    await connection.set(`${prefix}:history`, formatHistoryInUse(before));
    await connection.set(`${prefix}:ids`, JSON.stringify({ batches_id_seq: 7_000_000_000 }));
    await Promise.all(Array.from({ length: 4 }, () => openProcess(prefix).witness.look(test.pool)));
    await openProcess(prefix).witness.look(test.pool);
    const batchId = await postBatch(test.api, test.organization, 1, `M${(series += 1)}`);
    expect(batchId).toBe(7_001_000_001);
  });
});
