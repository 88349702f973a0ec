import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAeatClient } from '../../src/submit/aeat/open-aeat-client.ts';
import { listDueRemissions } from '../../src/submit/due-remissions.ts';
import { claimSubmission } from '../../src/submit/attempt/claim-submission.ts';
import { judgeAttempt } from '../../src/submit/attempt/judge-attempt.ts';
import { buildAttempt, storeAttempt } from '../../src/submit/attempt/settle-attempt.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

describe('flow control', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const issue = (count: number, series: string) => issueBatch(test.api, test.organization, count, series);
  const now = () => test.api.clock.now.getTime();
  const due = async () =>
    (await listDueRemissions(test.pool, test.api.clock.now, 100)).map(({ records, isFull }) => ({
      records,
      isFull,
    }));

  it('waits as long as AEAT said, whichever process asks', async () => {
    await issue(1, 'A');
    const chainId = await test.chainOf();
    await test.remit(chainId);
    await issue(1, 'B');
    test.pass(60);
    expect(await due()).toEqual([]);
    const result = await test.remit(chainId);
    expect(result).toEqual({ kind: 'wait', next: new Date(now() + 500) });
    test.pass(0.5);
    expect(await due()).toEqual([{ records: 1, isFull: false }]);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', isComplete: true });
    expect(test.sandbox.control.gaps().earlyEnvelopes).toEqual([]);
  });

  it('keeps to a raised wait, and to the last one where AEAT leaves it empty', async () => {
    await issue(1, 'A');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults(
      { kind: 'raised-wait', seconds: 600, count: 1 },
      { kind: 'empty-wait', count: 1 },
    );
    for (const series of ['B', 'C']) {
      await test.remit(chainId);
      await issue(1, series);
      test.pass(600);
      expect(await test.remit(chainId)).toMatchObject({ kind: 'wait' });
      test.pass(0.5);
    }
    await test.remit(chainId);
    await issue(1, 'D');
    expect(await test.remit(chainId)).toEqual({ kind: 'wait', next: new Date(now() + 60_500) });
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
  });

  it('keeps no wait above the limit, says so, and lets nobody send before what AEAT ordinarily asks for', async () => {
    await issue(1, 'A');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'raised-wait', seconds: 999_999, count: 1 });
    await test.remit(chainId);
    expect(await test.read('select wait_seconds from submission_attempts')).toEqual([
      { wait_seconds: 999_999 },
    ]);
    await issue(1, 'B');
    expect(await test.remit(chainId)).toEqual({ kind: 'wait', next: new Date(now() + 600_500) });
    expect(test.log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: 'warn', toldSeconds: 999_999, keptSeconds: 600 }),
    );
    const read = () =>
      test.read('select wait_seconds as kept, excessive_wait_seconds as told from remissions');
    expect(await read()).toEqual([{ kept: 600, told: 999_999 }]);
    // Nothing is known of the next message: the wait stays as it is. Then AEAT tells one that can be meant.
    test.pass(600.5);
    test.sandbox.control.addFaults({ kind: 'http-status', status: 503, count: 1 });
    await test.remit(chainId);
    expect(await read()).toEqual([{ kept: 600, told: 999_999 }]);
    test.pass(600.5);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', isComplete: true });
    expect(await read()).toEqual([{ kept: 60, told: null }]);
  });

  it('sends a full envelope before the wait is over, and only a full one', async () => {
    await issue(1, 'FIRST');
    const chainId = await test.chainOf();
    await test.remit(chainId);
    await issue(999, 'A');
    expect(await due()).toEqual([]);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'wait' });
    await issue(2, 'B');
    expect(await due()).toEqual([{ records: 1001, isFull: true }]);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 1000, pending: 1 });
    expect(await test.remit(chainId)).toMatchObject({ kind: 'wait' });
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
  });

  it('does not let a full envelope overtake the backoff after a failure', async () => {
    await issue(1000, 'A');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'http-status', status: 503, count: 1 });
    await test.remit(chainId);
    await issue(1000, 'B');
    expect(await due()).toEqual([]);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'wait' });
  });

  it('has one envelope of a chain under way, however many workers there are', async () => {
    for (const series of ['A', 'B', 'C']) await issue(100, series);
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'slow', milliseconds: 300, count: 1 });
    const results = await Promise.all(Array.from({ length: 4 }, () => test.remit(chainId)));
    expect(results.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'busy',
      'busy',
      'busy',
      'sent',
    ]);
    expect(test.sandbox.control.log()).toHaveLength(1);
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
  });

  it('lets others take over from a worker that died while sending, when its time is over', async () => {
    await issue(2, 'A');
    const chainId = await test.chainOf();
    // All that a killed process leaves behind: it claimed, it sent, it never settled.
    test.sandbox.control.addFaults({ kind: 'timeout', when: 'after', count: 1 });
    await test.remitAndDie(chainId);
    expect(await test.remit(chainId)).toEqual({ kind: 'busy' });
    test.pass(14);
    expect(await test.remit(chainId)).toEqual({ kind: 'busy' });
    test.pass(62);
    expect(await due()).toEqual([{ records: 2, isFull: false }]);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', isComplete: true });
    const [first, second] = test.sandbox.control.log();
    expect(second!.records.map(({ digest }) => digest)).toEqual(first!.records.map(({ digest }) => digest));
    expect(await test.read('select attempt::int from submission_attempts')).toEqual([{ attempt: 2 }]);
  });

  it('sends nothing again where the worker died after the answers were stored', async () => {
    const batchId = await issue(2, 'A');
    const chainId = await test.chainOf();
    const claimed = await claimSubmission(
      test.pool,
      chainId,
      test.api.clock.now,
      { leaseMs: 75_000, maxWaitSeconds: 600 },
      null,
    );
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
    const { claim } = claimed;
    await using client = openAeatClient({ url: test.sandbox.url });
    const outcome = await client.submit(claim.request);
    const { answers } = judgeAttempt(claim.records, outcome);
    const attempt = await buildAttempt(outcome, test.api.clock.now, test.api.clock.now);
    await storeAttempt(test.pool, claim, attempt, answers, new Date(now() + 75_000));
    expect(await test.states(batchId)).toEqual(['accepted', 'accepted']);
    await issue(1, 'B');
    test.pass(76);
    expect(await test.remit(chainId)).toMatchObject({ answered: 1, isComplete: true, pending: 0 });
    expect(test.sandbox.control.log().map(({ records }) => records.length)).toEqual([2, 1]);
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
  });

  it('lets a worker that was held up and comes back change nothing but the facts', async () => {
    const batchId = await issue(2, 'A');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'slow', milliseconds: 400, count: 1 });
    const slow = test.remit(chainId);
    await test.arrived(1);
    // Its time is over by the clock, although it still waits for its answer.
    test.pass(100);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', isComplete: true });
    const [before] = await test.read('select * from remissions');
    expect(await slow).toMatchObject({ kind: 'sent', isComplete: true });
    expect(await test.read('select * from remissions')).toEqual([before]);
    expect(await test.states(batchId)).toEqual(['accepted', 'accepted']);
    const csvs = await test.read<{ csv: string }>('select csv from submission_attempts order by attempt');
    expect(csvs[0]!.csv).toBe(test.sandbox.control.log()[0]!.csv);
  });
});
