import { afterAll, beforeAll, expect, it } from 'vitest';
import { processBatch } from '../../src/issue/process-batch.ts';
import { issuingContext } from '../support/engine.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { runCli } from '../support/run-cli.ts';

/* Two engines on one machine each have a stand-in for AEAT, which can be confused. */

let one: TestRemission;
let other: TestRemission;
beforeAll(async () => {
  [one, other] = await Promise.all([openTestRemission(), openTestRemission()]);
});
afterAll(async () => {
  await Promise.all([one[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
});

async function issueAndSend(test: TestRemission): Promise<void> {
  const { body } = await test.api.post(test.organization.token, buildBatchBody(1));
  await processBatch(issuingContext(test.api), (JSON.parse(body) as { data: { id: number } }).data.id);
  await test.remit(await test.chainOf());
}

const check = (database: TestRemission, register: TestRemission) =>
  runCli('check-invariants', ['--aeat', register.sandbox.url], {
    DATABASE_URL: database.api.database.url,
  });

it('check-invariants refuses the log of another engine’s stand-in for AEAT with an explanation', async () => {
  // Neither engine has sent anything, so the logs of both sandboxes are empty.
  await expect(check(one, other)).resolves.toMatchObject({ code: 0 });

  await issueAndSend(other);
  const unused = await check(one, other);
  expect(unused).toMatchObject({ code: 2, out: '' });
  expect(unused.err).toMatch(/^--aeat: not the register of this database: none of the 1 installations .*\n$/);

  await issueAndSend(one);
  const strange = await check(one, other);
  expect(strange).toMatchObject({ code: 2, out: '' });
  expect(strange.err).toMatch(/^--aeat: the records of this database were not sent to this register: .*\n$/);

  const own = await check(one, one);
  expect(own.err).toBe('');
  expect(own.out).toMatch(/I4 .*in AEAT’s register once.*\n/);
});
