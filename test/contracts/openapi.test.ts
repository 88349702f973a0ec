import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_STATUSES, PROCESSING_STATUSES, VERIFACTU_STATES } from '../../src/contracts/codes.ts';
import { type InvoiceInput, InvoiceInput as InvoiceSchema } from '../../src/contracts/invoice-input.ts';
import { dereference } from '../support/dereference.ts';
import { findOperation, findSchemaErrors, type OpenApiDocument } from '../support/documented-answers.ts';
import { readGoldenJson } from '../support/golden-json.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { type Described, listSilent } from './support/list-silent.ts';
import { openDescribedApp } from './support/open-described-app.ts';

const SNAPSHOT = new URL('../../src/contracts/openapi.json', import.meta.url);

/** The operations, each with the statuses that it may return. */
const OPERATIONS: [operationId: string, operation: string, statuses: number[]][] = [
  ['createSession', 'post /api/v1/auth/sessions', [201, 400, 401, 408, 413, 415, 429, 500, 503]],
  ['endSession', 'delete /api/v1/auth/sessions', [204, 400, 401, 415, 429, 500, 503]],
  [
    'validateInvoiceBatch',
    'post /api/v1/invoice_batches/validate',
    [200, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  ],
  [
    'getInvoiceBatchSummary',
    'get /api/v1/invoice_batches/{id}/summary',
    [200, 400, 401, 403, 404, 429, 500, 503],
  ],
  [
    'downloadBatchPdfs',
    'get /api/v1/invoice_batches/{id}/pdfs',
    [200, 400, 401, 403, 404, 422, 429, 500, 503],
  ],
  [
    'downloadBatchDocuments',
    'get /api/v1/invoice_batches/{id}/documents',
    [200, 400, 401, 403, 404, 422, 429, 500, 503],
  ],
  [
    'listDocumentFormats',
    'get /api/v1/batch_invoices/{id}/documents',
    [200, 400, 401, 403, 404, 422, 429, 500, 503],
  ],
  [
    'downloadDocument',
    'get /api/v1/batch_invoices/{id}/documents/{format}',
    [200, 304, 400, 401, 403, 404, 422, 429, 500, 503],
  ],
  ['searchBatchInvoices', 'get /api/v1/batch_invoices', [200, 400, 401, 403, 429, 500, 503]],
  [
    'getRegistration',
    'get /api/v1/batch_invoices/{id}/registration',
    [200, 400, 401, 403, 404, 422, 429, 500, 503],
  ],
  ['getRegistrationStatus', 'get /api/v1/registration_status', [200, 400, 401, 403, 429, 500, 503]],
  ['getResponsibleDeclaration', 'get /api/v1/responsible_declaration', [200, 400, 401, 404, 429, 500, 503]],
  [
    'annulInvoice',
    'post /api/v1/batch_invoices/{id}/annul',
    [202, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  ],
  [
    'resendInvoice',
    'post /api/v1/batch_invoices/{id}/resend',
    [202, 400, 401, 403, 404, 408, 413, 415, 422, 429, 500, 503],
  ],
  [
    'createInvoiceBatch',
    'post /api/v1/invoice_batches',
    [201, 400, 401, 403, 408, 413, 415, 422, 429, 500, 503],
  ],
  ['listInvoiceBatches', 'get /api/v1/invoice_batches', [200, 400, 401, 403, 429, 500, 503]],
  ['getInvoiceBatch', 'get /api/v1/invoice_batches/{id}', [200, 400, 401, 403, 404, 429, 500, 503]],
  [
    'listBatchInvoices',
    'get /api/v1/invoice_batches/{invoice_batch_id}/batch_invoices',
    [200, 400, 401, 403, 404, 429, 500, 503],
  ],
  ['getBatchInvoice', 'get /api/v1/batch_invoices/{id}', [200, 400, 401, 403, 404, 429, 500, 503]],
  [
    'downloadIssuedInvoicePdf',
    'get /api/v1/batch_invoices/{id}/pdf',
    [200, 304, 400, 401, 403, 404, 422, 429, 500, 503],
  ],
];

let opened: Awaited<ReturnType<typeof openDescribedApp>>;
let served: OpenApiDocument & Record<string, unknown>;
/** The same document with its references resolved. */
let document: typeof served;
beforeAll(async () => {
  opened = await openDescribedApp();
  served = (await opened.app.inject('/api/v1/openapi.json')).json();
  document = dereference(served);
});
afterAll(() => opened[Symbol.asyncDispose]());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  );
type Documented = ReturnType<typeof operations>[number] & {
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[];
};
const find = (operationId: string) =>
  operations().find((operation) => operation.operationId === operationId) as Documented;

describe('the OpenAPI document', () => {
  it('is served without a session, as JSON, in version 3.1', async () => {
    const answer = await opened.app.inject('/api/v1/openapi.json');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has the operations of version 1, its extensions and no others', () => {
    const found = operations().map(({ operationId, name }) => `${operationId}: ${name}`);
    expect(new Set(found)).toEqual(new Set(OPERATIONS.map(([id, operation]) => `${id}: ${operation}`)));
    expect(found).toHaveLength(OPERATIONS.length);
    const extensions = operations().filter((operation) =>
      (operation as { tags?: string[] }).tags?.includes('Extensions'),
    );
    expect(extensions).toHaveLength(OPERATIONS.length - 7);
  });

  it.each(OPERATIONS)('declares every status of %s', (operationId, _operation, statuses) => {
    expect(Object.keys(find(operationId).responses).map(Number)).toEqual(statuses);
  });

  it('describes every response and has an exact error object for every error status', () => {
    for (const { name, responses } of operations()) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description, `${name} ${status}`).toMatch(/^(`|The |A page )/);
        if (Number(status) < 400) continue;
        expect(Object.keys(content!), `${name} ${status}`).toEqual(['application/json']);
        const { schema } = content!['application/json']!;
        expect(findSchemaErrors(schema, { error: { code: 'x', message: 'y' } })).toEqual([]);
        for (const wrong of [
          {},
          { error: {} },
          { error: { code: 'x', message: 'y', more: 1 } },
          { error: 'x' },
        ]) {
          expect(findSchemaErrors(schema, wrong)).not.toEqual([]);
        }
      }
    }
  });

  it('requires a session for every operation except createSession', () => {
    expect(document['security']).toEqual([{ session: [] }]);
    expect(document).toHaveProperty(
      'components.securitySchemes.session',
      expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    );
    for (const [operationId] of OPERATIONS) {
      expect(find(operationId).security).toEqual(operationId === 'createSession' ? [] : undefined);
    }
  });

  it('declares the parameters with their types and limits', () => {
    const told = (operationId: string) =>
      find(operationId).parameters!.map(({ name, in: place, required, schema }) => [
        name,
        place,
        required,
        schema,
      ]);
    const pages = [
      ['page', 'query', false, { type: 'integer', minimum: 1, default: 1 }],
      ['per_page', 'query', false, { type: 'integer', minimum: 1, maximum: 100, default: 25 }],
    ];
    const id = ['id', 'path', true, { type: 'integer', minimum: 1 }];
    const text = { type: 'string', maxLength: 255 };
    const time = { type: 'string', format: 'date-time' };
    expect(told('listInvoiceBatches')).toEqual([
      ...pages,
      ['status', 'query', false, { type: 'string', enum: [...BATCH_STATUSES] }],
      ['external_batch_id', 'query', false, text],
      ['received_from', 'query', false, time],
      ['received_to', 'query', false, time],
    ]);
    expect(told('listBatchInvoices')).toEqual([
      ...pages,
      ['processing_status', 'query', false, { type: 'string', enum: [...PROCESSING_STATUSES] }],
      ['verifactu_state', 'query', false, { type: 'string', enum: [...VERIFACTU_STATES] }],
      ['external_invoice_id', 'query', false, text],
      ['invoice_batch_id', 'path', true, { type: 'integer', minimum: 1 }],
    ]);
    for (const each of ['getInvoiceBatch', 'getBatchInvoice']) expect(told(each)).toEqual([id]);
    const etag = ['If-None-Match', 'header', false, { type: 'string' }];
    expect(told('downloadIssuedInvoicePdf')).toEqual([id, etag]);
    const key = ['Idempotency-Key', 'header', true, { type: 'string', format: 'uuid' }];
    expect(told('createInvoiceBatch')).toEqual([key]);
  });

  it('uses the keywords of JSON Schema 2020-12, not those of OpenAPI 3.0', () => {
    expect(JSON.stringify(served)).not.toMatch(/"nullable"|"exclusiveMinimum":(true|false)|"example":/);
    // Generators turn a null within an enum into a value named "null", or fail.
    expect(JSON.stringify(served)).not.toMatch(/"enum":\[[^\]]*\bnull\b/);
  });

  it('describes every member of every schema', () => {
    const schemas = (served['components'] as { schemas: Record<string, Described> }).schemas;
    const silent = Object.entries(schemas).flatMap(([name, schema]) => listSilent(schema, name));
    expect(silent).toEqual([]);
  });

  it('equals the committed file, which UPDATE_GOLDEN=1 rewrites', async () => {
    const { found, wanted } = await readGoldenJson(SNAPSHOT, served);
    expect(found).toBe(wanted);
  });
});

describe('the documented request body of a batch', () => {
  const errorsOf = (body: unknown) =>
    findSchemaErrors(
      findOperation(document, 'POST', '/api/v1/invoice_batches')!.requestBody!.content['application/json']!
        .schema,
      body,
    );
  const allNull = () => {
    const body = buildBatchBody(1);
    const nothing = Object.keys(InvoiceSchema.properties).map((name) => [name, null]);
    Object.assign(body.invoice_batch.invoices[0]!, {
      ...Object.fromEntries(nothing),
      ...body.invoice_batch.invoices[0],
    });
    return body;
  };
  const invoice = (changes: object) => ({ invoice_batch: { invoices: [changes as InvoiceInput] } });

  it('allows every valid batch, including one with null for every nullable member', () => {
    for (const body of [buildBatchBody(1), buildBatchBody(1000), allNull()])
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
