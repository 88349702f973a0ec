import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchSummaryAnswer, RegistrationAnswer } from '../../src/contracts/answers.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

let test: TestRemission;
beforeAll(async () => {
  test = await openTestRemission();
});
afterAll(() => test[Symbol.asyncDispose]());

const get = (path: string, { token } = test.organization) => test.api.get(token, path);

describe('the registration of an invoice', () => {
  it('contains each record with the message, code and CSV of AEAT, including the annulment', async () => {
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    const batchId = await issueBatch(test.api, test.organization, 3, 'REG');
    const waiting = (await get(`/batch_invoices/${batchId * 1000}/registration`)).json<RegistrationAnswer>();
    expect(waiting.data.records).toMatchObject([
      {
        kind: 'alta',
        sequence: 1,
        previous_hash: null,
        state: 'remission',
        aeat_code: null,
        csv: null,
        answered_at: null,
      },
    ]);
    await test.remit(await test.chainOf());
    const answers = await Promise.all(
      [0, 1, 2].map(async (place) =>
        (await get(`/batch_invoices/${batchId * 1000 + place}/registration`)).json<RegistrationAnswer>(),
      ),
    );
    const records = answers.map(({ data }) => data.records[0]!);
    expect(records.map(({ state, aeat_code: code }) => `${state} ${code}`).toSorted()).toEqual([
      'accepted null',
      'accepted null',
      'rejected 1110',
    ]);
    expect(records.find(({ state }) => state === 'rejected')!.aeat_message).toContain('censo');
    expect(records[1]!.previous_hash).toBe(records[0]!.hash);
    for (const { csv, answered_at: at, generated_at: made } of records) {
      expect(csv).toMatch(/^A-/);
      expect([at, made].every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text!))).toBe(true);
    }
    expect(answers[0]!.data.qr_url).toContain('numserie=REG');
    test.pass(61);
    const accepted = records.findIndex(({ state }) => state === 'accepted');
    const invoiceId = batchId * 1000 + accepted;
    await correctInvoice(test.correcting(), { invoiceId, action: 'annul', reason: 'x', operator: 'x' });
    await test.remit(await test.chainOf());
    const annulled = (await get(`/batch_invoices/${invoiceId}/registration`)).json<RegistrationAnswer>();
    expect(annulled.data.annulled_at).toMatch(/Z$/);
    expect(annulled.data.records.map(({ kind, state }) => [kind, state])).toEqual([
      ['alta', 'accepted'],
      ['anulacion', 'accepted'],
    ]);
    const stranger = await test.api.createOrganization();
    expect((await get(`/batch_invoices/${invoiceId}/registration`, stranger)).statusCode).toBe(404);

    await storePdf(test.api, batchId * 1000);
    const summary = (await get(`/invoice_batches/${batchId}/summary`)).json<BatchSummaryAnswer>();
    expect(summary).toEqual({
      data: {
        invoices_count: 3,
        pending: 0,
        processed: 3,
        failed: 0,
        rendered: 1,
        verifactu: { remission: 0, accepted: 2, accepted_with_errors: 0, rejected: 1 },
      },
    });
    expect((await get(`/invoice_batches/${batchId}/summary`, stranger)).statusCode).toBe(404);
  });

  it('is refused with 422 if the invoice is still being processed or was not issued', async () => {
    const batchId = await postBatch(test.api, test.organization, 2, 'NOT', (index) =>
      index === 1 ? { issuer_nif: 'X' } : {},
    );
    const early = await get(`/batch_invoices/${batchId * 1000}/registration`);
    expect([early.statusCode, early.headers['retry-after'], early.json()]).toEqual([
      422,
      '5',
      { error: { code: 'unprocessable_content', message: 'Invoice is still being processed' } },
    ]);
    const failed = await get(`/batch_invoices/${batchId * 1000 + 1}/registration`);
    expect([failed.statusCode, failed.headers['retry-after'], failed.json()]).toEqual([
      422,
      undefined,
      {
        error: {
          code: 'unprocessable_content',
          message: 'Invoice was not issued: Issuer NIF is not valid',
        },
      },
    ]);
    expect((await get('/batch_invoices/4711/registration')).statusCode).toBe(404);
    const summary = (await get(`/invoice_batches/${batchId}/summary`)).json<BatchSummaryAnswer>();
    expect(summary.data).toMatchObject({
      invoices_count: 2,
      pending: 1,
      processed: 0,
      failed: 1,
      rendered: 0,
    });
  });
});

describe('a session', () => {
  it('ends when its client deletes it, while other sessions of the organization continue', async () => {
    const { api } = test;
    const organization = await api.createOrganization();
    const again = await api.inject({
      method: 'POST',
      url: '/api/v1/auth/sessions',
      payload: { api_key: organization.apiKey },
      remoteAddress: '10.9.9.9',
    });
    const { session_token: second } = again.json<{ session_token: string }>();
    expect((await get('/invoice_batches', organization)).statusCode).toBe(200);
    const end = () =>
      api.inject({
        method: 'DELETE',
        url: '/api/v1/auth/sessions',
        headers: { authorization: `Bearer ${organization.token}` },
      });
    const ended = await end();
    expect([ended.statusCode, ended.body]).toEqual([204, '']);
    expect((await get('/invoice_batches', organization)).statusCode).toBe(401);
    expect((await end()).statusCode).toBe(401);
    expect((await get('/invoice_batches', { ...organization, token: second })).statusCode).toBe(200);
  });
});
