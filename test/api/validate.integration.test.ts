import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ValidationAnswer } from '../../src/contracts/validation-answer.ts';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';
import { todayInMadrid } from '../../src/domain/reading/madrid-time.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

function validate(body: unknown, headers: Record<string, string> = {}) {
  return api.inject({
    method: 'POST',
    url: '/api/v1/invoice_batches/validate',
    headers: {
      authorization: `Bearer ${organization.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

async function findingsOf(invoices: readonly InvoiceInput[]): Promise<ValidationAnswer> {
  const answer = await validate({ invoice_batch: { invoices } });
  expect(answer.statusCode).toBe(200);
  return answer.json<ValidationAnswer>();
}

async function countRows(): Promise<unknown> {
  const tables = ['batches', 'batch_bodies', 'batch_invoices', 'idempotency_records', 'issued_invoices'];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  return (await api.database.pool.query(`select ${counts.join(', ')}`)).rows[0];
}

const WRONG: readonly InvoiceInput[] = [
  { issuer_nif: 'B12345678' },
  { number_serie: 'a"b', operation_date: '2026-02-30' },
  { invoice_type: 'F9', payment_method: 'barter', operation_type: 'theft' },
  { recipient_document_number: 'X' },
  { contact_id: 5, footer_note: 'a\u0000b', due_date: '2020-01-01' },
  { lines: [] },
  { lines: [{ concept: 'a', units: 1, unit_price: 1, tax_rate: 22 }] },
  { lines: Array.from({ length: 30 }, () => ({ tax_type: 'x' })) },
  { rectified_invoice_id: 5 },
];

describe('a dry run', () => {
  it('returns the messages of a creation in the same order, with the field, the code and the code of AEAT', async () => {
    const invoices = WRONG.map((changes, index) =>
      buildInvoice({ external_invoice_id: `e${index}`, number_serie: `V-${index}`, ...changes }),
    );
    const { data, findings } = await findingsOf([buildInvoice({ number_serie: 'V-good' }), ...invoices]);
    expect(data).toEqual({ invoices_count: WRONG.length + 1, valid_invoices_count: 1 });
    const told = Object.groupBy(findings, (finding) => finding.external_invoice_id!);
    const created = await api.post(organization.token, { invoice_batch: { invoices } });
    expect(
      Object.fromEntries(
        Object.entries(told).map(([key, list]) => [key, list!.map(({ message }) => message)]),
      ),
    ).toEqual(created.json<{ errors: unknown }>().errors);
    expect(findings.find(({ external_invoice_id: id }) => id === 'e0')).toEqual({
      index: 1,
      external_invoice_id: 'e0',
      field: 'issuer_nif',
      code: 'invalid',
      aeat_code: 1123,
      message: 'Issuer NIF is not valid',
    });
    expect(told['e6']).toEqual([
      expect.objectContaining({ field: 'lines[0].tax_rate', code: 'unknown_value', aeat_code: 1124 }),
    ]);
  });

  it('stores nothing, enqueues no job and takes no idempotency key', async () => {
    const before = await countRows();
    const answer = await validate(buildBatchBody(20, 'NONE'));
    expect(answer.json()).toEqual({
      data: { invoices_count: 20, valid_invoices_count: 20 },
      findings: [],
      warnings: expect.any(Array),
    });
    expect(await countRows()).toEqual(before);
    // A later job would be enqueued after one of the dry run.
    await api.post(organization.token, buildBatchBody(7, 'HINTED'));
    await eventually(() => api.jobs.some(({ work }) => work === 7));
    expect(api.jobs.filter(({ work }) => work === 20)).toEqual([]);
  });

  it('returns the same findings for a large body, which threads examine in parts', async () => {
    const body = buildBatchBody(700, 'LARGE', (index) => (index % 100 === 7 ? { issuer_nif: 'X' } : {}));
    expect(JSON.stringify(body).length).toBeGreaterThan(256 * 1024);
    const { data, findings } = await findingsOf(body.invoice_batch.invoices);
    expect(data).toEqual({ invoices_count: 700, valid_invoices_count: 693 });
    expect(findings.map(({ index, field }) => [index, field])).toEqual(
      [7, 107, 207, 307, 407, 507, 607].map((index) => [index, 'issuer_nif']),
    );
  });

  it('reports invoice numbers that are already used and invoices that cannot be rectified', async () => {
    const batchId = await issueBatch(api, organization, 2, 'TAKEN');
    const other = await api.createOrganization();
    const ids = await api.database.pool.query<{ id: number }>(
      'select id::float8 as id from issued_invoices where id / 1000 = $1 order by id',
      [batchId],
    );
    const [first] = ids.rows;
    const taken = buildBatchBody(1, 'TAKEN').invoice_batch.invoices[0]!;
    const rectify = (id: number, number: string) =>
      buildInvoice({ invoice_type: 'R1', rectified_invoice_id: id, number_serie: number });
    const batch = [
      taken,
      rectify(first!.id, 'R-1'),
      rectify(4711, 'R-2'),
      buildInvoice({ number_serie: 'R-3' }),
    ];
    const { data, findings } = await findingsOf(batch);
    expect(data).toEqual({ invoices_count: 4, valid_invoices_count: 2 });
    expect(findings.map(({ index, field, code, message }) => [index, field, code, message])).toEqual([
      [
        0,
        'number_serie',
        'duplicate',
        `Invoice number is already used by issued invoice ${first!.id}, dated 2026-11-20: use a number that the issuer has not used in the same calendar year`,
      ],
      [2, 'rectified_invoice_id', 'not_found', 'Rectified invoice does not exist'],
    ]);
    // Data of other organizations have no effect.
    const elsewhere = await api.inject({
      method: 'POST',
      url: '/api/v1/invoice_batches/validate',
      headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ invoice_batch: { invoices: batch } }),
    });
    expect(elsewhere.json<ValidationAnswer>().findings.map(({ index, code }) => [index, code])).toEqual([
      [1, 'not_found'],
      [2, 'not_found'],
    ]);
  });

  it('returns warnings about valid invoices, which a creation does not return', async () => {
    const own = await api.createOrganization();
    const today = todayInMadrid(api.clock.now);
    const ask = async (invoices: readonly InvoiceInput[]) => {
      const payload = JSON.stringify({ invoice_batch: { invoices } });
      const headers = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' };
      const answer = await api.inject({
        method: 'POST',
        url: '/api/v1/invoice_batches/validate',
        headers,
        payload,
      });
      return answer.json<ValidationAnswer>();
    };
    const build = (number_serie: string, changes: InvoiceInput = {}) =>
      buildInvoice({ external_invoice_id: number_serie, number_serie, operation_date: today, ...changes });
    const invoices = [
      build('W-1'),
      build('W-2', { recipient_billing_address: null, issuer_nif: 'X' }),
      build('W-3', { recipient_billing_address: null }),
      build('W-4', { invoice_type: 'R1', rectified_invoice_id: 4711 }),
    ];
    const { findings, warnings: all } = await ask(invoices);
    // Other tests issue for the same issuer in organizations of their own.
    const warnings = all.filter(({ code }) => code !== 'issuer_shared');
    expect(findings.map(({ index }) => index)).toEqual([1, 3]);
    expect(
      warnings.map(({ index, external_invoice_id: id, field, code }) => [index, id, field, code]),
    ).toEqual([
      [0, 'W-1', 'issuer_nif', 'issuer_address_missing'],
      [2, 'W-3', 'recipient_billing_address', 'recipient_address_missing'],
      [2, 'W-3', 'issuer_nif', 'issuer_address_missing'],
    ]);
    expect(warnings[0]).toMatchObject({
      aeat_code: null,
      message: expect.stringMatching(/^Issuer NIF B12345674 has no/),
    });
    for (const profile of [{ address: 'Calle Mayor 1' }, { address: ' ' }, { address: 'Gran Vía 2' }]) {
      await api.database.pool.query(
        `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', $2)`,
        [own.id, profile],
      );
      const told = await ask(invoices.slice(0, 1));
      const codes = told.warnings.map(({ code }) => code);
      expect(codes.includes('issuer_address_missing')).toBe(profile.address.trim() === '');
    }
    // The response of a creation has no member for warnings.
    const created = await api.post(own.token, { invoice_batch: { invoices } });
    expect(Object.keys(created.json<object>())).toEqual(['data', 'errors']);
    expect(Object.keys(created.json<{ errors: object }>().errors)).toEqual(['W-2']);
  });

  it('reports a second F3, and warns of excessive corrections and of numbers that differ only in case', async () => {
    const own = await api.createOrganization();
    const today = todayInMadrid(api.clock.now);
    const nobody = {
      recipient_legal_name: null,
      recipient_document_type: null,
      recipient_document_number: null,
    };
    const batchId = await issueBatch(
      api,
      own,
      3,
      'case-A',
      (index) =>
        [
          { operation_date: today },
          { operation_date: today, invoice_type: 'F2', ...nobody },
          { operation_date: today, invoice_type: 'F2', ...nobody },
        ][index]!,
    );
    const [invoice, simplified, replaced] = [0, 1, 2].map((index) => batchId * 1000 + index);
    const line = (unit_price: number) => [{ concept: 'x', units: 1, unit_price, tax_rate: 21 }];
    const credit = (number_serie: string, amount: number, id = invoice) =>
      buildInvoice({
        number_serie,
        operation_date: today,
        invoice_type: 'R1',
        operation_description: 'Devolución',
        rectified_invoice_id: id!,
        lines: line(amount),
      });
    const replace = (number_serie: string, id: number) =>
      buildInvoice({
        number_serie,
        operation_date: today,
        invoice_type: 'F3',
        rectified_invoice_id: id,
      });
    await issueBatch(api, own, 2, 'EARLIER', (index) =>
      index === 0 ? credit('EARLIER-1', -60) : replace('EARLIER-2', replaced!),
    );
    const payload = JSON.stringify({
      invoice_batch: {
        invoices: [
          credit('C-1', -40),
          credit('C-2', -0.01),
          credit('C-3', 5),
          { ...replace('X-1', simplified!), lines: line(100.01) },
          replace('X-2', simplified!),
          replace('X-3', replaced!),
          buildInvoice({ number_serie: 'CASE-a-1', operation_date: today }),
          buildInvoice({ number_serie: 'c-1', operation_date: today }),
          buildInvoice({ number_serie: 'CASE-A-1', operation_date: '2025-11-20' }),
          // It corrects a correction and therefore counts towards the original invoice.
          credit('C-4', -10, (batchId + 1) * 1000),
        ],
      },
    });
    const headers = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' };
    const url = '/api/v1/invoice_batches/validate';
    const answer = await api.inject({ method: 'POST', url, headers, payload });
    const { findings, warnings } = answer.json<ValidationAnswer>();
    expect(findings.map(({ index, field, message }) => [index, field, message.split(':')[0]])).toEqual([
      [4, 'rectified_invoice_id', 'Rectified invoice is already replaced by invoices[3] of this batch'],
      [
        5,
        'rectified_invoice_id',
        `Rectified invoice is already replaced by issued invoice ${(batchId + 1) * 1000 + 1}`,
      ],
    ]);
    const stored = ['corrections_exceed_original', 'replacement_differs', 'number_differs_in_case'];
    expect(
      warnings.filter(({ code }) => stored.includes(code)).map(({ index, code }) => [index, code]),
    ).toEqual([
      [1, 'corrections_exceed_original'],
      [3, 'replacement_differs'],
      [6, 'number_differs_in_case'],
      [7, 'number_differs_in_case'],
      [9, 'corrections_exceed_original'],
    ]);
  });

  it('refuses an invalid body with the response of a creation', async () => {
    for (const body of [
      '{',
      '[]',
      '{"invoice_batch":{"invoices":[]}}',
      '{"invoice_batch":{"invoices":[{"x":1}]}}',
    ]) {
      const [tried, created] = [await validate(body), await api.post(organization.token, body)];
      expect([tried.statusCode, tried.body]).toEqual([created.statusCode, created.body]);
    }
    const stranger = await validate(buildBatchBody(1), { authorization: '' });
    expect([stranger.statusCode, stranger.json()]).toEqual([
      401,
      errorBody('unauthorized', 'Missing Authorization header'),
    ]);
  });

  it('counts as a read', async () => {
    const answer = await validate(buildBatchBody(1));
    expect(answer.headers['ratelimit-limit']).toBe('600');
  });
});
