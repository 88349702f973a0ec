import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '#src/api/answers/security-headers.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { issueInvoice, storePdf } from '../support/pdfs.ts';
import { exchangeRaw } from '../support/raw-http.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const EXPECTED = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
);

it('every response has headers that forbid browsers to sniff, cache, frame or run it', async () => {
  const { token, apiKey } = await api.createOrganization();
  const answers = [
    await api.get(token, '/invoice_batches'),
    await api.get('x', '/invoice_batches'),
    await api.get(token, '/nowhere'),
    await api.inject({ method: 'GET', url: '/' }),
    await api.inject({ method: 'OPTIONS', url: '/api/v1/invoice_batches' }),
    await api.inject({ method: 'POST', url: '/api/v1/auth/sessions', payload: { api_key: apiKey } }),
    await api.inject({ method: 'POST', url: '/api/v1/auth/sessions', payload: 'x' }),
    await api.inject({ method: 'GET', url: '/api/v1/openapi.json' }),
  ];
  for (const { headers } of answers) expect(headers).toMatchObject(EXPECTED);
});

it('the response to a message that is not HTTP has the same headers', async () => {
  const answer = await exchangeRaw(api.app, 'nonsense\r\n\r\n');
  expect(answer).toMatchObject({ status: 400, headers: EXPECTED });
});

it('a PDF may be cached only by its client and must be revalidated', async () => {
  const organization = await api.createOrganization();
  const id = await issueInvoice(api, organization, 'H-1');
  await storePdf(api, id);
  const { headers } = await api.get(organization.token, `/batch_invoices/${id}/pdf`);
  expect(headers).toMatchObject({ ...EXPECTED, 'cache-control': 'private, max-age=0, must-revalidate' });
});

it('no header names the software or lets other sites read the response', async () => {
  const { token } = await api.createOrganization();
  const { headers } = await api.get(token, '/invoice_batches', { origin: 'https://elsewhere.example' });
  const names = Object.keys(headers);
  expect(
    names.filter((name) => /^(server|x-powered-by|via|access-control-.*|set-cookie)$/.test(name)),
  ).toEqual([]);
});
