import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchAnswer, ValidationAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import type { InvoiceView, WholeInvoice } from '../../../src/contracts/v2/invoice-answers.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { buildV2, REFUSED } from '../../domain/support/v2-cases.ts';
import { issueInTurn, issuingContext } from '../../support/engine.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { buildBatchV2, buildInvoiceV2 } from '../../support/invoices-v2.ts';
import { findEnglish, listValues } from '../../support/spanish-twin.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  api.clock.now = new Date('2026-11-20T11:00:00Z');
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

type Ask = (headers: Record<string, string>) => Promise<LightMyRequestResponse>;
/** The identifiers and times that differ between two answers. */
const OWN = /"request_id":"[^"]*"|"id":\d+|"received_at":"[^"]*"/g;
const MESSAGES = /"(?:message|processing_error)":("(?:[^"\\]|\\.)*")/g;

const listMessages = (body: string) =>
  [...body.matchAll(MESSAGES)].map(([, text]) => JSON.parse(text!) as string);
const withoutMessages = (body: string) => body.replaceAll(OWN, '').replaceAll(MESSAGES, '');

/**
 * Sends a request in both languages and checks that the Spanish answer says the same in Spanish.
 * @returns both answers.
 */
async function inBoth(ask: Ask) {
  const english = await ask({});
  const spanish = await ask({ 'accept-language': 'es-ES, es;q=0.9, en;q=0.5' });
  expect(spanish.statusCode).toBe(english.statusCode);
  // The form of an error depends on Accept, too.
  const vary = english.statusCode >= 400 ? 'Accept-Language, Accept' : 'Accept-Language';
  expect([english, spanish].map(({ headers }) => [headers['content-language'], headers['vary']])).toEqual([
    ['en', vary],
    ['es', vary],
  ]);
  expect(withoutMessages(spanish.body)).toBe(withoutMessages(english.body));
  const [before, after] = [listMessages(english.body), listMessages(spanish.body)];
  expect(before.length).toBeGreaterThan(0);
  expect(after).toHaveLength(before.length);
  for (const [index, message] of before.entries()) {
    const twin = after[index]!;
    expect({ message, twin, english: findEnglish(twin) }).toEqual({ message, twin, english: [] });
    expect({ message, values: listValues(twin) }).toEqual({ message, values: listValues(message) });
  }
  return { english, spanish };
}

