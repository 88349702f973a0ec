import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_RIGHTS } from '#src/contracts/codes.ts';
import { revokeApiKey } from '#src/organizations/access/organizations.ts';
import { generateApiKey, generateSessionToken } from '#src/organizations/access/secrets.ts';
import { BY_TEST, openTestApi, type TestApi } from '../../support/api.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { exchangeRaw } from '../../support/raw-http.ts';
import { PROTECTED } from '../endpoints.ts';
import { openCorrecting } from '../support/open-correcting.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 1_000_000 });
});
afterAll(() => api[Symbol.asyncDispose]());

const ask = (authorization: string, url = '/api/v2/me', remoteAddress = '192.0.2.1', of = api) =>
  of.inject({ method: 'GET', url, headers: { authorization }, remoteAddress });
const keyOf = async (organizationId: number) => {
  const { rows } = await api.database.pool.query<{ id: string }>(
    'select id from api_keys where organization_id = $1',
    [organizationId],
  );
  return Number(rows[0]!.id);
};
const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

describe('an API key as bearer', () => {
  it('gives the access that its session gives, in version 2', async () => {
    const { apiKey, token, id } = await api.createOrganization();
    const created = await api.post(apiKey, buildBatchBody(1), { version: 2 });
    expect(created.statusCode).toBe(201);
    const list = await ask(`Bearer ${apiKey}`, '/api/v2/invoice_batches');
    expect(list.json()).toEqual((await ask(`Bearer ${token}`, '/api/v2/invoice_batches')).json());
    expect(list.json<{ data: unknown[] }>().data).toHaveLength(1);
    expect(list.headers['ratelimit-remaining']).toBe('999999');
    const other = await api.createOrganization();
    const { data } = created.json<{ data: { id: number } }>();
    expect((await ask(`Bearer ${other.apiKey}`, `/api/v2/invoice_batches/${data.id}`)).statusCode).toBe(404);
    expect((await ask(`bearer  ${apiKey}`)).json<{ data: unknown }>().data).toMatchObject({
      organization: { id },
    });
  });

  it('counts towards the rate limit of its organization together with sessions', async () => {
    await using limited = await openTestApi({ READ_RATE_LIMIT: 3 }, { beside: api });
    const { apiKey, token } = await api.createOrganization();
    const statuses = [];
    for (const secret of [apiKey, token, apiKey, token, apiKey])
      statuses.push((await ask(`Bearer ${secret}`, '/api/v2/invoices', '192.0.2.1', limited)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it.each(PROTECTED)('is refused by version 1 as before: $method $url', async (request) => {
    const { apiKey } = await api.createOrganization();
    const answer = await api.inject({ ...request, headers: { authorization: `Bearer ${apiKey}` } });
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toBe(
      '{"error":{"code":"unauthorized","message":"Invalid or expired session token"}}',
    );
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer error="invalid_token", error_description="This is an API key, not a session token; POST it as api_key to /api/v1/auth/sessions to obtain a session token"',
    );
  });

  it('has exactly its own rights, and those that an operator gives it within two seconds', async () => {
    const { apiKey, id } = await api.createOrganization('Solo Enviar SL', null, ['submit']);
    expect((await ask(`Bearer ${apiKey}`, '/api/v2/invoices')).statusCode).toBe(403);
    expect((await api.post(apiKey, buildBatchBody(1), { version: 2 })).statusCode).toBe(201);
    await api.database.pool.query(`update api_keys set rights = '{read}' where organization_id = $1`, [id]);
    const start = api.clock.now;
    api.clock.now = new Date(start.getTime() + 2000);
    expect((await ask(`Bearer ${apiKey}`, '/api/v2/invoices')).statusCode).toBe(200);
    expect((await api.post(apiKey, buildBatchBody(1), { version: 2 })).statusCode).toBe(403);
    api.clock.now = start;
  });

  it('is refused in every process within two seconds of its revocation', async () => {
    const { apiKey, id } = await api.createOrganization();
    expect((await ask(`Bearer ${apiKey}`)).statusCode).toBe(200);
    expect(await revokeApiKey(api.database.orm, await keyOf(id), new Date(), BY_TEST)).toBe(true);
    const start = api.clock.now;
    api.clock.now = new Date(start.getTime() + 2000);
    const refused = await ask(`Bearer ${apiKey}`);
    expect(refused.statusCode).toBe(401);
    expect(refused.json<{ error: object }>().error).toMatchObject({
      code: 'unauthorized',
      message: 'The API key is unknown or revoked; send another one, which an operator can create',
    });
    api.clock.now = start;
  });

  it('that was sent before it existed works seconds after it was created', async () => {
    const apiKey = generateApiKey();
    const { id } = await api.createOrganization();
    expect((await ask(`Bearer ${apiKey}`)).statusCode).toBe(401);
    await api.database.pool.query(
      `insert into api_keys (organization_id, key_hash, prefix) values ($1, sha256($2::text::bytea), 'org_live_x')`,
      [id, apiKey],
    );
    const start = api.clock.now;
    api.clock.now = new Date(start.getTime() + 5000);
    expect((await ask(`Bearer ${apiKey}`)).statusCode).toBe(200);
    api.clock.now = start;
  });

  it('corrects invoices with the right for it, and is recorded as who did it', async () => {
    await using correcting = await openCorrecting();
    const { organization, order, remitted, readActs, grant } = correcting;
    const invoice = await remitted('K');
    const { apiKey: stranger } = await correcting.api.createOrganization('Otra SL', null, KEY_RIGHTS);
    expect((await order('annul', invoice, { reason: 'x' }, stranger, 2)).statusCode).toBe(404);
    await grant('{read,submit}');
    expect((await order('annul', invoice, { reason: 'x' }, organization.apiKey, 2)).statusCode).toBe(403);
    await grant('{correct}');
    correcting.pass(3);
    expect((await order('annul', invoice, { reason: 'x' }, organization.apiKey, 2)).statusCode).toBe(202);
    expect(await readActs()).toMatchObject([
      { act: 'invoice.annul', operator: expect.stringMatching(/^key:\d+$/) },
    ]);
  });

  it('manages endpoints and profiles with the rights for it, and is recorded as who did it', async () => {
    const { apiKey, id } = await api.createOrganization('Todos los Derechos SL', null, KEY_RIGHTS);
    const send = (method: 'PUT' | 'DELETE', payload?: object) =>
      api.inject({
        method,
        url: '/api/v2/recipient_profiles/B12345674',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(payload && { payload }),
      });
    expect((await send('PUT', { buyer_reference: 'X' })).statusCode).toBe(200);
    const { rows } = await api.database.pool.query(
      `select act, operator from operator_acts where organization_id = $1 and operator like 'key:%'`,
      [id],
    );
    expect(rows).toEqual([{ act: 'recipient.change', operator: `key:${await keyOf(id)}` }]);
    await api.database.pool.query(`update api_keys set rights = '{correct}' where organization_id = $1`, [
      id,
    ]);
    // The process still remembers the rights; the database does not.
    expect((await send('DELETE')).statusCode).toBe(403);
  });

  it('ends no session, and remains valid', async () => {
    const { apiKey, token } = await api.createOrganization();
    const answer = await api.inject({
      method: 'DELETE',
      url: '/api/v2/auth/sessions',
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('only a session can be ended in this way');
    expect((await ask(`Bearer ${apiKey}`)).statusCode).toBe(200);
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200);
  });
});

describe('wrong API keys', () => {
  it('are looked up about 30 times a minute per client, and then refused without locking out a live key', async () => {
    const { apiKey } = await api.createOrganization();
    const flood = await Promise.all(
      Array.from({ length: 200 }, () => ask(`Bearer ${generateApiKey()}`, '/api/v2/me', '192.0.2.70')),
    );
    expect((await ask(`Bearer ${apiKey}`, '/api/v2/me', '192.0.2.71')).statusCode).toBe(200);
    const refused = flood.filter(({ statusCode }) => statusCode === 429);
    expect(flood.length - refused.length).toBeLessThanOrEqual(33);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // It was used within the last minutes, so it is known at this address, too.
    expect((await ask(`Bearer ${apiKey}`, '/api/v2/me', '192.0.2.70')).statusCode).toBe(200);
    expect((await ask(`Bearer ${generateSessionToken()}`, '/api/v2/me', '192.0.2.70')).statusCode).toBe(429);
  });

  it('in a wrong form cost no query', async () => {
    await using alone = await openTestApi({}, { beside: api, databasePort: 1 });
    for (const wrong of ['org_live_', `org_live_${'a'.repeat(42)}`, `ORG_LIVE_${'a'.repeat(43)}`, 'x'])
      expect((await ask(`Bearer ${wrong}`, '/api/v2/me', '192.0.2.72', alone)).statusCode).toBe(401);
  });
});

describe('a wrong secret', () => {
  const key = generateApiKey();
  const token = generateSessionToken();
  it.each<[string, Record<string, string>, RegExp, RegExp]>([
    ['nothing', {}, /^Missing Authorization header; send Authorization: Bearer/, /^Falta la cabecera/],
    ['X-Api-Key', { 'x-api-key': key }, /not as X-Api-Key$/, /no como X-Api-Key$/],
    [
      'Basic authentication',
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      /^Basic authentication is not supported/,
      /^No se admite la autenticación Basic/,
    ],
    ['a key without Bearer', { authorization: key }, /^The Authorization header must be/, /debe ser Bearer/],
    ['a token without Bearer', { authorization: token }, /^The Authorization header must be/, /debe ser/],
    ['a key of another scheme', { authorization: `Token ${key}` }, /must be Bearer/, /debe ser Bearer/],
    ['a key in quotes', { authorization: `Bearer "${key}"` }, /must be Bearer/, /debe ser Bearer/],
    ['half a key', { authorization: `Bearer ${key.slice(0, -1)}` }, /incomplete/, /incompleta/],
    ['an unknown key', { authorization: `Bearer ${key}` }, /unknown or revoked/, /no existe o está revocada/],
    ['an unknown token', { authorization: `Bearer ${token}` }, /^Invalid or expired/, /ha caducado/],
    ['the secret of an endpoint', { authorization: `Bearer ${WEBHOOK_SECRET}` }, /webhook/, /webhooks/],
    ['a password', { authorization: 'Bearer correct-horse-7' }, /passwords of operators/, /contraseñas/],
  ])(
    'in place of the API key is answered with what to send: %s',
    async (_what, headers, english, spanish) => {
      const send = (language: string) =>
        api.inject({
          method: 'GET',
          url: '/api/v2/me',
          headers: { ...headers, 'accept-language': language },
          remoteAddress: '192.0.2.80',
        });
      const [en, es] = [await send('en'), await send('es')];
      for (const answer of [en, es]) {
        expect(answer.statusCode).toBe(401);
        for (const secret of [...Object.values(headers), key.slice(9), token.slice(4), 'correct-horse-7'])
          expect(answer.body + JSON.stringify(answer.headers)).not.toContain(secret);
        expect(answer.headers['www-authenticate']).toMatch(
          /^Bearer(?: error="invalid_token", error_description="[ !#-[\]-~]+")?$/,
        );
      }
      expect(en.json<{ error: { message: string } }>().error.message).toMatch(english);
      expect(es.json<{ error: { message: string } }>().error.message).toMatch(spanish);
    },
  );

  it('in place of the API key of a session is answered with what to send in version 2, and as before in version 1', async () => {
    const open = (version: number, apiKey: string) =>
      api.inject({
        method: 'POST',
        url: `/api/v${version}/auth/sessions`,
        payload: { api_key: apiKey },
        remoteAddress: '192.0.2.81',
      });
    const { token: live } = await api.createOrganization();
    for (const [secret, said] of [
      [live, 'api_key is a session token'],
      [WEBHOOK_SECRET, 'api_key is the secret of a webhook endpoint'],
      [key.slice(0, -1), 'incomplete'],
      ['correct-horse-7', 'or it is another secret'],
    ] as const) {
      const answer = await open(2, secret);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).toContain(said);
      expect(answer.body).not.toContain(secret);
      expect((await open(1, secret)).body).toBe(
        '{"error":{"code":"unauthorized","message":"Invalid API key"}}',
      );
    }
  });

  it('several Authorization headers are refused, whatever they contain', async () => {
    const { apiKey } = await api.createOrganization();
    const answer = await exchangeRaw(
      api.app,
      `GET /api/v2/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`,
    );
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('several Authorization headers');
  });
});

describe('GET /me', () => {
  it('says what the key may do, for whom, and within which limits', async () => {
    const { apiKey, token, id } = await api.createOrganization('Quién Soy SL', 'sii', ['read', 'submit']);
    const answer = await ask(`Bearer ${apiKey}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      data: {
        organization: {
          id,
          name: 'Quién Soy SL',
          verifactu: false,
          outside_reason: 'sii',
          migrating: false,
          unique_external_ids: false,
          census: 'off',
          census_when_unavailable: 'proceed',
          paused_at: null,
        },
        key: { id: await keyOf(id), prefix: apiKey.slice(0, 13) },
        session_expires_at: null,
        rights: ['read', 'submit'],
        issuer_nifs: null,
        registers: null,
        environment: 'test',
        limits: {
          requests_per_minute: 1_000_000,
          invoices_per_batch: 1000,
          body_bytes: 33_554_432,
          failed_invoices_per_hour: 500_000,
          invoice_wait_seconds: 5,
          seconds_between_batches: 0,
        },
      },
    });
    expect(answer.body).not.toContain(apiKey);
    await api.database.pool.query(
      `update organizations set issuer_nifs = '{B12345674}', migrating = true, paused_at = '2026-11-20T09:30:00.9Z' where id = $1`,
      [id],
    );
    const ofSession = (await ask(`Bearer ${token}`)).json<{ data: object }>().data;
    expect(ofSession).toMatchObject({
      organization: { migrating: true, paused_at: '2026-11-20T09:30:00Z' },
      issuer_nifs: ['B12345674'],
      registers: [],
      session_expires_at: expect.stringMatching(/Z$/) as string,
    });
  });

  it('answers a key with any right, and not one of another kind', async () => {
    const { apiKey } = await api.createOrganization('Solo Corregir SL', null, ['correct']);
    expect((await ask(`Bearer ${apiKey}`)).statusCode).toBe(200);
    expect((await ask(`Bearer ${apiKey}`, '/api/v1/me')).statusCode).toBe(404);
  });
});
