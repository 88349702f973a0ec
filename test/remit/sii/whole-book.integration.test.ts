import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '#src/checker/check-invariants.ts';
import { isBroken } from '#src/checker/invariant.ts';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestSii, type TestSii } from '../../support/sii.ts';

/*
 * A batch of 1000 of an issuer in SII from its issue to the end: half of the answers are lost, some
 * entries are corrected, and one is withdrawn.
 */

let test: TestSii;
beforeAll(async () => {
  test = await openTestSii();
});
afterAll(() => test[Symbol.asyncDispose]());

const SIZE = 1000;
const PER_MESSAGE = 100;

/** Sends until nothing waits. Every second message, and its repetition, gets no answer. */
async function sendAll(): Promise<void> {
  for (let message = 0; message < 100; message += 1) {
    if (message % 2 === 0)
      test.sandbox.control.addFaults({ kind: 'reset', when: 'after', service: 'sii', count: 1 });
    const result = await test.send({ most: PER_MESSAGE });
    if (result.kind === 'nothing') return;
    if (result.kind !== 'sent' && result.kind !== 'wait') throw new Error(`Nothing is sent: ${result.kind}`);
    test.pass(Math.max((result.next.getTime() - test.api.clock.now.getTime()) / 1000, 0));
  }
  throw new Error('Entries are sent again and again');
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
  expect(verdicts.find(({ says }) => says.includes('book as its last accepted version'))!.looked).toBe(SIZE);
}

const count = async () => {
  const counts: Record<string, number> = {};
  for (const { state, kind } of await test.entries())
    counts[`${kind} ${state}`] = (counts[`${kind} ${state}`] ?? 0) + 1;
  return counts;
};

it('a batch of 1000 in SII, half of whose answers are lost, is in AEAT’s book to the cent, also after corrections and a withdrawal', async () => {
  const { control } = test.sandbox;
  const unknown = 'B87654323';
  control.replaceCensus({
    unknown: [unknown],
    taxpayers: [{ nif: '12345678Z', name: 'GARCIA LOPEZ ANA', state: 'unregistered' }],
  });
  const batchId = await issueBatch(test.api, test.organization, SIZE, 'W', (index) => {
    if (index % 250 === 7) return { recipient_document_number: unknown };
    return index % 250 === 8
      ? { recipient_document_number: '12345678Z', recipient_legal_name: 'García López Ana' }
      : {};
  });
  await sendAll();
  expect(await count()).toEqual({ 'A0 accepted': 992, 'A0 accepted_with_errors': 4, 'A0 rejected': 4 });
  await expectSameBook();

  control.replaceCensus({});
  const correct = (index: number, action: 'annul' | 'resend') =>
    correctInvoice(test.correcting(), {
      invoiceId: batchId * 1000 + index,
      action,
      reason: 'The census was corrected',
      operator: 'operadora',
    });
  for (const index of [7, 8, 257, 258, 507]) await correct(index, 'resend');
  await correct(9, 'annul');
  await sendAll();
  expect(await count()).toEqual({
    'A0 accepted': 991 + 3,
    'A0 accepted_with_errors': 2,
    'A0 rejected': 1,
    'A1 accepted': 2,
    'baja withdrawn': 1,
  });
  await expectSameBook();
  const lost = control.messages().filter(({ injected }) => injected !== null).length;
  expect(lost).toBeGreaterThan(5);
  expect(await test.read('select from sii_entries e where version > 1')).toHaveLength(6);
});
