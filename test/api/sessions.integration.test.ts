import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeApiKey } from '#src/organizations/access/organizations.ts';
import { BY_TEST, openTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ SESSION_RATE_LIMIT: 1000 });
});
afterAll(() => api[Symbol.asyncDispose]());

const send = (payload: string | object) =>
  api.inject({
    method: 'POST',
    url: '/api/v1/auth/sessions',
    headers: { 'content-type': 'application/json' },
    payload,
  });
type Session = { session_token: string; expires_at: string };

describe('the creation of a session [B20]', () => {
  it('returns 201 with a token and its expiry 24 hours later in whole seconds', async () => {
    const { apiKey } = await api.createOrganization();
    const answer = await send({ api_key: apiKey });
    expect(answer.statusCode).toBe(201);
    const session = answer.json<Session>();
    expect(Object.keys(session)).toEqual(['session_token', 'expires_at']);
    expect(session.expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const wholeSeconds = Math.floor(api.clock.now.getTime() / 1000) * 1000;
    expect(Date.parse(session.expires_at)).toBe(wholeSeconds + 24 * 3600 * 1000);
  });

  it('returns another token of 256 random bits every time', async () => {
    const { apiKey } = await api.createOrganization();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ api_key: apiKey })));
    const tokens = answers.map((answer) => answer.json<Session>().session_token);
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(token).toMatch(/^ses_[A-Za-z0-9_-]{43}$/);
  });

  it('stores only the SHA-256 hashes of keys and tokens', async () => {
    const { apiKey, token, id } = await api.createOrganization();
    const { rows } = await api.database.pool.query<Record<string, Buffer>>(
      `select k.key_hash, s.token_hash, row_to_json(k)::text || row_to_json(s)::text as everything
       from api_keys k join sessions s on s.api_key_id = k.id where k.organization_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!['key_hash']).toEqual(hash('sha256', apiKey, 'buffer'));
    expect(rows[0]!['token_hash']).toEqual(hash('sha256', token, 'buffer'));
    expect(rows[0]!['everything']).not.toContain(apiKey);
    expect(rows[0]!['everything']).not.toContain(token);
  });

  it.each([
    ['missing', {}, 'api_key is required'],
    ['null', { api_key: null }, 'api_key is required'],
    ['empty', { api_key: '' }, "api_key can't be blank"],
    ['blank', { api_key: ' \t\n ' }, "api_key can't be blank"],
    ['a number', { api_key: 5 }, 'api_key must be a string'],
    ['a boolean', { api_key: true }, 'api_key must be a string'],
    ['an array', { api_key: ['org_live_x'] }, 'api_key must be a string'],
    ['an object', { api_key: {} }, 'api_key must be a string'],
    ['inherited', '{"__proto__":{"api_key":"org_live_x"}}', 'api_key is required'],
    ['in an array', '[{"api_key":"x"}]', 'Body must be an object'],
    ['in a string', '"api_key"', 'Body must be an object'],
    ['in null', 'null', 'Body must be an object'],
    ['a duplicate member', '{"api_key":"a","api_key":"b"}', 'Body has a duplicate member: api_key'],
    [
      'in a body that is not JSON',
      'api_key=x',
      'Body is not valid JSON: the character at line 1, column 1 is not expected there',
    ],
  ])('refuses an api_key that is %s with 400', async (_what, payload, message) => {
    const answer = await send(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(errorBody('bad_request', message));
  });

  it('refuses a request without a body with 400', async () => {
    const answer = await api.inject({ method: 'POST', url: '/api/v1/auth/sessions' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(errorBody('bad_request', 'api_key is required'));
  });

  it.each([
    ['unknown', `org_live_${'a'.repeat(43)}`],
    ['malformed', 'x'],
    ['with NUL', 'org_live_\0'],
    ['with a lone surrogate', 'org_live_\ud800'],
    ['very long', 'x'.repeat(10_000)],
  ])('refuses a key that is %s with 401', async (_what, apiKey) => {
    const answer = await send({ api_key: apiKey });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(errorBody('unauthorized', 'Invalid API key'));
  });

  it('refuses a key with added blanks, in another case or truncated', async () => {
    const { apiKey } = await api.createOrganization();
    for (const changed of [` ${apiKey}`, `${apiKey} `, apiKey.toUpperCase(), apiKey.slice(0, -1)]) {
      expect((await send({ api_key: changed })).statusCode).toBe(401);
    }
  });

  it('refuses a revoked key with 401', async () => {
    const { apiKey, id } = await api.createOrganization();
    const { rows } = await api.database.pool.query(
      'select id::int from api_keys where organization_id = $1',
      [id],
    );
    await revokeApiKey(api.database.orm, rows[0].id, new Date(), BY_TEST);
    const answer = await send({ api_key: apiKey });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(errorBody('unauthorized', 'Invalid API key'));
  });

  it('leaves database connections to other requests while many clients guess keys', async () => {
    const { token } = await api.createOrganization();
    await api.get(token, '/invoice_batches');
    const blocker = await api.database.pool.connect();
    await blocker.query('begin; lock table api_keys in access exclusive mode');
    const guesses = Array.from({ length: 60 }, (_, index) => {
      const api_key = `org_live_${'x'.repeat(38)}${String(index).padStart(5, '0')}`;
      return send({ api_key });
    });
    try {
      await eventually(async () => (await countWaiting()) > 0);
      expect((await api.get(token, '/invoice_batches')).statusCode).toBe(200);
      expect(await countWaiting()).toBeLessThanOrEqual(3);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(new Set((await Promise.all(guesses)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });

  const countWaiting = async () => {
    const { rows } = await api.database.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };

  it('ignores additional members', async () => {
    const { apiKey } = await api.createOrganization();
    expect((await send({ api_key: apiKey, client: 'x' })).statusCode).toBe(201);
  });

  it('refuses a body of more than 16 KiB with 413', async () => {
    const answer = await send({ api_key: 'x'.repeat(17_000) });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual(
      errorBody(
        'payload_too_large',
        expect.stringMatching(
          /^Body is larger than the \d+ bytes \(\d+ KB\) that this endpoint accepts; send less in one request$/,
        ) as string,
      ),
    );
  });
});
