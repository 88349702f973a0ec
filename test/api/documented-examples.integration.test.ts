import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_VERSIONS, type ApiVersion } from '../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import { publishSealingKey } from '../../src/notify/sealing-keys.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { issuingContext } from '../support/engine.ts';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { BY_TEST, createSession } from '../support/api.ts';
import { readGoldenJson } from '../support/golden-json.ts';
import { DOCUMENTED_WEBHOOKS } from '../support/documented-webhooks.ts';
import { openTestWebhooks, type TestWebhooks } from '../notify/support/open-test-webhooks.ts';
import { BODY_OF_V2 } from './support/batch-example-v2.ts';
import { collectEvents } from './support/event-examples.ts';
import { keepCredit } from './support/credit-example.ts';
import { keepPayments } from './support/payment-examples.ts';
import { keepRecipientProfiles } from './support/recipient-examples.ts';
import { keepSeries } from './support/series-examples.ts';
import { keepSingleInvoice } from './support/single-invoice-example.ts';
import { settle } from './support/settle-answer.ts';
import { keepDeliveries } from './support/spfe-examples.ts';

const FILE = new URL('../../src/api/documentation/examples.json', import.meta.url);
const FILE_OF_V2 = new URL('../../src/api/documentation/examples-v2.json', import.meta.url);

let hooks: TestWebhooks;
/** The events of the document of each version. */
const events: Record<ApiVersion, Record<string, Record<string, unknown>>> = { 1: {}, 2: {} };
beforeAll(async () => {
  hooks = await openTestWebhooks();
});
afterAll(() => hooks[Symbol.asyncDispose]());

const INVOICES: InvoiceInput[] = [
  {
    external_invoice_id: 'order-20931',
    issuer_nif: 'B12345674',
    number_serie: 'F-2026/0001',
    operation_date: '2026-11-20',
    due_date: '2026-12-20',
    recipient_legal_name: 'Cliente Ejemplo SA',
    recipient_document_type: 'nif',
    recipient_document_number: 'A12345674',
    recipient_billing_address: 'Calle Mayor 1',
    recipient_billing_postal_code: '28013',
    recipient_billing_city: 'Madrid',
    payment_method: 'bank_transfer',
    lines: [
      { concept: 'Consultoría', units: 8, unit_price: 62.5, tax_rate: 21 },
      { concept: 'Manual impreso', units: 3, unit_price: 20, discount_percent: 10, tax_rate: 4 },
    ],
  },
  {
    external_invoice_id: 'order-20932',
    issuer_nif: 'B12345674',
    number_serie: 'F-2026/0002',
    operation_date: '2026-11-20',
    due_date: '2026-11-19',
    invoice_type: 'F2',
    lines: [{ concept: 'Camiseta', units: 2, unit_price: 15, tax_rate: 20 }],
  },
];
const BODY = { invoice_batch: { external_batch_id: 'orders-2026-11-20', invoices: INVOICES } };

/** A body with a text in place of a number, a frequent mistake of integrators. */
const NO_BATCH = { invoice_batch: { invoices: [{ lines: [{ units: '8' }] }] } };
const NO_BATCH_OF_V2 = { invoice_batch: { invoices: [{ lines: [{ units: true }] }] } };

