import { expect, it } from 'vitest';
import { markChains } from '../../src/platform/postgres/lineage/restores.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission } from '../support/remission.ts';

it('a chain whose records differ from those of AEAT at the same sequence numbers is reported as forked, not as incomplete', async () => {
  await using test = await openTestRemission();
  await issueBatch(test.api, test.organization, 3, 'F');
  const chainId = await test.chainOf();
  expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 3 });
  // Simulates records that were issued after an older copy of the database had replaced this one.
  await test.pool.query(
    `set session_replication_role = 'replica';
     update registration_records set hash = repeat('0', 64) where sequence >= 2;
     reset session_replication_role`,
  );
  await markChains(test.pool, test.api.clock.now, chainId);
  test.pass(61);
  const result = await test.remit(chainId);
  expect(result).toMatchObject({
    kind: 'ahead',
    reason: expect.stringMatching(
      /^AEAT has other records of this chain from 2 on \(up to 3\) than this database \(up to 3\): the chain is forked\b/,
    ),
  });
  expect(JSON.stringify(result)).not.toContain('has not');
  expect(test.log.join('')).toMatch(/"forkedAt":2,.*A chain is forked: AEAT has other records of it/);
});
