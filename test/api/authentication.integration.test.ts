import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeApiKey } from '#src/organizations/access/organizations.ts';
import { BY_TEST, openTestApi, type TestApi } from '../support/api.ts';
import { exchangeRaw } from '../support/raw-http.ts';
import { errorBody, PROTECTED } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const MISSING = errorBody('unauthorized', 'Missing Authorization header');
const INVALID = errorBody('unauthorized', 'Invalid or expired session token');
const HOUR = 3600 * 1000;

describe('authentication [B19]', () => {
  it.each(PROTECTED)('returns 401 without an Authorization header: $method $url', async (request) => {
    const answer = await api.inject(request);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(MISSING);
  });

  it.each(PROTECTED)('returns 401 for an unknown token: $method $url', async (request) => {
    const headers = { authorization: `Bearer ses_${'a'.repeat(43)}` };
    const answer = await api.inject({ ...request, headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(INVALID);
  });

  it.each(['', ' ', '\t'])('treats a blank Authorization header (%j) as missing', async (authorization) => {
    const answer = await api.inject({
      method: 'GET',
      url: '/api/v1/invoice_batches',
      headers: { authorization },
    });
    expect(answer.json()).toEqual(MISSING);
  });

  it.each([
    ['of another scheme', (token: string) => `Basic ${token}`],
    ['without a scheme', (token: string) => token],
    ['of a scheme without a token', () => 'Bearer'],
    ['of a scheme with a blank token', () => 'Bearer  '],
    ['with text after the token', (token: string) => `Bearer ${token} x`],
    ['with two tokens in one header', (token: string) => `Bearer ${token}, Bearer ${token}`],
    ['with a token in quotes', (token: string) => `Bearer "${token}"`],
    ['with a token in another case', (token: string) => `Bearer ${token.toUpperCase()}`],
    ['with a truncated token', (token: string) => `Bearer ${token.slice(0, -1)}`],
    ['with a very long token', (token: string) => `Bearer ${token.repeat(200)}`],
  ])('refuses an Authorization header %s', async (_what, build) => {
    const { token } = await api.createOrganization();
    const headers = { authorization: build(token) };
    const answer = await api.inject({ method: 'GET', url: '/api/v1/invoice_batches', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(INVALID);
  });

  it.each([
    ['as a bearer token', (apiKey: string) => `Bearer ${apiKey}`],
    ['without a scheme', (apiKey: string) => apiKey],
    ['of another scheme', (apiKey: string) => `Basic ${apiKey}`],
    ['that does not exist', () => 'Bearer org_live_x'],
  ])(
    'refuses an API key %s, explains the mistake and sends no query to the database',
    async (_what, build) => {
      const { apiKey } = await api.createOrganization();
      await using alone = await openTestApi({}, { beside: api, databasePort: 1 });
      const headers = { authorization: build(apiKey) };
      const answer = await alone.inject({ method: 'GET', url: '/api/v1/invoice_batches', headers });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual(INVALID);
      expect(answer.headers['www-authenticate']).toBe(
        'Bearer error="invalid_token", error_description="This is an API key, not a session token; POST it as api_key to /api/v1/auth/sessions to obtain a session token"',
      );
    },
  );

  it.each(PROTECTED)('explains a 401 in WWW-Authenticate: $method $url', async (request) => {
    expect((await api.inject(request)).headers['www-authenticate']).toBe('Bearer');
    const wrong = await api.inject({ ...request, headers: { authorization: 'Bearer ses_x' } });
    expect(wrong.headers['www-authenticate']).toMatch(
      /^Bearer error="invalid_token", error_description="The session token is unknown, [ -~]*"$/,
    );
    const { token } = await api.createOrganization();
    const right = await api.inject({ ...request, headers: { authorization: `Bearer ${token}` } });
    expect(right.headers).not.toHaveProperty('www-authenticate');
  });

  it.each(['bearer', 'BEARER', 'Bearer '])('accepts the scheme %j in any case', async (scheme) => {
    const { token } = await api.createOrganization();
    const headers = { authorization: `${scheme} ${token}` };
    const answer = await api.inject({ method: 'GET', url: '/api/v1/invoice_batches', headers });
    expect(answer.statusCode).toBe(200);
  });

  it.each([
    ['two valid ones', (token: string) => [`Bearer ${token}`, `Bearer ${token}`]],
    ['a valid one first', (token: string) => [`Bearer ${token}`, 'Bearer x']],
    ['a valid one last', (token: string) => ['Bearer x', `Bearer ${token}`]],
  ])('refuses two Authorization headers: %s', async (_what, build) => {
    const { token } = await api.createOrganization();
    const headers = build(token).map((value) => `Authorization: ${value}\r\n`);
    const answer = await exchangeRaw(
      api.app,
      `GET /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`,
    );
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toEqual(INVALID);
  });

  it('accepts a token for 24 hours after its creation, and no longer', async () => {
    await using later = await openTestApi();
    const { token } = await later.createOrganization();
    const start = Math.floor(later.clock.now.getTime() / 1000) * 1000;
    later.clock.now = new Date(start + 24 * HOUR - 1);
    expect((await later.get(token, '/invoice_batches')).statusCode).toBe(200);
    later.clock.now = new Date(start + 24 * HOUR);
    expect((await later.get(token, '/invoice_batches')).json()).toEqual(INVALID);
  });

  it('ends the sessions of a revoked key, and no others', async () => {
    const organization = await api.createOrganization();
    const other = await api.createOrganization();
    const { rows } = await api.database.pool.query(
      'select id::int from api_keys where organization_id = $1',
      [organization.id],
    );
    await revokeApiKey(api.database.orm, rows[0].id, new Date(), BY_TEST);
    expect((await api.get(organization.token, '/invoice_batches')).json()).toEqual(INVALID);
    expect((await api.get(other.token, '/invoice_batches')).statusCode).toBe(200);
  });

  it('ends a session in use within two seconds after its key is revoked', async () => {
    const { id, token } = await api.createOrganization();
    expect((await api.get(token, '/invoice_batches')).statusCode).toBe(200);
    const start = api.clock.now.getTime();
    const { rows } = await api.database.pool.query(
      'select id::int from api_keys where organization_id = $1',
      [id],
    );
    await revokeApiKey(api.database.orm, rows[0].id, new Date(), BY_TEST);
    api.clock.now = new Date(start + 2000);
    expect((await api.get(token, '/invoice_batches')).json()).toEqual(INVALID);
    // A clock that is set back does not make it valid again.
    api.clock.now = new Date(start - 1000);
    expect((await api.get(token, '/invoice_batches')).json()).toEqual(INVALID);
    api.clock.now = new Date(start);
  });

  it('accepts the same token after a restart, in another process and without Redis', async () => {
    const { token } = await api.createOrganization();
    await using restarted = await openTestApi({}, { beside: api });
    expect((await restarted.get(token, '/invoice_batches')).statusCode).toBe(200);
    await using withoutRedis = await openTestApi({}, { beside: api, redisPort: 1 });
    expect((await withoutRedis.get(token, '/invoice_batches')).statusCode).toBe(200);
  });

  it('allows two sessions of one key at the same time', async () => {
    const { apiKey, token } = await api.createOrganization();
    const answer = await api.inject({
      method: 'POST',
      url: '/api/v1/auth/sessions',
      payload: { api_key: apiKey },
      remoteAddress: '10.0.0.1',
    });
    const second = answer.json<{ session_token: string }>().session_token;
    for (const each of [token, second]) {
      expect((await api.get(each, '/invoice_batches')).statusCode).toBe(200);
    }
  });
});