it('the examples of the OpenAPI document are real responses of the engine (UPDATE_GOLDEN=1 rewrites them)', async () => {
  const { test } = hooks;
  const { api, organization } = test;
  // A fixed day makes the examples reproducible.
  api.clock.now = new Date('2026-11-20T09:30:00Z');
  const examples: Record<string, Record<string, unknown>> = {};
  const keep = (operation: string, answer: LightMyRequestResponse, request?: unknown) => {
    const known = (examples[operation] ??= {});
    known[answer.statusCode] = settle(answer.json());
    if (request !== undefined) known['request'] = request;
    return answer;
  };
  const get = (path: string) => api.get(organization.token, path);
  const postSession = (payload: object) =>
    api.inject({ method: 'POST', url: '/api/v1/auth/sessions', payload });

  await api.database.pool.query(`update api_keys set rights = '{submit,read}'`);
  const session = keep('createSession', await postSession({ api_key: organization.apiKey }));
  examples['createSession']!['request'] = { api_key: `org_live_${'x'.repeat(43)}` };
  expect(session.statusCode).toBe(201);
  keep('createSession', await postSession({ api_key: ' ' }));
  keep('createSession', await postSession({ api_key: 'org_live_unknown' }));

  keep(
    'validateInvoiceBatch',
    await api.inject({
      method: 'POST',
      url: '/api/v1/invoice_batches/validate',
      headers: { authorization: `Bearer ${organization.token}` },
      payload: BODY,
    }),
    BODY,
  );
  const created = keep('createInvoiceBatch', await api.post(organization.token, BODY), BODY);
  keep('createInvoiceBatch', await api.post(organization.token, NO_BATCH));
  keep('createInvoiceBatch', await api.post('wrong', BODY));
  keep(
    'createInvoiceBatch',
    await api.post(organization.token, BODY, {
      key: randomUUID(),
      headers: { 'content-type': 'text/plain' },
    }),
  );
  const { id } = created.json<{ data: { id: number } }>().data;
  keep('downloadIssuedInvoicePdf', await get(`/batch_invoices/${id * 1000 + 1}/pdf`));
  await processBatch(issuingContext(api), id);
  await test.remit(await test.chainOf());

  keep('listInvoiceBatches', await get('/invoice_batches'));
  keep('listInvoiceBatches', await get('/invoice_batches?per_page=101'));
  keep('getInvoiceBatch', await get(`/invoice_batches/${id}`));
  keep('getInvoiceBatch', await get('/invoice_batches/0'));
  keep('getInvoiceBatchSummary', await get(`/invoice_batches/${id}/summary`));
  keep('listBatchInvoices', await get(`/invoice_batches/${id}/batch_invoices`));
  keep('downloadBatchPdfs', await get(`/invoice_batches/${id}/pdfs`));
  keep('downloadBatchDocuments', await get(`/invoice_batches/${id}/documents`));
  keep('listDocumentFormats', await get(`/batch_invoices/${id * 1000}/documents`));
  keep('listDocumentFormats', await get(`/batch_invoices/${id * 1000 + 1}/documents`));
  keep('downloadDocument', await get(`/batch_invoices/${id * 1000}/documents/ubl`));
  keep('getBatchInvoice', await get(`/batch_invoices/${id * 1000}`));
  keep('getBatchInvoice', await get('/batch_invoices/0'));
  keep('searchBatchInvoices', await get('/batch_invoices?external_invoice_id=order-20931'));
  keep('searchBatchInvoices', await get('/batch_invoices'));
  keep('getRegistration', await get(`/batch_invoices/${id * 1000}/registration`));
  keep('getRegistration', await get(`/batch_invoices/${id * 1000 + 1}/registration`));

  keep('getRegistrationStatus', await get('/registration_status'));
  keep('getRegistrationStatus', await get('/registration_status?issuer_nif='));

  const annul = { reason: 'Pedido cancelado antes de emitir' };
  const order = (action: string, token: string, payload: object) =>
    api.inject({
      method: 'POST',
      url: `/api/v1/batch_invoices/${id * 1000}/${action}`,
      headers: { authorization: `Bearer ${token}` },
      payload,
    });
  keep('annulInvoice', await order('annul', organization.token, annul), annul);
  await api.database.pool.query(`update api_keys set rights = '{submit,read,correct}'`);
  const allowed = (await postSession({ api_key: organization.apiKey })).json<{ session_token: string }>();
  const resend = { reason: 'Nombre del destinatario corregido en el censo' };
  keep('resendInvoice', await order('resend', allowed.session_token, resend), resend);
  keep('annulInvoice', await order('annul', allowed.session_token, annul));

  const collected = await collectEvents(hooks, INVOICES);
  for (const version of API_VERSIONS)
    for (const [type, event] of collected[version])
      events[version][DOCUMENTED_WEBHOOKS[version][type]!.operationId] = { request: settle(event) };
  const { found, wanted } = await readGoldenJson(FILE, { ...examples, ...events[1] });
  expect(found).toBe(wanted);
});

