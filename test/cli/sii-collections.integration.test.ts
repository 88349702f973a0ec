import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPayer, type Payer } from '../support/payer.ts';
import { runCli } from '../support/run-cli.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../support/sii.ts';

/** Each command runs in its own process. */
vi.setConfig({ testTimeout: 120_000 });

let test: TestSii;
let payer: Payer;
beforeAll(async () => {
  test = await openTestSii();
  payer = openPayer(test);
});
afterAll(() => test[Symbol.asyncDispose]());

const run = async (...args: string[]) => {
  const [program = '', ...others] = args;
  const { code, out, err } = await runCli(program, others, { DATABASE_URL: test.api.database.url });
  expect([code, err]).toEqual([0, '']);
  return out;
};

it('the commands show collections that wait, that AEAT rejected and that it accepted', async () => {
  const [first, second] = await payer.issue(2);
  await test.sendAll();
  const accepted = await payer.pay(first!, { amount: '21.00' });
  await test.sendAll();
  const rejected = await payer.pay(first!, { amount: '60.00' });
  const refusal = { kind: 'record-error', code: 3005, records: 1, service: 'sii', count: 1 } as const;
  test.sandbox.control.addFaults(refusal);
  await test.sendAll();
  const waiting = await payer.pay(second!);
  const of = String(test.organization.id);
  const day = waiting.date;

  expect(await run('sii')).toMatch(
    new RegExp(`^${of}  ${SII_ISSUER}  2 accepted, 1 cobros waiting, 1 cobros rejected(, |$)`, 'm'),
  );
  const lines = (await run('sii', 'entries', of)).trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/ {2}[\w-]+ {2}/, '  '))).toEqual([
    expect.stringMatching(
      `^${first}  cobro of 60.00 on ${day} rejected, payment ${rejected.id}, due by ${rejected.sii!.due_by}  \\(AEAT 3005: .+\\)$`,
    ),
    `${second}  cobro of 121.00 on ${day} pending, payment ${waiting.id}, due by ${waiting.sii!.due_by}`,
  ]);
  expect(await run('sii', 'entries', of, '--issuer', 'A87654323')).toBe('There is no such entry\n');
  const shown = await run('invoice', 'show', String(first));
  expect(shown).toMatch(
    new RegExp(
      `^  cobro of 21.00 on ${day} accepted, payment ${accepted.id}, due by .*\n      CSV \\S+$`,
      'm',
    ),
  );
  expect(shown).toContain(`  cobro of 60.00 on ${day} rejected, payment ${rejected.id}`);
  expect(shown).not.toContain(`payment ${waiting.id}`);

  // What is not sent any more is not overdue.
  await test.pool.query(`
    begin;
    set local session_replication_role = replica;
    update sii_entries set kind = 'baja' where issued_invoice_id = ${second};
    commit`);
  expect(await run('sii', 'entries', of)).toContain('not sent while its invoice is withdrawn');
  expect(await run('sii')).not.toContain('cobros waiting');
});