const post =
  (path: string, body: unknown): Ask =>
  (headers) =>
    api.inject({
      method: 'POST',
      url: `/api/v2${path}`,
      headers: {
        authorization: `Bearer ${organization.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
const create =
  (body: unknown): Ask =>
  (headers) =>
    post('/invoice_batches', body)({ 'idempotency-key': randomUUID(), ...headers });
const get =
  (path: string): Ask =>
  (headers) =>
    api.get(organization.token, path, headers, 2);

describe('an answer of version 2 in Spanish', () => {
  it('to a dry run has the details of every refused case', async () => {
    const invoices = REFUSED.map(([, changes], index) => buildV2({ number_serie: `L/${index}`, ...changes }));
    const { spanish } = await inBoth(post('/invoice_batches/validate', { invoice_batch: { invoices } }));
    expect(spanish.json<ValidationAnswer>().errors).toHaveLength(REFUSED.length);
  });

  it('to a creation has the same details, and a repeated request gets the language that it asks for', async () => {
    const key = randomUUID();
    const body = buildBatchV2('LANG', { lines: [] }, { recipient_billing_address: null });
    const { english, spanish } = await inBoth((headers) =>
      post('/invoice_batches', body)({ 'idempotency-key': key, ...headers }),
    );
    expect(spanish.headers['idempotency-replayed']).toBe('true');
    expect(spanish.json<CreateBatchAnswer>()).toMatchObject({
      data: { id: english.json<CreateBatchAnswer>().data.id },
      errors: [{ details: [{ path: '/lines', message: 'Líneas: debe contener al menos 1 línea' }] }],
      warnings: [{ index: 1 }],
    });
  });

  it('has the stored errors and warnings of the invoices, also of those that version 1 created or that failed later', async () => {
    const wrong = { issuer_nif: 'X', number_serie: null, lines: [] };
    const created = await create(
      buildBatchV2(
        'STORED',
        wrong,
        { recipient_billing_address: null },
        { rectified_invoice_id: 1, invoice_type: 'R1' },
      ),
    )({});
    const { id } = created.json<CreateBatchAnswer>().data;
    await issueInTurn(api, id);
    const { spanish } = await inBoth(get(`/invoice_batches/${id}/invoices`));
    expect(spanish.json<{ data: InvoiceView[] }>().data.map(({ processing_error: error }) => error)).toEqual([
      'Número de factura: no puede quedar en blanco; NIF del emisor: no es válido; Líneas: debe contener al menos 1 línea',
      null,
      'Factura rectificada: no existe',
    ]);
    await inBoth(get('/invoices?processing_status=failed'));
    const { spanish: whole } = await inBoth(get(`/invoices/${id * 1000 + 1}`));
    expect(whole.json<{ data: WholeInvoice }>().data.warnings[0]!.message).toMatch(
      /^Domicilio del destinatario: /,
    );
    await inBoth(post('/invoices/lookup', { external_invoice_ids: ['STORED-ext-0', 'STORED-ext-2'] }));
    const ofV1 = await api.post(
      organization.token,
      buildBatchBody(1, 'OLD', () => ({ issuer_nif: 'X', lines: [] })),
    );
    await inBoth(get(`/invoice_batches/${ofV1.json<CreateBatchAnswer>().data.id}/invoices`));
  });

  it.each<[what: string, ask: Ask, status: number]>([
    ['a body that is not JSON', create('{"a":'), 400],
    ['a body with a duplicate member', create('{"a":1,"a":2}'), 400],
    [
      'members of a wrong shape',
      create({ invoice_batch: { invoices: [{ lines: [{ units: true }] }, { a: 1, 'b c': 2 }, 1, []] } }),
      422,
    ],
    ['an empty batch', create({ invoice_batch: { invoices: [] } }), 422],
    [
      'a batch of 1001 invoices',
      create({ invoice_batch: { invoices: Array.from({ length: 1001 }, () => ({})) } }),
      422,
    ],
    ['a missing idempotency key', post('/invoice_batches', {}), 422],
    ['a refused preview', post('/invoices/preview', buildInvoiceV2({ issuer_nif: 'X', lines: [] })), 422],
    ['a lookup of no ids', post('/invoices/lookup', { external_invoice_ids: [] }), 422],
    ['an unknown parameter', get('/invoices?color=red&shape=round&size=1&taste=sweet'), 400],
    ['a repeated parameter', get('/invoices?limit=1&limit=2'), 400],
    ['a wrong limit', get('/invoices?limit=0'), 400],
    ['filters that no index answers', get('/invoices?number_serie=1'), 400],
    ['an invoice that does not exist', get('/invoices/4711000'), 404],
    ['a missing right', post('/webhook_endpoints', { url: 'https://a.example/' }), 403],
    ['a token that is not valid', (headers) => api.get('x', '/invoices', headers, 2), 401],
    ['an unknown path', get('/nowhere'), 404],
    ['a wrong method', (headers) => api.inject({ method: 'PUT', url: '/api/v2/invoices', headers }), 405],
    ['a wrong type of content', (headers) => create({})({ ...headers, 'content-type': 'text/plain' }), 415],
    ['a body that is too large', post('/invoices/preview', { a: 'x'.repeat(1_000_000) }), 413],
    [
      'a header that is given twice',
      (headers) =>
        api.inject({ method: 'GET', url: '/api/v2/invoices', headers: { ...headers, host: 'a b' } }),
      400,
    ],
  ])('to %s is an error with the same code, details and values', async (_what, ask, status) => {
    const { spanish } = await inBoth(ask);
    expect(spanish.statusCode).toBe(status);
  });

  it('to a refused correction has the same code, details and values', async () => {
    const { token } = await api.createOrganization('Corrige SL', null, ['submit', 'read', 'correct']);
    const authorization = `Bearer ${token}`;
    const created = await api.post(token, buildBatchV2('FIX', {}, { lines: [] }), { version: 2 });
    const first = created.json<CreateBatchAnswer>().data.id * 1000;
    const annul = (id: number, body: unknown) => (headers: Record<string, string>) =>
      post(`/invoices/${id}/annul`, body)({ authorization, ...headers });
    await inBoth(annul(first, {}));
    await inBoth(annul(first, { reason: 'x'.repeat(501) }));
    await inBoth(annul(first, { reason: 'Prueba' }));
    const { spanish } = await inBoth(annul(first + 1, { reason: 'Prueba' }));
    expect(spanish.json<ErrorBody>().error.message).toBe(
      'La factura no se expidió: Líneas: debe contener al menos 1 línea',
    );
    await processBatch(issuingContext(api), first / 1000);
    const { spanish: unanswered } = await inBoth(annul(first, { reason: 'Prueba' }));
    expect(unanswered.json<ErrorBody>().error.message).toMatch(/^La factura FIX-1 no se puede anular: /);
  });

  it('to a request over a limit is translated, too', async () => {
    await using limited = await openTestApi({ READ_RATE_LIMIT: 1 });
    const { token } = await limited.createOrganization();
    const headers = { 'accept-language': 'es' };
    await limited.get(token, '/invoices', headers, 2);
    const refused = await limited.get(token, '/invoices', headers, 2);
    expect([refused.statusCode, refused.headers['content-language']]).toEqual([429, 'es']);
    expect(refused.json<ErrorBody>().error.message).toMatch(/^Demasiadas peticiones; /);
  });

  it('has no other headers than the English one, so that it is neither cached nor trusted differently', async () => {
    const { english, spanish } = await inBoth(get('/nowhere'));
    const others = ({ headers }: LightMyRequestResponse) =>
      Object.entries(headers).filter(([name]) => !/^(?:content-l|x-request-id|date)/.test(name));
    expect(others(spanish)).toEqual(others(english));
  });
});

describe('the language of an answer', () => {
  const languageOf = async (accepted: string) =>
    (await get('/nowhere')({ 'accept-language': accepted })).headers['content-language'];

  it.each([
    ['es', 'es'],
    ['ES-mx', 'es'],
    ['es-ES,es;q=0.9,en;q=0.8', 'es'],
    ['fr, es;q=0.5', 'es'],
    ['en;q=0.4, es;q=0.5', 'es'],
    ['en, es;q=0.9', 'en'],
    ['es;q=0, *', 'en'],
    ['es;q=0', 'en'],
    ['*', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    [';;,=q', 'en'],
    ['es,'.repeat(4000), 'es'],
  ])('with Accept-Language %.40s is %s', async (accepted, language) => {
    expect(await languageOf(accepted)).toBe(language);
  });

  it('is English in version 1, whose answers have no header for it', async () => {
    const { headers, body } = await api.get(organization.token, '/nowhere', { 'accept-language': 'es' });
    expect([headers['content-language'], headers['vary'], body]).toEqual([
      undefined,
      undefined,
      '{"error":{"code":"not_found","message":"There is no GET /api/v1/nowhere"}}',
    ]);
  });

  it('determines the page of codes', async () => {
    const { english, spanish } = {
      english: await api.app.inject({ url: '/api/v2/codes' }),
      spanish: await api.app.inject({ url: '/api/v2/codes', headers: { 'accept-language': 'es' } }),
    };
    expect([english, spanish].map(({ headers }) => headers['content-language'])).toEqual(['en', 'es']);
    expect(english.body).toContain('<h1>Codes of errors and warnings</h1>');
    expect(spanish.body).toContain('<html lang="es">');
    expect(spanish.body).toContain('<h1>Códigos de errores y advertencias</h1>');
  });
});
