import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { readInstallation, readOverview } from '#src/monitor/statements/overview.ts';
import { NO_QUEUE_SNAPSHOT } from '#src/platform/jobs/queue-snapshot.ts';
import { openPayer, type Payer } from '../support/payer.ts';
import { openTestSii, type TestSii } from '../support/sii.ts';

let test: TestSii;
let payer: Payer;
beforeAll(async () => {
  test = await openTestSii();
  payer = openPayer(test);
});
afterAll(() => test[Symbol.asyncDispose]());

const read = () => readOverview(test.pool, test.api.clock.now);
const findings = async () => {
  const [overview, installation] = [await read(), await readInstallation(test.pool)];
  const all = judgeOverview({ overview, installation, queues: NO_QUEUE_SNAPSHOT });
  return all.filter(({ id }) => id.startsWith('sii-')).map(({ urgency, what }) => `${urgency}: ${what}`);
};

it('the overview of SII tells of collections that are overdue or rejected, apart from entries, and not of those that are not sent', async () => {
  const [first, second] = await payer.issue(2);
  await test.sendAll();
  await payer.pay(first!, { amount: '21.00' });
  await test.sendAll();
  expect(await findings()).toEqual([]);
  const rejected = await payer.pay(first!, { amount: '60.00' });
  const refusal = { kind: 'record-error', code: 3005, records: 1, service: 'sii', count: 1 } as const;
  test.sandbox.control.addFaults(refusal);
  await test.sendAll();
  await payer.pay(second!);
  expect(await findings()).toEqual(['act: AEAT rejected 1 collection in SII']);
  expect((await read()).siiIssuers).toMatchObject([
    { waiting: 0, rejected: 0, collections: 1, rejectedCollections: 1, overdue: 0 },
  ]);

  test.pass(14 * 24 * 3600);
  const of = `of organization ${test.organization.id} in SII`;
  expect((await findings()).toSorted()).toEqual([
    `act: 1 collection ${of} is past the deadline and rejected by AEAT`,
    `act: 1 collection ${of} is past the deadline without an answer of AEAT`,
  ]);
  const { sii, siiIssuers } = await read();
  expect(siiIssuers).toMatchObject([{ overdue: 2 }]);
  expect(sii).toMatchObject({
    waiting: { entries: 0, overdue: 0 },
    rejected: { entries: 0 },
    collections: { waiting: { entries: 1, overdue: 1 }, rejected: { entries: 1, overdue: 1 } },
  });

  await test.pool.query(`update sessions set expires_at = expires_at + interval '1 year'`);
  expect((await payer.ask('DELETE', `/payments/${rejected.id}`)).statusCode).toBe(200);
  await test.pool.query(`
    begin;
    set local session_replication_role = replica;
    update sii_entries set kind = 'baja', state = 'withdrawn' where issued_invoice_id = ${second};
    commit`);
  expect(await findings()).toEqual([]);
  expect((await read()).siiIssuers).toEqual([]);
});