/** The same sales as a shop states them in version 2: with tax in the price, and with metadata. */
it('the examples of the OpenAPI document of version 2 are real responses of the engine, too', async () => {
  const { api, organization } = hooks.test;
  api.clock.now = new Date('2026-11-20T09:30:00Z');
  await addIssuerProfile(api.database.orm, organization.id, 'B12345674', buildProfile(), BY_TEST);
  const examples: Record<string, Record<string, unknown>> = {};
  const keep = (operation: string, answer: LightMyRequestResponse, request?: unknown) => {
    const known = (examples[operation] ??= {});
    known[answer.statusCode] = settle(answer.json());
    if (request !== undefined) known['request'] = request;
    return answer;
  };
  const headers = { 'x-request-id': '6f1c2a52-6f0e-4d6a-9d0b-0d6c1b8f7a11' };
  const send = (path: string, payload: object, token = organization.token) =>
    api.inject({
      method: 'POST',
      url: `/api/v2${path}`,
      headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      payload,
    });
  keep('createSession', await send('/auth/sessions', { api_key: organization.apiKey }));
  examples['createSession']!['request'] = { api_key: `org_live_${'x'.repeat(43)}` };
  keep('createSession', await send('/auth/sessions', { api_key: ' ' }));
  keep('createSession', await send('/auth/sessions', { api_key: 'org_live_unknown' }));
  const ask = (own: Record<string, string>) =>
    api.inject({ method: 'GET', url: '/api/v2/me', headers: { ...headers, ...own } });
  keep('getAccess', await ask({ authorization: `Bearer ${organization.apiKey}` }));
  keep('getAccess', await ask({ 'x-api-key': organization.apiKey }));
  keep('validateInvoiceBatch', await send('/invoice_batches/validate', BODY_OF_V2), BODY_OF_V2);
  const created = await send('/invoice_batches', BODY_OF_V2);
  keep('createInvoiceBatch', created, BODY_OF_V2);
  keep('createInvoiceBatch', await send('/invoice_batches', NO_BATCH_OF_V2));
  keep('createInvoiceBatch', await send('/invoice_batches', BODY_OF_V2, 'wrong'));

  const batch = created.json<{ data: { id: number } }>().data.id;
  await processBatch(issuingContext(api), batch);
  hooks.test.pass(61);
  await hooks.test.remit(await hooks.test.chainOf());
  const get = (path: string) => api.get(organization.token, path, headers, 2);
  keep('listInvoiceBatches', await get('/invoice_batches?external_batch_id=shop-2026-11-20'));
  keep('listInvoiceBatches', await get('/invoice_batches?limit=101'));
  keep('getInvoiceBatch', await get(`/invoice_batches/${batch}`));
  keep('getInvoiceBatch', await get('/invoice_batches/0'));
  keep('getInvoiceBatchSummary', await get(`/invoice_batches/${batch}/summary`));
  keep('listInvoicesOfBatch', await get(`/invoice_batches/${batch}/invoices`));
  keep('listInvoices', await get('/invoices?metadata[shop]=madrid'));
  keep('listInvoices', await get('/invoices?number_serie=W-2026/0001'));
  keep('getInvoice', await get(`/invoices/${batch * 1000}`));
  keep('getInvoice', await get('/invoices/0'));
  const ids = { external_invoice_ids: ['order-20941', 'order-20999'] };
  keep('downloadBatchDocuments', await get(`/invoice_batches/${batch}/documents`));
  keep('listDocumentFormats', await get(`/invoices/${batch * 1000}/documents`));
  keep('listDocumentFormats', await get(`/invoices/${batch * 1000 + 1}/documents`));
  keep('downloadDocument', await get(`/invoices/${batch * 1000 + 1}/documents/ubl`));
  keep('lookUpInvoices', await send('/invoices/lookup', ids), ids);
  keep('getRegistrationStatus', await get('/registration_status'));
  keep('downloadIssuedBook', await get('/books/issued?issuer_nif=B12345674&to=2026-12-31'));
  keep('downloadIssuedBook', await get('/books/issued?issuer_nif=A12345674&to=2026-12-31'));

  // The message before contained a record of the other batch only.
  hooks.test.pass(61);
  await hooks.test.remit(await hooks.test.chainOf());
  const annul = { reason: 'Pedido cancelado antes de emitir' };
  const order = (action: string, by: string, payload: object) =>
    send(`/invoices/${batch * 1000}/${action}`, payload, by);
  await api.database.pool.query(
    `update api_keys set rights = rights || '{correct}' where not 'correct' = any (rights)`,
  );
  const correcting = await createSession((request) => api.inject(request), organization.apiKey);
  keep('resendInvoice', await order('resend', correcting, annul), annul);
  keep('annulInvoice', await order('annul', correcting, { ...annul, reason: 5 }));
  keep('annulInvoice', await order('annul', correcting, annul), annul);

  await keepRecipientProfiles(api, keep);
  await keepSeries(api, keep);

  await publishSealingKey(api.workers.pool, [hooks.key], api.clock.now);
  const { token } = await api.createOrganization('Con Webhooks SL', null, ['webhooks']);
  const endpoint = {
    url: 'https://erp.example.com/hooks',
    event_types: ['batch.finished', 'invoice.failed'],
    payload_version: 2,
  };
  keep('createWebhookEndpoint', await send('/webhook_endpoints', endpoint), endpoint);
  const added = keep('createWebhookEndpoint', await send('/webhook_endpoints', endpoint, token));
  const { id } = added.json<{ data: { id: number } }>().data;
  const manage = (method: 'GET' | 'PATCH', path: string, payload?: object) =>
    api.inject({
      method,
      url: `/api/v2/webhook_endpoints${path}`,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  keep('listWebhookEndpoints', await manage('GET', ''));
  keep('getWebhookEndpoint', await manage('GET', `/${id}`));
  const change = { event_types: null, new_secret: { previous_valid_hours: 48 } };
  keep('changeWebhookEndpoint', await manage('PATCH', `/${id}`, change), change);
  keep('testWebhookEndpoint', await send(`/webhook_endpoints/${id}/test`, {}, token));

  const span = { occurred_from: '2026-11-01T00:00:00Z', occurred_to: '2026-11-20T12:00:00Z' };
  keep('replayEvents', await send(`/webhook_endpoints/${id}/replay`, span, token), span);
  keep('listEvents', await get('/events?type=batch.finished&limit=1'));
  keep('listEvents', await get('/events?type=webhook.test'));

  await keepSingleInvoice(api, keep);
  await keepCredit(api, keep);
  await keepPayments(api, keep);
  await keepDeliveries(api, keep);

  const { found, wanted } = await readGoldenJson(FILE_OF_V2, { ...examples, ...events[2] });
  expect(found).toBe(wanted);
});
