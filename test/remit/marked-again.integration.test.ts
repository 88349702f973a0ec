import { describe, expect, it } from 'vitest';
import { markChains } from '#src/platform/postgres/lineage/restores.ts';
import { openAeatRelay } from '../support/aeat-relay.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

type JobStatus = { halted: boolean; marked: boolean; rests: boolean };

const MARKED_AGAIN = { halted: false, marked: true, rests: false };

describe('a chain that is marked again during its comparison with AEAT', () => {
  it.each([
    ['AEAT is ahead', 'ahead', { halted: true, marked: true, rests: false }],
    ['AEAT has the same records', 'same', { halted: false, marked: false, rests: false }],
    ['AEAT does not answer', 'unclear', { halted: false, marked: true, rests: true }],
  ] as const)('is not settled by the earlier comparison when %s', async (_what, verdict, settled) => {
    await using test = await openTestRemission();
    await issueBatch(test.api, test.organization, 3, 'M');
    const chainId = await test.chainOf();
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 3 });
    test.pass(61);
    if (verdict === 'ahead')
      await test.pool.query(
        `set session_replication_role = 'replica';
         update registration_records set hash = repeat('0', 64) where sequence = 3;
         reset session_replication_role`,
      );
    await markChains(test.pool, test.api.clock.now, chainId);
    let marks = 1;
    await using aeat = await openAeatRelay(test.sandbox.url, async () => {
      if (marks === 1) await markChains(test.pool, new Date(test.api.clock.now.getTime() + 1000), chainId);
      marks += 1;
      return verdict === 'unclear' ? 503 : null;
    });

    const first = await test.remit(chainId, 10_000, aeat.url);
    // The chain is due again at once.
    expect(first).toMatchObject({ kind: 'wait', next: test.api.clock.now });
    // AEAT was queried once: the remaining months of the earlier comparison are not needed.
    expect(marks).toBe(2);
    expect(await readJobStatus(test, chainId)).toEqual(MARKED_AGAIN);
    expect(test.log.join('')).not.toMatch(/and continues|is halted|could not be compared/);
    await test.remit(chainId, 10_000, aeat.url);
    expect(await readJobStatus(test, chainId)).toEqual(settled);
  });

  it.each([
    ['AEAT has the same records', null],
    ['AEAT does not answer', 503],
  ] as const)(
    'stays halted and marked when it was halted during the comparison and %s',
    async (_what, status) => {
      await using test = await openTestRemission();
      await issueBatch(test.api, test.organization, 1, 'H');
      const chainId = await test.chainOf();
      expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 1 });
      test.pass(61);
      await markChains(test.pool, test.api.clock.now, chainId);
      await using aeat = await openAeatRelay(test.sandbox.url, async () => {
        await test.pool.query(`update remissions set halted_at = now(), halted_reason = 'AEAT is ahead'`);
        return status;
      });
      await test.remit(chainId, 10_000, aeat.url);
      expect(await readJobStatus(test, chainId)).toEqual({ halted: true, marked: true, rests: false });
      expect(test.log.join('')).not.toMatch(/and continues|could not be compared/);
    },
  );

  it('stays halted when the answer to a message arrives after the comparison', async () => {
    await using test = await openTestRemission();
    await issueBatch(test.api, test.organization, 1, 'U');
    const chainId = await test.chainOf();
    await using aeat = await openAeatRelay(test.sandbox.url, async () => {
      await test.pool.query(
        `update remissions set halted_at = now(), halted_reason = 'AEAT is ahead', compare_since = now()`,
      );
      return null;
    });
    expect(await test.remit(chainId, 10_000, aeat.url)).toMatchObject({ kind: 'sent', answered: 1 });
    expect(await readJobStatus(test, chainId)).toMatchObject({ halted: true, marked: true });
  });
});

async function readJobStatus(test: TestRemission, chainId: number): Promise<JobStatus | undefined> {
  const [status] = await test.read<JobStatus>(
    `select halted_at is not null and halted_reason is not null as halted, compare_since is not null as marked,
            compare_after is not null as rests
     from remissions where chain_id = $1`,
    [chainId],
  );
  return status;
}
