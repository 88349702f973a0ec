import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchAnswer } from '../../../src/contracts/v2/batch-answers.ts';
import type { ErrorBody, Problem } from '../../../src/contracts/v2/error-answer.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

const create = (changes: object, { version = 2, headers = {} }: { version?: 1 | 2; headers?: object } = {}) =>
  api.post(organization.token, buildBatchV2('E', changes), { version, headers: { ...headers } });
const NONE = {
  recipients: null,
  recipient_legal_name: null,
  recipient_document_type: null,
  recipient_document_number: null,
  recipient_billing_address: null,
  recipient_billing_postal_code: null,
  recipient_billing_city: null,
};

/** Returns the details of the only invoice of a batch. */
async function detailsOf(changes: object) {
  const answer = await create(changes);
  expect(answer.statusCode).toBe(201);
  return answer.json<CreateBatchAnswer>().errors.flatMap(({ details }) => details);
}

describe('the details of an error in version 2', () => {
  it('name the list of recipients where the invoice has no recipient, with AEAT’s code and the rule', async () => {
    const details = await detailsOf({ ...NONE, invoice_type: 'F1' });
    expect(details).toMatchObject([
      { path: '/recipients', code: 'blank', aeat_code: 1189, rule: 'AEAT 1189' },
    ]);
  });

  it('name the members that the invoice uses', async () => {
    const listed = await detailsOf({ ...NONE, invoice_type: 'F1', recipients: [{ document_type: 'nif' }] });
    expect(listed.map(({ path }) => path)).toEqual(['/recipients/0/name', '/recipients/0/document_number']);
    const flat = await detailsOf({ ...NONE, invoice_type: 'F1', recipient_legal_name: 'Cliente SL' });
    expect(flat.map(({ path }) => path)).toEqual(['/recipient_document_type', '/recipient_document_number']);
  });

  it('name the rectification that a rectifying invoice lacks', async () => {
    const details = await detailsOf({ invoice_type: 'R1' });
    expect(details).toMatchObject([{ path: '/rectification', code: 'blank' }]);
  });

  it('state the article of a rule that is not AEAT’s', async () => {
    const details = await detailsOf({ issue_date: '2026-01-02' });
    expect(details).toMatchObject([{ code: 'too_old', rule: 'RD 1619/2012, art. 11' }]);
  });

  it('suggest the member that was meant, in both languages, and not in version 1', async () => {
    const messageOf = async (headers: object, version?: 1 | 2) => {
      const answer = await create(
        { receipients: [], number_serie: 'E-1' },
        { headers, ...(version && { version }) },
      );
      expect(answer.statusCode).toBe(422);
      return answer.json<ErrorBody>().error.message;
    };
    const place = 'invoice_batch.invoices[0].receipients';
    expect(await messageOf({})).toBe(`${place} is not allowed (did you mean recipients?)`);
    expect(await messageOf({ 'accept-language': 'es' })).toBe(
      `${place}: no está permitido (¿quería decir recipients?)`,
    );
    expect(await messageOf({}, 1)).toContain(`${place} is not allowed`);
    expect(await messageOf({}, 1)).not.toContain('did you mean');
  });
});

describe('an error answer of version 2', () => {
  const ask = (accept: string | null, path = '/invoices/999?x=1', more: object = {}) =>
    api.inject({
      method: 'GET',
      url: `/api/v2${path}`,
      headers: {
        authorization: `Bearer ${organization.token}`,
        'x-request-id': 'problem-1',
        ...(accept !== null && { accept }),
        ...more,
      },
    });

  it.each([
    'application/problem+json',
    'application/problem+json, application/json',
    'application/json;q=0.5, application/problem+json',
    'application/problem+json, */*;q=0.1',
  ])('is a problem of RFC 9457 for a client that sends Accept: %s', async (accept) => {
    const answer = await ask(accept, '/invoices/999');
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['vary']).toBe('Accept-Language, Accept');
    expect(answer.json<Problem>()).toEqual({
      type: '/api/v2/codes#error-not_found',
      title: 'The organization has no such resource.',
      status: 404,
      detail: expect.any(String),
      instance: '/api/v2/invoices/999',
      code: 'not_found',
      request_id: 'problem-1',
      details: [],
    });
  });

  it.each([
    null,
    '*/*',
    'application/json',
    'application/json, application/problem+json',
    'text/html',
    'nonsense',
  ])('keeps its own form for a client that sends Accept: %s', async (accept) => {
    const answer = await ask(accept, '/invoices/999');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json<ErrorBody>().error.code).toBe('not_found');
  });

  it('has its entry in the reference, and its title in the language of the client', async () => {
    const answer = await ask('application/problem+json', '/invoices?page=2', { 'accept-language': 'es' });
    const { type, title, status, instance } = answer.json<Problem>();
    expect([title, status, instance]).toEqual(['La petición no se puede leer.', 400, '/api/v2/invoices']);
    const page = await api.inject({ method: 'GET', url: type.split('#')[0]! });
    expect(page.body).toContain(`id="${type.split('#')[1]}"`);
  });

  it('is a problem for unknown paths, too, and never in version 1', async () => {
    const accept = 'application/problem+json';
    expect((await ask(accept, '/nowhere')).json<Problem>().type).toBe('/api/v2/codes#error-not_found');
    const first = await api.inject({ method: 'GET', url: '/api/v1/nowhere', headers: { accept } });
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
