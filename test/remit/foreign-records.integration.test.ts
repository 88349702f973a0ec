import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctInvoice } from '#src/operate/correct-invoice.ts';
import type { CorrectionOrder } from '#src/operate/correction-order.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

describe('two organizations that issue invoices with the same issuer, number and date', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const chainOf = async (organizationId: number) => {
    const [chain] = await test.read<{ id: number }>(
      'select id::float8 as id from chains where organization_id = $1',
      [organizationId],
    );
    return chain!.id;
  };
  const answerOf = async (chain: number) =>
    (await test.read('select state, code from record_answers where chain_id = $1', [chain]))[0];
  const order = (action: CorrectionOrder['action'], invoiceId: number) =>
    correctInvoice(test.correcting(), { invoiceId, action, reason: 'Por error', operator: 'operadora' });

  /**
   * @param apart the seconds between the two invoices.
   * @returns the batches, and the chain of the second organization.
   */
  async function issueTwice(apart: number) {
    const begun = test.api.clock.now;
    const first = await issueBatch(test.api, test.organization, 1, 'DOS');
    await test.remit(await chainOf(test.organization.id));
    test.api.clock.now = new Date(begun.getTime() + apart * 1000);
    const other = await test.api.createOrganization('Otra SL');
    const second = await issueBatch(test.api, other, 1, 'DOS');
    test.pass(120);
    const chain = await chainOf(other.id);
    await test.remit(chain);
    return { first, second, chain };
  }

  it.each(['resend', 'annul'] as const)(
    'cannot %s the second invoice, and the error states why',
    async (action) => {
      const { first, second, chain } = await issueTwice(1);
      expect(await answerOf(chain)).toEqual({ state: 'rejected', code: 3000 });
      await expect(order(action, second * 1000)).rejects.toThrow(
        /cannot be (sent again|annulled): AEAT has a record of another system with this issuer, number and date \(NumeroInstalacion [0-9a-f-]{36}, RefExterna \d+-1\), which would be overwritten/,
      );
      expect(await test.read('select 1 from corrections')).toEqual([]);
      expect((await test.states(first))[0]).toBe('accepted');
      expect(test.sandbox.control.records()).toHaveLength(1);
    },
  );

  it('have the second record rejected even if both huellas are equal, from equal data in the same second', async () => {
    const { first, chain } = await issueTwice(0);
    const hashes = await test.read('select distinct hash from registration_records');
    expect(hashes).toHaveLength(1);
    expect(await answerOf(chain)).toEqual({ state: 'rejected', code: 3000 });
    expect((await test.states(first))[0]).toBe('accepted');
  });

  it('send nothing for a correction while AEAT’s register does not answer', async () => {
    const { second } = await issueTwice(1);
    test.sandbox.control.addFaults({ kind: 'http-status', operation: 'consulta', status: 503, count: 1 });
    await expect(order('resend', second * 1000)).rejects.toThrow(
      'AEAT called it a duplicate, and its register must show whose record it has: AEAT answers with an error',
    );
  });
});
