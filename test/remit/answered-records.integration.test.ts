import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAttempt, endTry, storeAttempt } from '#src/remit/attempt/settle-attempt.ts';
import { claimSubmission } from '#src/remit/attempt/claim-submission.ts';
import { correctInvoice } from '#src/operate/correct-invoice.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

const MINUTE = 60;
const TIMEOUT_MS = 400;
const UNKNOWN_COMPANY = 'FR40303265045';
const TO_UNKNOWN_COMPANY = {
  recipient_document_type: 'international_vat_number',
  recipient_document_number: UNKNOWN_COMPANY,
  recipient_country_code: 'FR',
} as const;

describe('a record that AEAT has answered', () => {
  let test: TestRemission;
  let chainId: number;
  beforeEach(async () => {
    // According to its matrix of operations, AEAT accepts repeated annulments.
    test = await openTestRemission({
      settings: { waitSeconds: 0, repeatedAnnulments: 'accept' },
      census: { unknown: [UNKNOWN_COMPANY] },
    });
  });
  afterEach(() => test[Symbol.asyncDispose]());

  /** Issues an invoice that AEAT accepts, and annuls it: the annulment is pending. */
  async function annulOne(): Promise<void> {
    const batchId = await issueBatch(test.api, test.organization, 1, 'FIRST');
    chainId = await test.chainOf();
    await test.remit(chainId);
    const order = { action: 'annul', reason: 'x', operator: 'ana' } as const;
    await correctInvoice(test.correcting(), { ...order, invoiceId: batchId * 1000 });
  }
  const countAnnulments = () =>
    test.sandbox.control.records().filter(({ record }) => record.kind === 'Anulacion').length;
  const openEnvelopes = () =>
    test.read('select from submissions where answered_at is null and superseded_at is null');

  it('is not sent again with the unanswered records of its envelope', async () => {
    await annulOne();
    await issueBatch(test.api, test.organization, 2, 'MORE');
    test.sandbox.control.addFaults({ kind: 'partial', records: 1, count: 1 });
    expect(await test.remit(chainId)).toMatchObject({ answered: 2, isComplete: false, pending: 3 });
    test.pass(MINUTE);
    expect(await test.remit(chainId)).toMatchObject({ answered: 1, isComplete: true, pending: 0 });
    expect(countAnnulments()).toBe(1);
    const sent = test.sandbox.control.log().filter(({ records }) => records.length > 0);
    expect(sent.map(({ records }) => records.length)).toEqual([1, 3, 1]);
    expect(test.sandbox.control.gaps().chains).toMatchObject([{ gaps: [] }]);
  });

  it('is not sent again after its answer was lost, together with a record that AEAT refused', async () => {
    await annulOne();
    await issueBatch(test.api, test.organization, 1, 'REFUSED', () => TO_UNKNOWN_COMPANY);
    test.sandbox.control.addFaults({ kind: 'reset', when: 'after', count: 1 });
    expect(await test.remit(chainId, TIMEOUT_MS)).toMatchObject({ answered: 0, pending: 2 });
    test.pass(MINUTE);
    // AEAT's register contains the annulment but not the refused record.
    expect(await test.remit(chainId)).toMatchObject({
      answered: 1,
      isComplete: false,
      next: test.api.clock.now,
    });
    expect(await test.remit(chainId)).toMatchObject({ answered: 1, isComplete: true, pending: 0 });
    expect(countAnnulments()).toBe(1);
    expect(await test.read('select state from record_answers order by sequence')).toEqual(
      ['accepted', 'accepted', 'rejected'].map((state) => ({ state })),
    );
  });

  it('stays rejected when the rest of its envelope is sent again', async () => {
    const batchId = await issueBatch(test.api, test.organization, 2, 'F', (index) =>
      index === 0 ? TO_UNKNOWN_COMPANY : {},
    );
    chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'partial', records: 1, count: 1 });
    await test.remit(chainId);
    expect(await test.states(batchId)).toEqual(['rejected', 'remission']);
    test.sandbox.control.replaceCensus({});
    test.pass(MINUTE);
    await test.remit(chainId);
    expect(await test.states(batchId)).toEqual(['rejected', 'accepted']);
    expect(test.sandbox.control.records()).toHaveLength(1);
  });

  it('closes the envelope that replaced its own when its answer arrives late', async () => {
    await issueBatch(test.api, test.organization, 2, 'LATE');
    chainId = await test.chainOf();
    const { pool } = test.context();
    const now = () => test.api.clock.now;
    const claim = async () => {
      const claimed = await claimSubmission(
        pool,
        chainId,
        now(),
        { leaseMs: 15_000, maxWaitSeconds: 600 },
        null,
      );
      if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
      return claimed.claim;
    };
    const first = await claim();
    test.pass(10 * MINUTE);
    // The records are late, so that a new envelope replaces the first. The worker that claimed it
    // dies.
    const second = await claim();
    expect(second.submissionId).not.toBe(first.submissionId);
    const outcome = {
      kind: 'unknown',
      sent: true,
      reason: 'timeout',
      detail: '',
      status: null,
      serverDate: null,
      raw: null,
    } as const;
    const answers = first.records.map(({ sequence }) => ({
      sequence,
      state: 'accepted' as const,
      code: null,
      message: null,
    }));
    await storeAttempt(pool, first, await buildAttempt(outcome, now(), now()), answers, now());
    const ending = { outcome, haltedReason: null, answers: [], maxWaitSeconds: 600, now: now(), random: 0 };
    expect(await endTry(pool, first, ending)).toMatchObject({ isComplete: true, pending: 0 });
    expect(await openEnvelopes()).toEqual([]);
  });
});
