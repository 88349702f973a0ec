import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupAnswer, WholeInvoice } from '../../../src/contracts/v2/invoice-answers.ts';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import { issueBatch, issueInTurn } from '../../support/engine.ts';
import { buildReceipt, openVaried, type Varied } from './support/open-varied.ts';

let test: Varied;
let { get, of, accepted, mixed, simplified, pending, other } = {} as Varied;
beforeAll(async () => {
  test = await openVaried();
  ({ get, of, accepted, mixed, simplified, pending, other } = test);
});
afterAll(() => test[Symbol.asyncDispose]());

describe('one invoice', () => {
  const read = async (id: number) => (await get(`/invoices/${id}`)).json<{ data: WholeInvoice }>().data;

  it('is returned with its document, amounts, registration, PDF and warnings', async () => {
    const invoice = await read(simplified * 1000);
    expect(invoice).toMatchObject({
      issued_invoice_id: simplified * 1000,
      metadata: { shop: 'madrid', till: '3' },
      document: {
        issuer_nif: 'B12345674',
        number_serie: 'T-0',
        invoice_type: 'F2',
        issue_date: '2026-11-20',
        operation_date: '2026-11-19',
        prices_include_tax: true,
        currency: 'EUR',
        recipients: [],
        lines: [{ concept: 'Café', units: '2', unit_price: '1.5', gross_amount: '3.00', tax_rate: '10' }],
      },
      tax_groups: [{ tax_type: 'iva', tax_rate: '10', base: '2.73', tax: '0.27' }],
      totals: { total: '3.00', payable: '3.00' },
      registration: {
        qr_url: expect.stringContaining('T-0'),
        records: [{ kind: 'alta', state: 'remission' }],
      },
      pdf: { state: 'pending' },
      rectifies: [],
      rectified_by: [],
      annulment: null,
    });
  });

  it('that AEAT rejected has its answer, and one of version 1 has a document too', async () => {
    expect(await read(mixed * 1000 + 2)).toMatchObject({
      verifactu_state: 'rejected',
      registration: { records: [{ state: 'rejected', aeat_code: 1110, csv: expect.any(String) }] },
      document: {
        recipients: [{ document_type: 'nif', document_number: 'B98765431', not_identified: false }],
      },
      warnings: [],
    });
  });

  it('that failed or waits has no document', async () => {
    const none = {
      document: null,
      tax_groups: null,
      totals: null,
      registration: null,
      pdf: { state: 'not_issued' },
    };
    expect(await read(mixed * 1000 + 3)).toMatchObject({
      ...none,
      processing_status: 'failed',
      issued_at: null,
    });
    expect(await read(pending * 1000)).toMatchObject({ ...none, processing_status: 'pending' });
  });

  it('has the invoice as it was sent through either version, also if it failed or waits', async () => {
    const receipt = await read(simplified * 1000 + 1);
    expect([receipt.api_version, receipt.sent]).toEqual([2, buildReceipt(1)]);
    const failed = await read(mixed * 1000 + 3);
    expect(failed).toMatchObject({
      api_version: 1,
      sent: { number_serie: '', operation_date: expect.any(String) },
    });
    expect((await read(pending * 1000 + 1)).sent).toMatchObject({ lines: expect.any(Array) });
  });

  it('has the numbers as they were written, and those that no double holds', async () => {
    const sent =
      '{"issuer_nif":"B12345674","number_serie":"D-1","lines":[{"concept":"Té","units":1.00,"unit_price":0.10000000000000000001,"tax_rate":2.1e1}]}';
    const answer = await test.api.post(test.organization.token, `{"invoice_batch":{"invoices":[${sent}]}}`, {
      version: 2,
    });
    const { id } = answer.json<{ data: { id: number } }>().data;
    expect((await get(`/invoices/${id * 1000}`)).body).toContain(`"sent":${sent},`);
  });

  it('does not have it any more once the body of its batch is erased', async () => {
    const batch = await issueBatch(test.api, test.organization, 1, 'ERASED');
    await test.api.database.pool.query(
      `set session_replication_role = 'replica';
       update batch_bodies set body = '', sha256 = sha256(body), erased_at = now() where batch_id = ${batch};
       reset session_replication_role`,
    );
    expect(await read(batch * 1000)).toMatchObject({
      api_version: 1,
      sent: null,
      document: { number_serie: 'ERASED-1' },
    });
  });

  it('names the invoices that it rectifies and those that rectify it', async () => {
    const original = accepted * 1000 + 1;
    const batch = await issueBatch(test.api, test.organization, 1, 'R', () => ({
      invoice_type: 'R1',
      rectified_invoice_id: original,
      operation_description: 'Devolución',
      lines: [{ concept: 'Servicio', units: -1, unit_price: 100, tax_rate: 21 }],
    }));
    expect(await read(batch * 1000)).toMatchObject({
      rectifies: [
        { issued_invoice_id: original, invoice_number: 'A-2', total_after_taxes: '121.00', annulled: false },
      ],
      rectified_by: [],
      document: { rectification: { method: 'differences', invoices: [{ number_serie: 'A-2' }] } },
    });
    expect(await read(original)).toMatchObject({
      rectifies: [],
      rectified_by: [{ issued_invoice_id: batch * 1000, invoice_type: 'R1', total_after_taxes: '-121.00' }],
    });
  });

  it('names several invoices that it rectifies, and those that rectify it among several', async () => {
    const reference = (number: string) => ({
      issuer_nif: 'B12345674',
      number_serie: number,
      issue_date: '2026-11-18',
    });
    const rectifying = {
      issuer_nif: 'B12345674',
      number_serie: 'RV-1',
      invoice_type: 'R1',
      rectification: {
        method: 'differences',
        reason: 'Rappel',
        invoices: [reference('A-1'), reference('A-3'), reference('OLD-1')],
      },
      recipient_legal_name: 'Cliente de Prueba SL',
      recipient_document_type: 'nif',
      recipient_document_number: 'A12345674',
      lines: [{ concept: 'Rappel', units: -1, unit_price: 10, tax_rate: 21 }],
    };
    const body = { invoice_batch: { external_batch_id: 'RV', invoices: [rectifying] } };
    const answer = await test.api.post(test.organization.token, body, { version: 2 });
    expect(answer.json()).toMatchObject({ errors: [] });
    const { id: batch } = answer.json<{ data: { id: number } }>().data;
    await issueInTurn(test.api, batch);
    const numbersOf = (invoices: WholeInvoice['rectifies']) => invoices.map((each) => each.invoice_number);
    const invoice = await read(batch * 1000);
    expect(numbersOf(invoice.rectifies)).toEqual(['A-1', 'A-3']);
    expect(invoice.document!.rectification!.invoices).toHaveLength(3);
    expect(numbersOf((await read(accepted * 1000)).rectified_by)).toEqual(['RV-1']);
    expect(numbersOf((await read(accepted * 1000 + 2)).rectified_by)).toEqual(['RV-1']);
  });

  it.each(['x', '0', '-1', '99999999999999999999', '1e3'])('with the id %s is not found', async (id) => {
    expect((await get(`/invoices/${id}`)).statusCode).toBe(404);
  });

  it('of another organization is not found, like its PDF, its batch and the batch’s invoices', async () => {
    const answers = await Promise.all(
      [
        `/invoices/${simplified * 1000}`,
        `/invoices/${simplified * 1000}/pdf`,
        `/invoice_batches/${simplified}`,
        `/invoice_batches/${simplified}/invoices`,
        `/invoice_batches/${simplified}/summary`,
        `/invoice_batches/${simplified}/pdfs`,
      ].map((path) => get(path, other.token)),
    );
    const unknown = await get(`/invoices/999999999`);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    expect(answers[0]!.json<ErrorBody>().error).toEqual({
      ...unknown.json<ErrorBody>().error,
      request_id: answers[0]!.headers['x-request-id'],
    });
  });
});

