import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import type { RecipientProfileView } from '../../../src/contracts/v2/recipient-profiles.ts';
import { createSession, openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';

const NIF = 'A12345674';
const JSON_TYPE = { 'content-type': 'application/json' };

let api: TestApi;
let origin: string;
let own: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 100_000 });
  own = await api.createOrganization('Con Perfiles SL', null, ['submit', 'read', 'recipients']);
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api[Symbol.asyncDispose]());

type Sent = { body?: string; headers?: Record<string, string>; token?: string };
async function send(method: 'GET' | 'PUT' | 'DELETE', rest: string, { body, headers, token }: Sent = {}) {
  const answer = await fetch(`${origin}/api/v2/recipient_profiles${rest}`, {
    method,
    headers: {
      authorization: `Bearer ${token ?? own.token}`,
      ...(body === undefined ? {} : JSON_TYPE),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}
const put = (reference: string, rest = `/${NIF}`, token = own.token) =>
  send('PUT', rest, { body: JSON.stringify({ buyer_reference: reference }), token });
const profileIn = ({ text }: { text: string }) => (JSON.parse(text) as { data: RecipientProfileView }).data;
const countVersions = async (organization = own) =>
  (
    await api.database.pool.query('select from recipient_profiles where organization_id = $1', [
      organization.id,
    ])
  ).rowCount;

/** Texts that are no numbers, or that could reach another path. */
const NO_NUMBERS = [
  '%2F',
  '%2e%2e%2fx',
  '%2e%2e%2f%2e%2e%2finvoices',
  '12%2F',
  '12%2F%2F34',
  '%26',
  '%00',
  'A12345674%00',
  '%0A',
  '%',
  '%zz',
  '%ED%A0%80',
  '%E2%80%AEA12345674',
  '%EF%BC%A1%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96%EF%BC%97%EF%BC%94',
  '%C5%BF12345674',
  '__proto__',
  '%27%3B--',
  'A'.repeat(10_000),
  'A12345674'.repeat(12),
];
/** Unusual ways to write a number, with the number. */
const WRITTEN: readonly (readonly [string, string])[] = [
  ['12%2F34', '12/34'],
  ['constructor', 'CONSTRUCTOR'],
  ['%0Aa12345674', 'A12345674'],
  [`A1234567${'-'.repeat(80)}4`, 'A12345674'],
];

describe('a profile of a recipient', () => {
  it.each(NO_NUMBERS)('is neither found nor set nor removed under %j', async (number) => {
    const before = await countVersions();
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { status, text } = await send(method, `/${number}`, method === 'PUT' ? { body: '{}' } : {});
      expect([400, 404, 414, 431]).toContain(status);
      expect(text).toContain('"error"');
    }
    expect(await countVersions()).toBe(before);
  });

  it.each(WRITTEN)('is that of one number if it is set under %j', async (written, number) => {
    const answer = await put('WRITTEN', `/${written}`);
    expect(profileIn(answer).document_number).toBe(number);
    const found = await send('GET', `/${encodeURIComponent(number)}`);
    expect(profileIn(found).buyer_reference).toBe('WRITTEN');
    expect((await send('DELETE', `/${written}`)).status).toBe(204);
  });

  const deep = (levels: number) => `${'{"dir3":'.repeat(levels)}null${'}'.repeat(levels)}`;
  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a number', '1e999'],
    ['a list', '[]'],
    ['a prototype', '{"__proto__":{"buyer_reference":"x"}}'],
    ['a constructor', '{"constructor":{"prototype":{"buyer_reference":"x"}}}'],
    ['a prototype in its address', '{"electronic_address":{"__proto__":{"scheme":"EM","value":"x"}}}'],
    ['the prototype of a name as scheme', '{"electronic_address":{"scheme":"__proto__","value":"x"}}'],
    ['an address that is a list', '{"electronic_address":["EM","x"]}'],
    ['an address that is a text', '{"electronic_address":"EM:x"}'],
    ['DIR3 codes that are a list', '{"dir3":["L01280796","L01280796","L01280796"]}'],
    ['DIR3 codes that are numbers', '{"dir3":{"accounting_office":1,"managing_body":1,"processing_unit":1}}'],
    ['a unit that every object has', '{"default_unit_code":"constructor"}'],
    ['a member twice', '{"buyer_reference":"x","buyer_reference":"y"}'],
    ['a lone surrogate', '{"buyer_reference":"\\ud800"}'],
    ['a control character', '{"buyer_reference":"a\\u001b[2Jb"}'],
    ['a reversed text', '{"buyer_reference":"\\u202egnp.exe"}'],
    ['a reversed address', '{"electronic_address":{"scheme":"EM","value":"\\u202emoc.x"}}'],
    ['stacked marks', `{"buyer_reference":"a${'\u0301'.repeat(40)}"}`],
    ['16 kB of levels', deep(1500)],
    ['more than 16 kB', JSON.stringify({ buyer_reference: 'x'.repeat(17_000) })],
    ['a cut end', '{"buyer_reference":"x"'],
  ])('is not set with %s', async (_what, body) => {
    const before = await countVersions();
    const { status, text } = await send('PUT', `/${NIF}`, { body });
    expect([status, text]).toEqual([expect.toBeOneOf([400, 413, 422]), expect.stringContaining('"error"')]);
    // A refusal shows neither the direction nor the control characters of what it refuses.
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(await countVersions()).toBe(before);
  });

  it('is not set after its key was revoked or its session ended', async () => {
    const other = await api.createOrganization('Revocada SL', null, ['read', 'recipients']);
    const second = await createSession((request) => api.inject(request), other.apiKey);
    const ended = await api.inject({
      method: 'DELETE',
      url: '/api/v2/auth/sessions',
      headers: { authorization: `Bearer ${second}` },
    });
    expect(ended.statusCode).toBeLessThan(300);
    expect((await put('ENDED', undefined, second)).status).toBe(401);
    expect((await put('OPEN', undefined, other.token)).status).toBe(200);
    await api.database.pool.query('update api_keys set revoked_at = now() where organization_id = $1', [
      other.id,
    ]);
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { body: '{}' } : {};
      const { status } = await send(method, `/${NIF}`, { ...body, token: other.token });
      expect([401, 403]).toContain(status);
    }
    expect(await countVersions(other)).toBe(1);
  });

  it('is not listed with the cursor of another organization, another list or a changed one', async () => {
    const other = await api.createOrganization('Ajena SL', null, ['submit', 'read', 'recipients']);
    for (const number of ['DE123456789', 'CHE123456789']) await put('LIST', `/${number}`, other.token);
    const { text } = await send('GET', '?limit=1', { token: other.token });
    const cursor = (JSON.parse(text) as { meta: { next_cursor: string } }).meta.next_cursor;
    for (const wrong of [cursor, `${cursor}A`, '', '%00', cursor.toLowerCase()]) {
      const answer = await send('GET', `?limit=1&cursor=${wrong}`);
      expect([wrong, answer.status]).toEqual([wrong, 400]);
      expect((JSON.parse(answer.text) as ErrorBody).error).toBeDefined();
    }
  });

  it('is answered as the request set it, whatever other requests do at the same time', async () => {
    const removals = Array.from({ length: 50 }, () => send('DELETE', `/${NIF}`));
    const references = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'SAME' : randomUUID()));
    const answers = await Promise.all(references.map((reference) => put(reference)));
    expect(answers.map(({ status }) => status)).toEqual(references.map(() => 200));
    expect(answers.map((answer) => profileIn(answer).buyer_reference)).toEqual(references);
    for (const { status } of await Promise.all(removals)) expect([204, 404]).toContain(status);
    const { rows } = await api.database.pool.query<{ profiles: number; acts: number }>(
      `select (select count(*)::int from recipient_profiles where organization_id = $1) as profiles,
              (select count(*)::int from operator_acts where organization_id = $1 and act like 'recipient.%') as acts`,
      [own.id],
    );
    expect(rows[0]!.acts).toBe(rows[0]!.profiles);
  });
});
