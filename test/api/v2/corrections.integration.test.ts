import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistrationAnswer } from '../../../src/contracts/answers.ts';
import type { InvoiceView, LookupAnswer, WholeInvoice } from '../../../src/contracts/v2/invoice-answers.ts';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import { KEY_RIGHTS } from '../../../src/contracts/codes.ts';
import type { CorrectionAction } from '../../../src/contracts/correction-input.ts';
import { issueInTurn } from '../../support/engine.ts';
import { openCorrecting, type TestCorrecting } from '../support/open-correcting.ts';

let test: TestCorrecting;
beforeAll(async () => {
  test = await openCorrecting();
});
afterAll(() => test[Symbol.asyncDispose]());

const order = (action: CorrectionAction, invoice: number | string, body?: unknown, token?: string) =>
  test.order(action, invoice, body, token, 2);
const errorOf = async (asked: ReturnType<typeof order>) => {
  const answer = await asked;
  return { status: answer.statusCode, ...answer.json<ErrorBody>().error };
};

const lines = [{ concept: 'Rappel', units: -1, unit_price: 1, tax_rate: 21 }];
/** Builds a rectification of invoices by number. */
const naming = (number: string, numbers: readonly string[]) => ({
  issuer_nif: 'B12345674',
  number_serie: number,
  invoice_type: 'R1',
  rectification: {
    method: 'differences',
    reason: 'Rappel',
    invoices: numbers.map((each) => ({
      number_serie: each,
      issue_date: '2026-11-20',
    })),
  },
  recipient_legal_name: 'Cliente de Prueba SL',
  recipient_document_type: 'nif',
  recipient_document_number: 'A12345674',
  lines,
});
/** Creates a batch through version 2 and issues it. @returns its id. */
async function issueBatch(label: string, invoices: readonly object[]): Promise<number> {
  const body = { invoice_batch: { external_batch_id: label, invoices } };
  const answer = await test.api.post(test.organization.token, body, { version: 2 });
  const { id } = answer.json<{ data: { id: number } }>().data;
  await issueInTurn(test.api, id);
  await test.send();
  return id;
}