describe('a lookup of invoices', () => {
  const lookUp = (body: unknown, token = test.organization.token) =>
    test.api.inject({
      method: 'POST',
      url: '/api/v2/invoices/lookup',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });

  it('returns the invoices of each id, in the order of the request', async () => {
    const answer = await lookUp({
      external_invoice_ids: ['receipt-1', 'nothing', 'twice', 'nul\0', '\ud800'],
    });
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json<LookupAnswer>();
    expect(data.map(({ invoices }) => invoices.map(({ id }) => id))).toEqual([
      of(simplified, 1),
      [],
      [...of(mixed, 2), ...of(accepted, 0)],
      [],
      [],
    ]);
    expect(data[2]!.invoices.map(({ verifactu_state: state }) => state)).toEqual(['rejected', 'accepted']);
  });

  it('takes a thousand ids, and finds only invoices of the organization', async () => {
    const wanted = Array.from({ length: 1000 }, (_, index) => (index === 999 ? 'twice' : `none-${index}`));
    const { data } = (await lookUp({ external_invoice_ids: wanted }, other.token)).json<LookupAnswer>();
    expect(data.flatMap(({ invoices }) => invoices)).toEqual([]);
  });

  it.each([
    [{ external_invoice_ids: [] }, '/external_invoice_ids', 'must have at least 1 item'],
    [
      { external_invoice_ids: Array.from({ length: 1001 }, String) },
      '/external_invoice_ids',
      'must have at most 1000 items',
    ],
    [{ external_invoice_ids: ['a', 5] }, '/external_invoice_ids/1', 'must be a string'],
    [{}, '/external_invoice_ids', 'is required'],
    [{ external_invoice_ids: ['a'], more: 1 }, '/more', 'is not allowed'],
    [[], '', 'must be an object'],
  ])('refuses a wrong body: %#', async (body, path, message) => {
    const answer = await lookUp(body);
    expect(answer.statusCode).toBe(422);
    const { code, details } = answer.json<ErrorBody>().error;
    expect(code).toBe('validation_failed');
    expect(details[0]).toMatchObject({ path });
    expect(details[0]!.message).toContain(message);
  });
});
