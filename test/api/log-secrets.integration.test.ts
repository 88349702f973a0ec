import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { exchangeRaw } from '../support/raw-http.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ LOG_LEVEL: 'trace', SESSION_RATE_LIMIT: 1000 });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Sends the secrets in every way in which a client may use them, rightly or wrongly. */
async function useSecrets(apiKey: string, token: string): Promise<void> {
  const session = (payload: string | object, headers = {}) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/auth/sessions',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
  await session({ api_key: apiKey });
  await session({ api_key: `${apiKey}x` });
  await session(`{"api_key":"${apiKey}"`);
  await session(`{"api_key":"${apiKey}","api_key":"${apiKey}"}`);
  await session(`{"${apiKey}":1,"${apiKey}":1}`);
  await session({ api_key: apiKey }, { 'content-type': 'text/plain' });
  await session({ api_key: apiKey }, { authorization: `Bearer ${token}` });
  await api.get(token, '/invoice_batches');
  await api.get(`${token}x`, '/invoice_batches');
  await api.get(token, `/batch_invoices/${token}`);
  await api.get(token, `/invoice_batches?page=${apiKey}&api_key=${apiKey}`);
  await api.get(token, '/invoice_batches', { 'x-request-id': token });
  await api.inject({ method: 'GET', url: `/${apiKey}`, headers: { cookie: `t=${token}` } });
  await api.inject({ method: 'GET', url: `/api/v1/invoice_batches?session_token=${token}` });
  await api.post(
    token,
    buildBatchBody(1, 'L', () => ({ footer_note: token })),
  );
  await api.post(token, `{"${token}":1}`);
  await api.post(token, buildBatchBody(1), { key: token });
  await useInV2(apiKey, token);
  await exchangeRaw(
    api.app,
    `GET /?${token} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nbroken\r\n\r\n`,
  );
}

/** Version 2 also accepts the key, and explains other secrets. */
async function useInV2(apiKey: string, token: string): Promise<void> {
  const ask = (headers: Record<string, string>, url = '/api/v2/me') =>
    api.inject({ method: 'GET', url, headers });
  await ask({ authorization: `Bearer ${apiKey}` });
  await ask({ authorization: `Bearer ${apiKey}`, 'x-request-id': apiKey });
  await ask({ authorization: `Bearer ${apiKey}` }, `/api/v2/invoices/${apiKey}`);
  await ask({ authorization: `Bearer ${apiKey}` }, `/api/v2/invoices?cursor=${apiKey}&api_key=${apiKey}`);
  await ask({ authorization: `Bearer ${apiKey}x` });
  await ask({ authorization: `Bearer ${apiKey.slice(0, -1)}` });
  await ask({ authorization: apiKey });
  await ask({ authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` });
  await ask({ authorization: `Bearer ${WEBHOOK_SECRET}`, 'x-request-id': WEBHOOK_SECRET });
  await ask({ 'x-api-key': apiKey });
  await ask({ authorization: `Bearer ${token}` });
  await api.post(apiKey, buildBatchBody(1), { version: 2 });
  await api.post(apiKey, buildBatchBody(1), { version: 2, key: apiKey });
  await api.post(apiKey, `{"${apiKey}":1}`, { version: 2 });
  for (const secret of [apiKey, token, WEBHOOK_SECRET])
    await api.inject({ method: 'POST', url: '/api/v2/auth/sessions', payload: { api_key: secret } });
}

const WEBHOOK_SECRET = `whsec_${'a1B2'.repeat(11)}`;

it('the log contains no API key, no session token and nothing of an invoice, wherever they are sent [B30]', async () => {
  const { apiKey, token } = await api.createOrganization('Nombre Muy Secreto SL');
  await useSecrets(apiKey, token);
  // Failures log more than successes. Here a statement with the secrets among its parameters fails.
  await api.database.pool.query('alter table batches rename to moved_batches');
  const note = `personal-${randomUUID()}`;
  const failed = await api.post(
    token,
    buildBatchBody(1, 'L', () => ({ external_invoice_id: note })),
  );
  expect(failed.statusCode).toBe(500);
  await api.database.pool.query('alter table moved_batches rename to batches');
  // Longer than a session is cached.
  api.clock.now = new Date(api.clock.now.getTime() + 5000);
  await api.database.pool.query('alter function find_session rename to moved_session');
  expect((await api.get(token, '/invoice_batches')).statusCode).toBe(500);
  await api.database.pool.query('alter function find_api_key rename to moved_key');
  expect((await api.get(apiKey, '/invoices', {}, 2)).statusCode).toBe(500);
  await useSecrets(apiKey, token);

  const log = api.log.join('');
  expect(api.log.length).toBeGreaterThan(30);
  const basic = Buffer.from(`${apiKey}:`).toString('base64');
  const secrets = [apiKey, apiKey.slice('org_live_'.length, -1), token, token.slice('ses_'.length), basic];
  secrets.push(WEBHOOK_SECRET.slice('whsec_'.length), hash('sha256', apiKey, 'hex'));
  expect(await api.metrics.registry.metrics()).not.toContain(apiKey.slice('org_live_'.length, -1));
  for (const secret of [...secrets, note, 'Nombre Muy Secreto', 'B12345674', 'Cliente de Prueba']) {
    expect(log).not.toContain(secret);
  }
});
