import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '#src/checker/check-invariants.ts';
import { isBroken } from '#src/checker/invariant.ts';
import { openAskV2 } from '../../support/ask-v2.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';

/*
 * A batch of 1000 of an issuer whose invoices go to the SPFE, from its issue to the end: half of the
 * answers are lost, two invoices are rejected because AEAT does not know
 * their recipient, one is withdrawn, and a hundred are collected.
 */

let test: TestSpfe;
beforeAll(async () => {
  test = await openTestSpfe();
});
afterAll(() => test[Symbol.asyncDispose]());

const SIZE = 1000;

/** Which requests get no answer, after or before the SPFE took them. The period of queries differs from that. */
const LOST = ['after', null, null, 'before', null, 'after', 'before'] as const;

/** Sends until nothing waits. */
async function sendAll(): Promise<void> {
  await test.write();
  for (let sent = 0; sent < 200;) {
    test.sandbox.control.clearFaults();
    const when = LOST[sent % LOST.length];
    if (when !== undefined && when !== null)
      test.sandbox.control.addFaults({ kind: 'reset', when, service: 'spfe', count: 1 });
    const result = await test.advance();
    if (result.kind === 'sent') sent += 1;
    if (result.kind === 'sent' || result.kind === 'wait')
      test.pass(Math.max((result.next.getTime() - test.api.clock.now.getTime()) / 1000, 0));
    else {
      const [open] = await test.read<{ seconds: number | null }>(
        `select extract(epoch from min(not_before) - $1)::float8 as seconds from (
           select not_before from spfe_deliveries where state = 'uncertain'
           union all select not_before from spfe_messages where state = 'uncertain') n`,
        [test.api.clock.now],
      );
      if (open!.seconds === null) return test.sandbox.control.clearFaults();
      test.pass(Math.max(open!.seconds, 1));
    }
  }
  throw new Error('Deliveries are sent again and again');
}

async function expectSameBook(): Promise<void> {
  const { control } = test.sandbox;
  const verdicts = await checkInvariants(test.pool, {
    registerLog: control.log(),
    book: control.book(),
    spfe: { entries: control.spfeBook(), report: control.spfeInvariants() },
    answers: null,
    api: null,
    logFiles: [],
    secrets: [],
  });
  const broken = verdicts.filter(isBroken);
  expect(broken.flatMap(({ says, places }) => places.map((place) => `${says}: ${place}`))).toEqual([]);
  expect(verdicts.find(({ says }) => says.includes('with the bytes of its version'))!.looked).toBe(SIZE);
}

const ask = async (path: string, payload: object) => {
  const answer = await openAskV2(test.api, test.organization.token)('POST', path, payload);
  expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, answer.body]);
};

const count = async (table: 'spfe_deliveries' | 'spfe_messages') => {
  const what = table === 'spfe_messages' ? `kind || ' ' || state` : 'state';
  const rows = await test.read<{ what: string; count: number }>(
    `select ${what} as what, count(*)::int as count from ${table} group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.what, row.count]));
};

it('a batch of 1000, half of whose answers are lost, is in the SPFE’s book by code, byte and date, also after rejections, a withdrawal and collections', async () => {
  const unknown = 'B87654323';
  test.sandbox.control.replaceCensus({ unknown: [unknown] });
  const batchId = await issueBatch(test.api, test.organization, SIZE, 'W', (index) =>
    index === 7 || index === 507 ? { recipient_document_number: unknown } : {},
  );
  expect(await count('spfe_deliveries')).toEqual({ pending: SIZE });
  // Collected before AEAT has the invoices.
  const payments = Array.from({ length: 100 }, (_none, index) => ({
    invoice_id: batchId * 1000 + 100 + index,
    date: '2026-11-20',
    amount: '121.00',
    means: 'bank_transfer',
  }));
  await ask('/payments', { payments: payments.slice(0, 50) });
  await sendAll();
  expect(await count('spfe_deliveries')).toEqual({ admitted: SIZE - 2, rejected: 2 });
  await expectSameBook();

  await ask('/payments', { payments: payments.slice(50) });
  await ask(`/invoices/${batchId * 1000 + 20}/spfe/withdraw`, { reason: 'never_happened' });
  await sendAll();
  expect(await count('spfe_deliveries')).toEqual({ admitted: SIZE - 3, rejected: 2, withdrawn: 1 });
  expect(await count('spfe_messages')).toEqual({ 'CANCELINVOICE accepted': 1, 'SETTLEMENT accepted': 100 });
  await expectSameBook();
  const lost = test.sandbox.control.messages().filter(({ injected }) => injected !== null).length;
  expect(lost).toBeGreaterThan(10);
}, 120_000);
