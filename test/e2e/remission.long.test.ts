import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRemissions } from '../../src/operate/chains/remissions.ts';
import { verifyChains } from '../support/chains.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openStack, type TestStack } from '../support/stack.ts';

const ISSUERS = ['B12345674', 'A12345674', '12345678Z'];
const REMITTING = { WORKER_QUEUES: 'batches,remission' };

describe('submission by real processes', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  const create = async (count: number, series: string) => {
    const id = await stack.client.create(
      buildBatchBody(count, series, (index) => ({ issuer_nif: ISSUERS[index % ISSUERS.length]! })),
    );
    await stack.client.ended(id);
    return id;
  };
  /** Reads the database, because the API limits the rate of requests. */
  const answered = (within: number) =>
    eventually(
      async () => (await listRemissions(stack.database.pool, null)).every(({ pending }) => pending === 0),
      { within, what: 'the answer to every record' },
    );
  const states = async (id: number) =>
    new Set((await stack.client.invoices(id)).map(({ verifactu_state: state }) => state));

  it('delivers every record exactly once although processes are killed meanwhile', async () => {
    const workers = [await stack.startWorker(REMITTING), await stack.startWorker(REMITTING)];
    const calm = await create(90, 'CALM');
    await answered(20_000);

    // Both workers die after AEAT has received their envelopes and before it has answered.
    stack.aeat.control.addFaults({ kind: 'timeout', when: 'after', milliseconds: 1500, count: 3 });
    const arrived = stack.aeat.control.log().length;
    const lost = await create(90, 'LOST');
    await eventually(() => stack.aeat.control.log().length > arrived);
    for (const worker of workers) await worker.end('SIGKILL');
    await stack.redis.flushdb();
    await stack.startWorker(REMITTING);
    const late = await create(30, 'AFTER');
    await answered(60_000);
    for (const id of [calm, lost, late]) expect(await states(id)).toEqual(new Set(['accepted']));

    await verifyChains(stack.database.pool);
    const gaps = stack.aeat.control.gaps();
    expect(gaps).toMatchObject({ ok: true });
    expect(gaps.chains.map(({ stored }) => stored)).toEqual([70, 70, 70]);
  });
});
