import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import type { CorrectionOrder } from '../../src/operate/correction-order.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestSii, type TestSii } from '../support/sii.ts';

let test: TestSii;
beforeEach(async () => {
  test = await openTestSii();
});
afterEach(() => test[Symbol.asyncDispose]());

const PERSON = '12345678Z';
const person = { recipient_document_number: PERSON, recipient_legal_name: 'Persona de Prueba' };
/** Issues one invoice and sends its entry. @returns the id of the invoice. */
async function sent(series: string, changes: Parameters<typeof issueBatch>[4] = () => ({})) {
  const batchId = await issueBatch(test.api, test.organization, 1, series, changes);
  await test.sendAll();
  return batchId * 1000;
}
const order = (action: CorrectionOrder['action'], invoiceId: number, more: Partial<CorrectionOrder> = {}) =>
  correctInvoice(test.correcting(), {
    invoiceId,
    action,
    reason: 'Por error',
    operator: 'operadora',
    ...more,
  });
const states = async () =>
  (await test.entries()).map(({ version, kind, state, code }) => [version, kind, state, code]);
const book = () => test.sandbox.control.book().map(({ id, status }) => [id.number, status]);

describe('an annulment of an invoice in SII', () => {
  it('withdraws its entry by a baja, and marks the invoice as annulled everywhere', async () => {
    const invoice = await sent('A');
    expect(await order('annul', invoice)).toEqual({
      register: 'sii',
      kind: 'baja',
      organizationId: test.organization.id,
      chainId: expect.any(Number),
      version: 2,
      isRepeated: false,
    });
    await expect(order('annul', invoice)).rejects.toThrow(
      'Invoice A-1 cannot be annulled: SII has not answered its entry yet: wait for the answer',
    );
    await test.sendAll();
    expect(await states()).toEqual([[2, 'baja', 'withdrawn', null]]);
    expect(book()).toEqual([['A-1', 'Anulada']]);
    expect(await test.read('select kind, reason, operator, chain_id, sequence from corrections')).toEqual([
      { kind: 'anulacion', reason: 'Por error', operator: 'operadora', chain_id: null, sequence: null },
    ]);
    expect(
      await test.read("select act, operator, details from operator_acts where act like 'invoice.%'"),
    ).toEqual([
      { act: 'invoice.annul', operator: 'operadora', details: { number: 'A-1', kind: 'baja', version: 2 } },
    ]);
    const answer = await test.api.get(test.organization.token, `/batch_invoices/${invoice}/registration`);
    expect(answer.json().data.annulled_at).toMatch(/Z$/);
    await expect(order('annul', invoice)).rejects.toThrow('it is annulled already');
    await expect(order('resend', invoice)).rejects.toThrow('it is annulled already');
    const failed = await issueBatch(test.api, test.organization, 1, 'R', () => ({
      invoice_type: 'R1',
      rectified_invoice_id: invoice,
    }));
    expect(await test.read('select id from issued_invoices where id >= $1', [failed * 1000])).toEqual([]);
  });

  it('that SII refuses leaves the invoice annulled, and is sent again by an order to resend it', async () => {
    const invoice = await sent('A');
    await order('annul', invoice);
    test.sandbox.control.addFaults({
      kind: 'record-error',
      code: 3019,
      records: 1,
      count: 1,
      service: 'sii',
    });
    await test.sendAll();
    expect(await states()).toEqual([[2, 'baja', 'rejected', 3019]]);
    await expect(order('annul', invoice)).rejects.toThrow('SII refused to withdraw its entry: resend that');
    await expect(order('resend', invoice, { isRecipientOutsideCensus: true })).rejects.toThrow(
      'an annulment has no recipient',
    );
    expect(await order('resend', invoice)).toMatchObject({ kind: 'baja', version: 3 });
    await test.sendAll();
    expect(await states()).toEqual([[3, 'baja', 'withdrawn', null]]);
    expect(book()).toEqual([['A-1', 'Anulada']]);
  });

  it('of an entry that SII rejected ends when SII says that its book does not have it', async () => {
    test.sandbox.control.replaceCensus({ unknown: [PERSON] });
    const invoice = await sent('A', () => person);
    expect(await states()).toEqual([[1, 'A0', 'rejected', 1117]]);
    await order('annul', invoice);
    await test.sendAll();
    expect(await states()).toEqual([[2, 'baja', 'withdrawn', 3002]]);
    expect(book()).toEqual([]);
  });
});

describe('an order to send the entry of an invoice again', () => {
  it('sends an A0 after a rejection, and an A1 after errors', async () => {
    test.sandbox.control.replaceCensus({ unknown: [PERSON] });
    const invoice = await sent('A', () => person);
    expect(await order('resend', invoice, { isRecipientOutsideCensus: true })).toMatchObject({
      kind: 'A0',
      version: 2,
    });
    await test.sendAll();
    expect(await states()).toEqual([[2, 'A0', 'accepted_with_errors', 2011]]);
    test.sandbox.control.replaceCensus({ unknown: [] });
    expect(await order('resend', invoice)).toMatchObject({ kind: 'A1', version: 3 });
    await test.sendAll();
    expect(await states()).toEqual([[3, 'A1', 'accepted', null]]);
    await expect(order('resend', invoice)).rejects.toThrow(
      'SII accepted its entry without errors, so that there is nothing to send again',
    );
    const versions = await test.read<{ record: string; ordered_by: string | null }>(
      'select record, ordered_by from sii_versions order by version',
    );
    expect(versions.map(({ record }) => record.includes('<sii:IDType>07</sii:IDType>'))).toEqual([
      false,
      true,
      false,
    ]);
    expect(versions.map(({ ordered_by: by }) => by)).toEqual([null, 'operadora', 'operadora']);
    expect(versions[2]!.record).toBe(
      versions[0]!.record.replaceAll('-1</sii:RefExterna>', '-3</sii:RefExterna>'),
    );
    expect(book()).toEqual([['A-1', 'Correcta']]);
  });

  it('is refused for a recipient that cannot be outside the census', async () => {
    test.sandbox.control.replaceCensus({ unknown: ['B87654323'] });
    const invoice = await sent('A', () => ({ recipient_document_number: 'B87654323' }));
    await expect(order('resend', invoice, { isRecipientOutsideCensus: true })).rejects.toThrow(
      'only a natural person with a NIF can be outside the census',
    );
  });

  it('survives lost answers: the entry ends as AEAT has it', async () => {
    test.sandbox.control.replaceCensus({ unknown: [PERSON] });
    const invoice = await sent('A', () => person);
    await order('resend', invoice, { isRecipientOutsideCensus: true });
    test.sandbox.control.addFaults({ kind: 'reset', when: 'after', service: 'sii', count: 1 });
    await test.sendAll();
    expect(await states()).toEqual([[2, 'A0', 'accepted_with_errors', 2011]]);
    await order('annul', invoice);
    test.sandbox.control.addFaults({ kind: 'reset', when: 'after', service: 'sii', count: 1 });
    await test.sendAll();
    expect(await states()).toEqual([[3, 'baja', 'withdrawn', 3001]]);
    expect(book()).toEqual([['A-1', 'Anulada']]);
  });
});
