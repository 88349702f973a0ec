import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_VERSIONS } from '../../src/contracts/codes.ts';
import { type InvoiceInput, InvoiceInput as InvoiceSchema } from '../../src/contracts/invoice-input.ts';
import { BATCH_DOCUMENT } from '../../src/contracts/v2/batch-document.ts';
import { InvoiceInput as InvoiceV2, LineInput as LineV2 } from '../../src/contracts/v2/invoice-input.ts';
import { closeAnswers } from '../support/close-answers.ts';
import { dereference } from '../support/dereference.ts';
import { findOperation, findSchemaErrors, type OpenApiDocument } from '../support/documented-answers.ts';
import { readGoldenJson } from '../support/golden-json.ts';
import { buildBatchBody, buildInvoice } from '../support/invoices.ts';
import { type Described, listSilent } from './support/list-silent.ts';
import { openDescribedApp } from './support/open-described-app.ts';

/** A valid error object of each version, and members that make it invalid. */
const DETAIL = { path: '/a', code: 'blank', message: 'x', aeat_code: null, help: '/api/v2/codes#blank' };
const V2_ERROR = { code: 'x', message: 'y', request_id: 'z', details: [DETAIL] };
const ERRORS = {
  1: { valid: { code: 'x', message: 'y' }, invalid: [{}, { code: 'x', message: 'y', more: 1 }, 'x'] },
  2: {
    valid: V2_ERROR,
    invalid: [
      { code: 'x', message: 'y' },
      { ...V2_ERROR, more: 1 },
      { ...V2_ERROR, details: null },
    ],
  },
} as const;

type Document = OpenApiDocument & Record<string, unknown>;
let opened: Awaited<ReturnType<typeof openDescribedApp>>;
const documents = {} as Record<1 | 2, { served: Document; resolved: Document }>;
beforeAll(async () => {
  opened = await openDescribedApp();
  for (const version of API_VERSIONS) {
    const served: Document = (await opened.app.inject(`/api/v${version}/openapi.json`)).json();
    documents[version] = { served, resolved: closeAnswers(dereference(served)) };
  }
});
afterAll(() => opened[Symbol.asyncDispose]());

describe.each(API_VERSIONS)('the OpenAPI document of version %s', (version) => {
  it('is served without a session, as JSON, in OpenAPI 3.1, and describes the paths of its version only', async () => {
    const answer = await opened.app.inject(`/api/v${version}/openapi.json`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const { served } = documents[version];
    expect(served.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(served.paths).filter((path) => !path.startsWith(`/api/v${version}/`))).toEqual([]);
  });

  it('requires a session, in version 2 or an API key, for every operation except createSession', () => {
    const { served } = documents[version];
    const credentials = version === 1 ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
    expect(served['security']).toEqual(credentials);
    const free = Object.values(served.paths).flatMap((methods) =>
      Object.values(methods).filter((operation) => 'security' in operation),
    );
    expect(free).toMatchObject([{ operationId: 'createSession', security: [] }]);
  });

  it('has an exact error object for every error status', () => {
    const { valid, invalid } = ERRORS[version];
    for (const methods of Object.values(documents[version].resolved.paths))
      for (const { responses } of Object.values(methods))
        for (const [status, { content }] of Object.entries(responses)) {
          if (Number(status) < 400) continue;
          const types = ['application/json', ...(version === 2 ? ['application/problem+json'] : [])];
          expect(Object.keys(content!)).toEqual(types);
          const { schema } = content!['application/json']!;
          expect(findSchemaErrors(schema, { error: valid })).toEqual([]);
          for (const error of invalid) expect(findSchemaErrors(schema, { error })).not.toEqual([]);
        }
  });

  it('uses the keywords of JSON Schema 2020-12, not those of OpenAPI 3.0', () => {
    const text = JSON.stringify(documents[version].served);
    expect(text).not.toMatch(/"nullable"|"exclusiveMinimum":(true|false)|"example":/);
    // Generators turn a null within an enum into a value named "null", or fail.
    expect(text).not.toMatch(/"enum":\[[^\]]*\bnull\b/);
  });

  it('describes every member of every schema', () => {
    const { schemas } = documents[version].served['components'] as { schemas: Record<string, Described> };
    expect(Object.entries(schemas).flatMap(([name, schema]) => listSilent(schema, name))).toEqual([]);
  });

  it('equals the committed file, which UPDATE_GOLDEN=1 rewrites', async () => {
    const file = new URL(`../../src/generated/openapi-v${version}.json`, import.meta.url);
    const { found, wanted } = await readGoldenJson(file, documents[version].served);
    expect(found).toBe(wanted);
  });
});

describe('the documented request body of version 1', () => {
  const errorsOf = (body: unknown) => {
    const operation = findOperation(documents[1].resolved, 'POST', '/api/v1/invoice_batches')!;
    return findSchemaErrors(operation.requestBody!.content['application/json']!.schema, body);
  };
  const invoice = (changes: object) => ({ invoice_batch: { invoices: [changes as InvoiceInput] } });

  it('allows every valid batch, including one with null for every nullable member', () => {
    const nothing = Object.keys(InvoiceSchema.properties).map((name) => [name, null]);
    const [own] = buildBatchBody(1).invoice_batch.invoices;
    for (const body of [
      buildBatchBody(1),
      buildBatchBody(1000),
      invoice({ ...Object.fromEntries(nothing), ...own }),
    ])
      expect(errorsOf(body)).toEqual([]);
  });

  it.each([
    {},
    { invoice_batch: { invoices: [] } },
    buildBatchBody(1001),
    { ...buildBatchBody(1), extra: 1 },
    invoice({ extra: 1 }),
    invoice({ paid: 'yes' }),
    invoice({ contact_id: 2 ** 53 }),
    invoice({ lines: [{ units: '1' }] }),
    invoice({ lines: [{ extra: 1 }] }),
  ])('does not allow a body that the API refuses: case %#', (body) => {
    expect(errorsOf(body)).not.toEqual([]);
  });
});

describe('the documented request body of version 2', () => {
  const errorsOf = (body: unknown) => findSchemaErrors(BATCH_DOCUMENT, body);
  const batch = (invoice: object) => ({ invoice_batch: { invoices: [invoice] } });
  const { operation_date: issueDate, ...v1 } = buildInvoice();
  const valid = { ...v1, issue_date: issueDate };

  it('allows an invoice of version 1 with issue_date in place of operation_date', () => {
    expect(errorsOf(batch(valid))).toEqual([]);
  });

  it('has every member of the validated shape, and allows null for every member that is not required', () => {
    const blank = (members: object, required: readonly string[]) =>
      Object.fromEntries(
        Object.keys(members).flatMap((name) => (required.includes(name) ? [] : [[name, null]])),
      );
    const line = {
      ...blank(LineV2.properties, ['concept', 'units', 'unit_price']),
      concept: 'x',
      units: 1,
      unit_price: '1',
    };
    const nothing = blank(InvoiceV2.properties, ['issuer_nif', 'number_serie', 'lines']);
    expect(errorsOf(batch({ ...valid, ...nothing, lines: [line] }))).toEqual([]);
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
