import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_DOCUMENT } from '../../../src/contracts/v2/batch-document.ts';
import { InvoiceInput, LineInput } from '../../../src/contracts/v2/invoice-input.ts';
import { dereference } from '../../support/dereference.ts';
import { findOperation, findSchemaErrors, type OpenApiDocument } from '../../support/documented-answers.ts';
import { readGoldenJson } from '../../support/golden-json.ts';
import { buildBatchBody, buildInvoice } from '../../support/invoices.ts';
import { type Described, listSilent } from '../support/list-silent.ts';
import { openDescribedApp } from '../support/open-described-app.ts';

const SNAPSHOT = new URL('../../../src/contracts/openapi-v2.json', import.meta.url);

/** The operations that write, with their statuses. */
const OPERATIONS: [operationId: string, operation: string, statuses: number[]][] = [
  ['createSession', 'post /api/v2/auth/sessions', [201, 400, 401, 408, 413, 415, 429, 500, 503]],
  ['endSession', 'delete /api/v2/auth/sessions', [204, 400, 401, 415, 429, 500, 503]],
  [
    'createInvoiceBatch',
    'post /api/v2/invoice_batches',
    [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  ],
  [
    'validateInvoiceBatch',
    'post /api/v2/invoice_batches/validate',
    [200, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  ],
  [
    'previewInvoice',
    'post /api/v2/invoices/preview',
    [200, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  ],
  [
    'annulInvoice',
    'post /api/v2/invoices/{id}/annul',
    [202, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  ],
  [
    'resendInvoice',
    'post /api/v2/invoices/{id}/resend',
    [202, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  ],
];

let opened: Awaited<ReturnType<typeof openDescribedApp>>;
let served: OpenApiDocument & Record<string, unknown>;
let document: typeof served;
beforeAll(async () => {
  opened = await openDescribedApp();
  served = (await opened.app.inject('/api/v2/openapi.json')).json();
  document = dereference(served);
});
afterAll(() => opened[Symbol.asyncDispose]());

describe('the OpenAPI document of version 2', () => {
  it('is OpenAPI 3.1 and describes the paths of version 2 only', () => {
    expect(served).toMatchObject({ openapi: '3.1.0', info: { version: '2' } });
    expect(Object.keys(served.paths).filter((path) => !path.startsWith('/api/v2/'))).toEqual([]);
  });

  it.each(OPERATIONS)('declares %s with every status', (operationId, operation, statuses) => {
    const [method, path] = operation.split(' ') as [string, string];
    const found = findOperation(document, method, path)!;
    expect(found.operationId).toBe(operationId);
    expect(Object.keys(found.responses).map(Number)).toEqual(statuses);
  });

  it('has an exact error object with details for every error status', () => {
    const detail = { path: '/a', code: 'blank', message: 'x', aeat_code: null, help: '/api/v2/codes#blank' };
    const error = { code: 'x', message: 'y', request_id: 'z', details: [detail] };
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods))
        for (const [status, { content }] of Object.entries(responses)) {
          if (Number(status) < 400) continue;
          const { schema } = content!['application/json']!;
          expect(findSchemaErrors(schema, { error })).toEqual([]);
          for (const wrong of [
            { code: 'x', message: 'y' },
            { ...error, more: 1 },
            { ...error, details: null },
          ])
            expect(findSchemaErrors(schema, { error: wrong })).not.toEqual([]);
        }
  });

  it('describes every member of every schema', () => {
    const schemas = (served['components'] as { schemas: Record<string, Described> }).schemas;
    const silent = Object.entries(schemas).flatMap(([name, schema]) => listSilent(schema, name));
    expect(silent).toEqual([]);
  });

  it('uses the keywords of JSON Schema 2020-12, not those of OpenAPI 3.0', () => {
    expect(JSON.stringify(served)).not.toMatch(/"nullable"|"exclusiveMinimum":(true|false)|"example":/);
    expect(JSON.stringify(served)).not.toMatch(/"enum":\[[^\]]*\bnull\b/);
  });

  it('equals the committed file, which UPDATE_GOLDEN=1 rewrites', async () => {
    const { found, wanted } = await readGoldenJson(SNAPSHOT, served);
    expect(found).toBe(wanted);
  });
});

describe('the documented request body of version 2', () => {
  const errorsOf = (body: unknown) => findSchemaErrors(BATCH_DOCUMENT, body);
  const batch = (invoice: object) => ({ invoice_batch: { invoices: [invoice] } });
  const { operation_date: issueDate, ...v1 } = buildInvoice();
  const valid = { ...v1, issue_date: issueDate };

  it('allows a body of version 1 with issue_date in place of operation_date', () => {
    const { invoice_batch: of1 } = buildBatchBody(3);
    const invoices = of1.invoices.map(({ operation_date: date, ...same }) => ({ ...same, issue_date: date }));
    expect(errorsOf({ invoice_batch: { ...of1, invoices } })).toEqual([]);
  });

  it('has every member of the validated shape, and allows null for every member that is not required', () => {
    const required = new Set(['issuer_nif', 'number_serie', 'lines']);
    const nothing = Object.keys(InvoiceInput.properties).filter((name) => !required.has(name));
    const noLine = Object.keys(LineInput.properties).filter(
      (name) => !['concept', 'units', 'unit_price'].includes(name),
    );
    const blank = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
    const line = { ...blank(noLine), concept: 'x', units: 1, unit_price: '1' };
    expect(errorsOf(batch({ ...valid, ...blank(nothing), lines: [line] }))).toEqual([]);
  });

  it.each([
    { extra: 1 },
    { total: true },
    { total: '1,50' },
    { total: 1e12 },
    { lines: [{ concept: 'x', units: '1.0000001', unit_price: 1 }] },
    { recipients: [{ extra: 1 }] },
    { rectification: { reason: 'x' } },
    { metadata: { a: 5 } },
  ])('does not allow %j', (changes) => {
    expect(errorsOf(batch({ ...valid, ...changes }))).not.toEqual([]);
  });
});
