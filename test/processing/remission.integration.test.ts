import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

describe('remission of a chain', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  it('takes an invoice from remission to accepted, and keeps what was sent and answered', async () => {
    const batchId = await issueBatch(test.api, test.organization, 3, 'A');
    expect(await test.states(batchId)).toEqual(['remission', 'remission', 'remission']);
    const chainId = await test.chainOf();
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 3, isComplete: true, pending: 0 });
    expect(await test.states(batchId)).toEqual(['accepted', 'accepted', 'accepted']);
    const [submission] = await test.read<{ csv: string; request: Buffer; answer: Buffer; first_sequence: string }>(
      'select * from submissions s join submission_attempts a on a.submission_id = s.id',
    );
    expect(submission!.csv).toBe(test.sandbox.control.log()[0]!.csv);
    expect(submission!.csv).not.toBeNull();
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
    expect(await test.remit(chainId)).toEqual({ kind: 'nothing' });
  });
});
