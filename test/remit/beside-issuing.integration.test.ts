import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockChains } from '#src/issue/statements/issuing.ts';
import { withTransaction } from '#src/platform/postgres/database.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

describe('submission while a batch is being issued', () => {
  let test: TestRemission;
  beforeAll(async () => {
    test = await openTestRemission();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it('sends the pending records of the same chain and stores the answers', async () => {
    await issueBatch(test.api, test.organization, 3, 'A');
    const chainId = await test.chainOf();
    await withTransaction(test.api.workers.pool, async (issuing) => {
      const [head] = await lockChains(issuing, test.organization.id, ['B12345674'], { mayWait: false });
      expect(head!.id).toBe(chainId);
      expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 3, isComplete: true });
    });
  });
});
