import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

type Answer = { data: { id: number; invoices_count: number }; errors?: Record<string, string[]> };
type Item = {
  processing_status: string;
  processing_error: string | null;
  external_invoice_id: string | null;
};

/**
 * Creates a batch with invalid invoices.
 * @returns the response, its text, and the invoices as listed.
 */
async function postInvoices(invoices: (InvoiceInput | string)[]) {
  const texts = invoices.map((invoice) => (typeof invoice === 'string' ? invoice : JSON.stringify(invoice)));
  const answer = await api.post(organization.token, `{"invoice_batch":{"invoices":[${texts.join()}]}}`);
  expect(answer.statusCode).toBe(201);
  const created = answer.json<Answer>();
  const list = await api.get(
    organization.token,
    `/invoice_batches/${created.data.id}/batch_invoices?per_page=100`,
  );
  return { created, text: answer.body, items: list.json<{ data: Item[] }>().data };
}

describe('an invoice that fails validation', () => {
  it('is reported by its external id, stored as failed and counted, while the others stay pending', async () => {
    const { created, items } = await postInvoices([
      buildInvoice({ external_invoice_id: 'good' }),
      buildInvoice({ external_invoice_id: 'bad', operation_date: null, number_serie: ' ', issuer_nif: '' }),
    ]);
    const messages = [
      "Issuer NIF can't be blank",
      "Invoice number can't be blank",
      "Issue date can't be blank",
    ];
    expect(created.data.invoices_count).toBe(2);
    expect(Object.keys(created.errors!)).toEqual(['bad']);
    expect(created.errors!['bad']!.toSorted()).toEqual(messages.toSorted());
    expect(items.map(({ processing_status }) => processing_status)).toEqual(['pending', 'failed']);
    expect(items[1]!.processing_error).toBe(created.errors!['bad']!.join('; '));
    expect(items[0]!.processing_error).toBeNull();
  });

  it.each([
    [{ issuer_nif: 'B12345678' }, /^Issuer NIF is not valid$/],
    [{ number_serie: 'a"b' }, /^Invoice number /],
    [{ operation_date: '2026-02-30' }, /^Issue date /],
    [{ operation_date: '20/11/2026' }, /^Issue date /],
    [{ due_date: '2026-01-01' }, /^Due date /],
    [{ invoice_type: 'F9' }, /^Invoice type /],
    [{ recipient_document_type: 'dni' }, /^Recipient document type /],
    [{ payment_method: 'barter' }, /^Payment method /],
    [{ operation_type: 'theft' }, /^Operation type /],
    [{ contact_id: 5 }, /^Contact is not supported at present$/],
    [{ footer_note: 'a\0b' }, /^Footer note can't contain control characters/],
    [{ footer_note: '\ud800' }, /^Footer note must be well-formed Unicode$/],
    [{ lines: [] }, /^Lines /],
    [
      { lines: [{ concept: 'x', units: 1, unit_price: 1, tax_rate: 20 }] },
      /^Line 1: tax rate must be one of /,
    ],
    [{ lines: [{}] }, /^Line 1: /],
  ] as [InvoiceInput, RegExp][])(
    'is reported in a sentence that begins with the field: %j',
    async (changes, message) => {
      const { created, items } = await postInvoices([buildInvoice(changes)]);
      expect(created.errors!['ext-1']!).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
      expect(items[0]!.processing_status).toBe('failed');
    },
  );

  it.each(['1234567890123.5', '0.30000000000000004', '1e-400', '1e300', '1e-7', '1234567890123456'])(
    'is reported if its price cannot be stored exactly: %s',
    async (price) => {
      const text = JSON.stringify(buildInvoice()).replace('"unit_price":100', `"unit_price":${price}`);
      const { created } = await postInvoices([text]);
      expect(created.errors!['ext-1']).toEqual([
        expect.stringMatching(/^Line 1: unit price can't have more than /),
      ]);
    },
  );

  it('is reported if another invoice of the batch has the same number', async () => {
    const { created, items } = await postInvoices([
      buildInvoice({ external_invoice_id: 'a' }),
      buildInvoice({ external_invoice_id: 'b' }),
    ]);
    expect(Object.keys(created.errors!)).toEqual(['b']);
    expect(items.map(({ processing_status }) => processing_status)).toEqual(['pending', 'failed']);
  });
});

describe('the errors member [B8]', () => {
  const wrong = { issuer_nif: null };

  it('is absent when no invoice failed', async () => {
    const { created } = await postInvoices([buildInvoice()]);
    expect(created).not.toHaveProperty('errors');
  });

  it.each([null, '', ' ', '\t\n', undefined])(
    'names an invoice by its index if its external id is %j',
    async (external) => {
      const id = external === undefined ? {} : { external_invoice_id: external };
      const { external_invoice_id: _, ...invoice } = buildInvoice(wrong);
      const { created } = await postInvoices([buildInvoice(), { ...invoice, ...id }]);
      expect(created.errors).toEqual({ 'invoices[1]': ["Issuer NIF can't be blank"] });
    },
  );

  it('contains the messages of invoices with the same external id in order, each with its index', async () => {
    const { created } = await postInvoices([
      buildInvoice({ external_invoice_id: 'x', issuer_nif: null }),
      buildInvoice({ external_invoice_id: 'y', number_serie: null }),
      buildInvoice({ external_invoice_id: 'x', operation_date: null, number_serie: 'G-1' }),
    ]);
    expect(created.errors).toEqual({
      x: ["Issuer NIF can't be blank (invoices[0])", "Issue date can't be blank (invoices[2])"],
      y: ["Invoice number can't be blank"],
    });
  });

  it.each([
    '__proto__',
    'constructor',
    'toString',
    '0',
    'invoices[0]',
    'ñ "q" \\ /',
    '\0',
    '\ud800',
    '😀',
    'x'.repeat(10_000),
  ])('accepts any text as a key [B7]: %j', async (key) => {
    const { created, text } = await postInvoices([buildInvoice({ external_invoice_id: key, ...wrong })]);
    expect(Object.keys(created.errors!)).toEqual([key]);
    expect(Object.values(created.errors!)[0]).toContain("Issuer NIF can't be blank");
    expect(text).toContain(`${JSON.stringify(key)}:[`);
  });

  it.each(['a\0b', 'a\ud800b'])(
    'contains an external id as it was sent, while lists contain it as it can be stored [B9] [B10]: %j',
    async (text) => {
      const { created, items } = await postInvoices([buildInvoice({ external_invoice_id: text })]);
      expect(Object.keys(created.errors!)).toEqual([text]);
      expect(items[0]).toMatchObject({ external_invoice_id: 'a\ufffdb', processing_status: 'failed' });
    },
  );

  it('contains at most twenty messages of an invoice, and the number of those left out', async () => {
    const lines = Array.from({ length: 25 }, () => ({}));
    const same = Array.from({ length: 3 }, () => ({ external_invoice_id: 'a', lines }));
    const { created } = await postInvoices(same);
    const { a: messages = [] } = created.errors!;
    expect(messages).toHaveLength(3 * 20);
    expect(
      messages.filter((message) => /^\d+ more messages are omitted \(invoices\[\d\]\)$/.test(message)),
    ).toHaveLength(3);
  });

  it('contains all 1000 invoices if all failed, and the batch is stored', async () => {
    const answer = await api.post(
      organization.token,
      buildBatchBody(1000, 'W', () => wrong),
    );
    const created = answer.json<Answer>();
    expect(created.data.invoices_count).toBe(1000);
    expect(Object.keys(created.errors!)).toHaveLength(1000);
    expect((await api.get(organization.token, `/invoice_batches/${created.data.id}`)).json()).toEqual({
      data: created.data,
    });
  });
});