describe('a correction through version 2', () => {
  it('annuls an invoice of either version, and is the same correction through both', async () => {
    const invoice = await test.remitted('A');
    const answer = await order('annul', invoice, { reason: 'Emitida dos veces' });
    expect(answer.statusCode).toBe(202);
    expect(answer.json<RegistrationAnswer>().data.records).toMatchObject([
      { kind: 'alta' },
      { kind: 'anulacion', state: 'remission' },
    ]);
    const again = await test.order('annul', invoice, { reason: 'Emitida dos veces' });
    expect([again.statusCode, again.body]).toEqual([202, answer.body]);
    const whole = await test.api.get(test.organization.token, `/invoices/${invoice}`, {}, 2);
    expect(whole.json<{ data: WholeInvoice }>().data.annulment).toMatchObject({
      reason: 'Emitida dos veces',
    });
    await test.send();
  });

  it('of a rectification takes it from what lists and look-ups say of the rectified invoice', async () => {
    const original = await test.remitted('O', () => ({ external_invoice_id: 'rectified' }));
    const first = await test.remitted('O-R', () => ({
      invoice_type: 'R1',
      rectified_invoice_id: original,
      lines,
    }));
    const invoices = [naming('O-S', ['O-1', 'O-R-1']), { ...naming('O-F', ['O-1']), lines: [] }];
    const second = (await issueBatch('O-S', invoices)) * 1000;
    const list = async (path: string) =>
      (await test.api.get(test.organization.token, path, {}, 2)).json<{ data: InvoiceView[] }>().data;
    const rectifying = async () => {
      const body = { external_invoice_ids: ['rectified', 'rectified'] };
      const lookedUp = await test.api.inject({
        method: 'POST',
        url: '/api/v2/invoices/lookup',
        headers: { authorization: `Bearer ${test.organization.token}` },
        payload: body,
      });
      const found = [
        (await list('/invoices?external_invoice_id=rectified'))[0]!,
        (await list(`/invoice_batches/${original / 1000}/invoices`))[0]!,
        ...lookedUp.json<LookupAnswer>().data.map(({ invoices: own }) => own[0]!),
      ].map(({ rectified_by: by }) => by);
      expect(found).toEqual(Array.from({ length: 4 }, () => found[0]));
      return found[0];
    };
    const ofFirst = { issued_invoice_id: first, invoice_number: 'O-R-1', total_after_taxes: '-1.21' };
    const ofSecond = { issued_invoice_id: second, invoice_number: 'O-S', invoice_type: 'R1' };
    expect(await rectifying()).toMatchObject([ofFirst, { ...ofSecond, annulled: false }]);
    const [listed] = await list('/invoices?issuer_nif=B12345674&number_serie=O-R-1');
    expect(listed!.rectified_by).toMatchObject([ofSecond]);
    expect((await order('annul', second, { reason: 'Por error' })).statusCode).toBe(202);
    expect(await rectifying()).toMatchObject([ofFirst]);
    const whole = await test.api.get(test.organization.token, `/invoices/${original}`, {}, 2);
    expect(whole.json<{ data: WholeInvoice }>().data.rectified_by).toMatchObject([
      ofFirst,
      { ...ofSecond, annulled: true },
    ]);
    await test.send();
  });

  it('is refused for an invoice that was rectified by its number before it was issued', async () => {
    await issueBatch('L-S', [naming('L-S', ['L-1'])]);
    const late = await test.remitted('L');
    expect(await errorOf(order('annul', late, { reason: 'x' }))).toMatchObject({
      status: 422,
      code: 'corrected_by_others',
    });
  });

  it('resends a rejected record', async () => {
    test.refuseNext();
    const invoice = await test.remitted('R');
    const answer = await order('resend', invoice, { reason: 'x', recipient_outside_census: false });
    expect(answer.json<RegistrationAnswer>().data.records.map(({ state }) => state)).toEqual([
      'rejected',
      'remission',
    ]);
    await test.send();
  });

  it('is refused without details if the state of the invoice or the key does not allow it', async () => {
    const invoice = await test.remitted('S');
    expect(await errorOf(order('resend', invoice))).toMatchObject({
      status: 422,
      code: 'nothing_to_correct',
      details: [],
    });
    const other = await test.api.createOrganization('Ajena SL', null, KEY_RIGHTS);
    for (const id of [invoice, 0, 'x'])
      expect(await errorOf(order('annul', id, { reason: 'x' }, other.token))).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    const reader = await test.api.createOrganization('Lectora SL', null, ['submit', 'read']);
    expect(await errorOf(order('annul', invoice, { reason: 'x' }, reader.token))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });

  it.each([
    ['annul', [], '', 'wrong_type', 'Body must be an object'],
    ['annul', {}, '/reason', 'missing', 'reason is required'],
    ['annul', { reason: 5 }, '/reason', 'wrong_type', 'reason must be a string'],
    ['annul', { reason: ' \u200b' }, '/reason', 'blank', 'reason must have a character that can be seen'],
    ['annul', { reason: 'x'.repeat(501) }, '/reason', 'too_long', 'reason must have at most 500 characters'],
    [
      'annul',
      '{"reason":"\\ud800"}',
      '/reason',
      'forbidden_characters',
      'reason must be well-formed Unicode',
    ],
    [
      'annul',
      { reason: 'a\u202eb' },
      '/reason',
      'forbidden_characters',
      'reason must have no control character: U+202E is one',
    ],
    ['annul', { reason: 'x', 'a/b~': 1 }, '/a~1b~0', 'unknown_member', 'a/b~ is not a known member'],
    [
      'resend',
      { reason: 'x', recipient_outside_census: 1 },
      '/recipient_outside_census',
      'wrong_type',
      'recipient_outside_census must be true or false',
    ],
  ] as const)(
    'with a wrong body is refused with the wrong member: %s %j',
    async (action, body, path, code, message) => {
      expect(await errorOf(order(action, 1, body))).toMatchObject({
        status: 422,
        code: 'validation_failed',
        message,
        details: [{ path, code, message, aeat_code: null, help: `/api/v2/codes#${code}` }],
      });
    },
  );
});
