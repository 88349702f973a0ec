import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { listDueRemissions } from '#src/remit/due-remissions.ts';
import { claimSubmission } from '#src/remit/attempt/claim-submission.ts';
import { judgeAttempt } from '#src/remit/attempt/judge-attempt.ts';
import { buildAttempt, storeAttempt } from '#src/remit/attempt/settle-attempt.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

describe('flow control of submissions', () => {
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

  it('waits as long as AEAT asked, in every process', async () => {
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

  it('obeys a raised wait and keeps the last wait when AEAT sends none', async () => {
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

  it('caps an excessive wait at the limit with a warning, and records both values', async () => {
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
      test.read('select wait_seconds as kept, excessive_wait_seconds as excessive from remissions');
    expect(await read()).toEqual([{ kept: 600, excessive: 999_999 }]);
    // The next attempt has no answer, so that the wait stays the same. Then AEAT sends a plausible
    // wait.
    test.pass(600.5);
    test.sandbox.control.addFaults({ kind: 'http-status', status: 503, count: 1 });
    await test.remit(chainId);
    expect(await read()).toEqual([{ kept: 600, excessive: 999_999 }]);
    test.pass(600.5);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', isComplete: true });
    expect(await read()).toEqual([{ kept: 60, excessive: null }]);
  });

  it('sends an envelope before the wait is over only if it is full', async () => {
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

  it('delays even a full envelope until the backoff after a failure is over', async () => {
    await issue(1000, 'A');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'http-status', status: 503, count: 1 });
    await test.remit(chainId);
    await issue(1000, 'B');
    expect(await due()).toEqual([]);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'wait' });
  });

  it('sends one envelope of a chain at a time, with any number of workers', async () => {
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

  it('lets another worker take over when the lease of a worker that died while sending has expired', async () => {
    await issue(2, 'A');
    const chainId = await test.chainOf();
    // The state that a killed process leaves: it claimed and sent, but never stored the result.
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

  it('sends no record again when the worker died after it stored the answers', async () => {
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

  it('lets a delayed worker store the answer of AEAT but not change the state of the chain', async () => {
    const batchId = await issue(2, 'A');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'slow', milliseconds: 400, count: 1 });
    const slow = test.remit(chainId);
    await test.arrived(1);
    // Its lease has expired according to the clock, although it still waits for its answer.
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
