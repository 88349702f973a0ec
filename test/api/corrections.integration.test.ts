import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegistrationAnswer } from '../../src/contracts/answers.ts';
import { verifyChain } from '../../src/operate/verify-chain.ts';
import { withSnapshot } from '../../src/platform/postgres/snapshot.ts';
import { listChains } from '../../src/operate/chains/chains.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import type { CorrectionAction } from '../../src/contracts/correction-input.ts';
import { openCorrecting, type TestCorrecting } from './support/open-correcting.ts';

let test: TestCorrecting;
let { order, send, refuseNext, remitted, readActs, countRecords } = {} as TestCorrecting;
beforeEach(async () => {
  test = await openCorrecting();
  ({ order, send, refuseNext, remitted, readActs, countRecords } = test);
});
afterEach(() => test[Symbol.asyncDispose]());

const expectWholeChain = () =>
  withSnapshot(test.pool, async (client) => {
    const [chain] = await listChains(client, test.organization.id, null);
    expect(await verifyChain(client, chain!)).toEqual({ kind: 'intact', records: chain!.sequence });
  });
const keyId = async () =>
  (
    await test.read<{ id: number }>('select id::int from api_keys where organization_id = $1', [
      test.organization.id,
    ])
  )[0]!.id;

describe('a correction through the API', () => {
  it('annuls an invoice, returns the new record, and names the API key in the audit log', async () => {
    const invoice = await remitted('A');
    test.api.jobs.length = 0;
    const answer = await order('annul', invoice, { reason: '  Emitida dos veces ' });
    expect(answer.statusCode).toBe(202);
    const { data } = answer.json<RegistrationAnswer>();
    expect(data.annulled_at).toMatch(/Z$/);
    expect(data.records.map(({ kind, sequence, state }) => [kind, sequence, state])).toEqual([
      ['alta', 1, 'accepted'],
      ['anulacion', 2, 'remission'],
    ]);
    const { organization } = test;
    const chainId = await test.chainOf();
    const payload = { organizationId: organization.id };
    expect(test.api.jobs).toMatchObject([
      { name: 'remit-records', payload: { ...payload, chainId, records: 1 } },
      { name: 'render-pdfs', payload: { ...payload, batchId: invoice / 1000, from: 0, to: 0 } },
    ]);
    const key = await keyId();
    const prefix = organization.apiKey.slice(0, 13);
    expect(await readActs()).toEqual([
      {
        act: 'invoice.annul',
        operator: `key:${key}`,
        reason: 'Emitida dos veces',
        organization: organization.id,
        subject: invoice,
        details: { number: 'A-1', chainId, sequence: 2, prefix },
      },
    ]);
    expect(await test.read('select kind, reason, operator from corrections')).toEqual([
      { kind: 'anulacion', reason: 'Emitida dos veces', operator: `key:${key}` },
    ]);
    await send();
    expect(
      test.sandbox.control
        .records()
        .map(({ record }) => record)
        .at(-1),
    ).toMatchObject({ kind: 'Anulacion' });
    await expectWholeChain();
  });

  it('resends a rejected record, also with a recipient outside the census', async () => {
    refuseNext();
    const invoice = await remitted('R');
    const answer = await order('resend', invoice);
    expect(answer.json<RegistrationAnswer>().data.records.map(({ state }) => state)).toEqual([
      'rejected',
      'remission',
    ]);
    await send();
    expect(await test.states(invoice / 1000)).toEqual(['accepted']);

    test.sandbox.control.replaceCensus({ unknown: ['12345678Z'] });
    const person = { recipient_document_number: '12345678Z', recipient_legal_name: 'Persona de Prueba' };
    const unknown = await remitted('P', () => person);
    const outside = await order('resend', unknown, { reason: 'x', recipient_outside_census: true });
    expect(outside.statusCode).toBe(202);
    const [{ xml }] = (await test.read<{ xml: string }>(
      'select xml from registration_records order by sequence desc limit 1',
    )) as [{ xml: string }];
    expect(xml).toContain('<si:IDType>07</si:IDType>');
    await expectWholeChain();
  });

  it.each(['annul', 'resend'] as const)(
    'creates one record for ten concurrent requests to %s, which all receive the same response',
    async (action) => {
      if (action === 'resend') refuseNext();
      const invoice = await remitted('T');
      const answers = await Promise.all(Array.from({ length: 10 }, () => order(action, invoice)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 202));
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect([await countRecords(), (await readActs()).length]).toEqual([2, 1]);
      await send();
      const again = await order(action, invoice);
      expect([again.statusCode, await countRecords()]).toEqual([202, 2]);
      expect(again.json<RegistrationAnswer>().data.records[1]!.state).toBe('accepted');
      // A request with another reason is another correction.
      const code = action === 'annul' ? 'already_annulled' : 'nothing_to_correct';
      const other = await order(action, invoice, { reason: 'Otra' });
      expect([other.statusCode, other.json()]).toMatchObject([422, { error: { code } }]);
    },
  );

  it('is accepted only once when concurrent requests contradict each other', async () => {
    for (const [round, actions] of [
      ['annul', 'resend', 'annul'],
      ['resend', 'annul', 'resend'],
    ].entries()) {
      refuseNext();
      const invoice = await remitted(`X${round}`);
      const before = await countRecords();
      const answers = await Promise.all(
        (actions as CorrectionAction[]).map((action, place) =>
          order(action, invoice, { reason: `Razón ${place}` }),
        ),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
      for (const answer of answers.filter(({ statusCode }) => statusCode !== 202)) {
        expect(answer.json()).toMatchObject({ error: { code: 'not_answered_yet' } });
        expect(answer.headers['retry-after']).toBe('5');
      }
      expect(await countRecords()).toBe(before + 1);
      await send();
    }
    await expectWholeChain();
  });

  it('extends the chain correctly while batches are issued at the same time', async () => {
    const invoice = await remitted('M');
    const batches = await Promise.all(
      [1, 2, 3].map((round) => postBatch(test.api, test.organization, 20, `BUSY${round}`)),
    );
    const context = issuingContext(test.api);
    const [answer] = await Promise.all([
      order('annul', invoice),
      ...batches.map((batchId) => processBatch(context, batchId)),
    ]);
    expect([answer.statusCode, (await readActs()).length]).toEqual([202, 1]);
    expect(await countRecords()).toBeGreaterThan(20);
    await expectWholeChain();
  });

  it('may be requested again with the same reason after AEAT has refused it', async () => {
    refuseNext();
    const invoice = await remitted('N');
    await order('resend', invoice);
    refuseNext();
    await send();
    expect((await order('resend', invoice)).statusCode).toBe(202);
    expect(await countRecords()).toBe(3);
    await send();
    await order('annul', invoice);
    refuseNext();
    await send();
    const refused = await order('annul', invoice);
    expect(refused.json()).toMatchObject({ error: { code: 'annulment_refused' } });
    expect((await order('resend', invoice)).statusCode).toBe(202);
    expect((await order('resend', invoice)).statusCode).toBe(202);
    expect(await countRecords()).toBe(5);
  });

  it('creates its record even if its jobs cannot be enqueued', async () => {
    const invoice = await remitted('H');
    test.api.jobs.push = () => {
      throw new Error('away');
    };
    expect((await order('annul', invoice)).statusCode).toBe(202);
    expect(test.api.log.join('')).toContain(
      'A job could not be enqueued; the reconciler will submit the correction',
    );
  });
});
