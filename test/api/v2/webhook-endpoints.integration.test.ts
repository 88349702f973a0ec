import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import type { EndpointView } from '../../../src/contracts/v2/webhook-endpoints.ts';
import { MAX_ENDPOINTS } from '../../../src/contracts/webhooks.ts';
import { publishSealingKey } from '../../../src/notify/sealing-keys.ts';
import { openTestWebhooks, type TestWebhooks } from '../../notify/support/open-test-webhooks.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';

let hooks: TestWebhooks;
/** An API that allows receivers on loopback. */
let lenient: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  hooks = await openTestWebhooks();
  lenient = await openTestApi({ WEBHOOKS_ALLOW_PRIVATE: true }, { beside: hooks.test.api });
});
afterAll(async () => {
  await lenient[Symbol.asyncDispose]();
  await hooks[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await publishSealingKey(hooks.test.api.workers.pool, [hooks.key], new Date());
  const rights = ['submit', 'read', 'webhooks'] as const;
  organization = await hooks.test.api.createOrganization('Con Webhooks SL', null, rights);
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (
  method: Method,
  path = '',
  payload?: object | string,
  token = organization.token,
  api = hooks.test.api,
) =>
  api.inject({
    method,
    url: `/api/v2/webhook_endpoints${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && {
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    }),
  });
type Shown = EndpointView & { readonly secret: string | null };
const dataOf = (answer: LightMyRequestResponse) => answer.json<{ data: Shown }>().data;
const errorOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().error;
const create = async (url: string, more: object = {}) => {
  const answer = await send('POST', '', { url, ...more }, organization.token, lenient);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const { secret, ...shown } = dataOf(answer);
  return { secret: secret!, shown, id: shown.id };
};
const patch = async (id: number, change: object) => {
  const answer = await send('PATCH', `/${id}`, change);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return dataOf(answer);
};
const actsOf = async (id: number) => {
  const acts = await hooks.test.read<{ act: string; operator: string }>(
    `select act, operator from operator_acts where subject_id = $1 and act like 'webhook.%' order by id`,
    [id],
  );
  return acts.map(({ act, operator }) => `${act} by ${operator.split(':')[0]}`);
};

describe('an API key with the right webhooks', () => {
  it('creates an endpoint whose secret is shown once and signs what the worker sends', async () => {
    const receiver = await hooks.openReceiver();
    const { id, secret, shown } = await create(receiver.url, { event_types: ['batch.finished'] });
    expect(shown).toEqual({
      id,
      url: receiver.url,
      event_types: ['batch.finished'],
      payload_version: 1,
      enabled: true,
      created_at: expect.stringMatching(/Z$/),
      previous_secret_until: null,
      failing_since: null,
      waiting_events: 0,
      last_failure: null,
    });
    expect((await send('GET')).json()).toEqual({ data: [shown] });
    expect((await send('GET', `/${id}`)).json()).toEqual({ data: shown });
    await issueBatch(hooks.test.api, organization, 1, 'S');
    expect((await send('GET', `/${id}`)).json()).toMatchObject({ data: { waiting_events: 1 } });
    await hooks.deliverAll(id);
    receiver.verify(secret);
    expect(receiver.arrivals.map(({ event }) => event.type)).toEqual(['batch.finished']);
    expect(await actsOf(id)).toEqual(['webhook.add by key']);
    const stored = await hooks.test.read<object>(
      `select a.details ->> 'host' as host, position($2::bytea in e.sealed_secret) as found
       from operator_acts a join webhook_endpoints e on e.id = a.subject_id where a.subject_id = $1 and a.act = 'webhook.add'`,
      [id, Buffer.from(secret)],
    );
    expect(stored).toEqual([{ host: new URL(receiver.url).host, found: 0 }]);
  });

  it('changes the events, disables and enables the endpoint, and removes it', async () => {
    const receiver = await hooks.openReceiver();
    const { id } = await create(receiver.url);
    expect(await patch(id, { event_types: ['invoice.failed'] })).toMatchObject({
      event_types: ['invoice.failed'],
      secret: null,
    });
    await issueBatch(hooks.test.api, organization, 2, 'E', (index) =>
      index === 0 ? { number_serie: '' } : {},
    );
    expect(await patch(id, { enabled: false })).toMatchObject({ enabled: false, waiting_events: 0 });
    await hooks.deliverAll(id);
    expect(receiver.arrivals).toEqual([]);
    expect(await patch(id, { enabled: true, event_types: null })).toMatchObject({
      enabled: true,
      event_types: null,
    });
    await issueBatch(hooks.test.api, organization, 2, 'F', (index) =>
      index === 0 ? { number_serie: '' } : {},
    );
    await hooks.deliverAll(id);
    expect(receiver.arrivals.map(({ event }) => event.type)).toEqual(['invoice.failed', 'batch.finished']);
    expect(receiver.arrivals[0]!.event.data.batch_invoice).toMatchObject({
      external_invoice_id: 'F-ext-0',
      processing_status: 'failed',
    });
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(204);
    expect((await send('GET')).json()).toEqual({ data: [] });
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(404);
    expect(await actsOf(id)).toEqual(
      ['add', 'change', 'disable', 'change', 'enable', 'remove'].map((act) => `webhook.${act} by key`),
    );
  });

  it('replaces the secret; the previous one also signs for the hours that it asks for', async () => {
    const receiver = await hooks.openReceiver();
    const { id, secret } = await create(receiver.url);
    const replaced = await patch(id, { new_secret: { previous_valid_hours: 1 } });
    expect(replaced.secret).toMatch(/^whsec_/);
    expect(replaced.previous_secret_until).toBe(
      `${new Date(hooks.test.api.clock.now.getTime() + 3_600_000).toISOString().slice(0, 19)}Z`,
    );
    await issueBatch(hooks.test.api, organization, 1, 'G');
    await hooks.deliverAll(id);
    receiver.verify(secret);
    receiver.verify(replaced.secret!);
    const last = await patch(id, { new_secret: { previous_valid_hours: 0 } });
    expect(last.previous_secret_until).toBeNull();
    receiver.arrivals.length = 0;
    await issueBatch(hooks.test.api, organization, 1, 'H');
    await hooks.deliverAll(id);
    receiver.verify(last.secret!);
    expect(() => receiver.verify(replaced.secret!)).toThrow('No matching signature found');
  });

  it('sends a test event regardless of the event types that the endpoint receives, one at a time', async () => {
    const receiver = await hooks.openReceiver();
    const { id, secret } = await create(receiver.url, { event_types: ['batch.finished'] });
    hooks.test.api.jobs.length = 0;
    const answer = await send('POST', `/${id}/test`);
    expect(answer.statusCode).toBe(202);
    expect(hooks.test.api.jobs).toMatchObject([
      { name: 'deliver-webhooks', payload: { organizationId: organization.id, endpointId: id } },
    ]);
    const again = await send('POST', `/${id}/test`);
    expect([again.statusCode, errorOf(again).code]).toEqual([422, 'test_waiting']);
    receiver.answer = (response) => response.writeHead(500).end();
    await hooks.deliver(id);
    expect((await send('GET', `/${id}`)).json()).toMatchObject({
      data: {
        waiting_events: 1,
        last_failure: expect.stringContaining('500'),
        failing_since: expect.any(String),
      },
    });
    receiver.answer = (response) => response.end();
    expect(await patch(id, { enabled: true })).toMatchObject({ failing_since: null });
    hooks.test.pass(60);
    await hooks.deliverAll(id);
    receiver.verify(secret);
    const [, arrived] = receiver.arrivals;
    expect(arrived!.event).toMatchObject({ type: 'webhook.test', data: { webhook_endpoint: { id } } });
    expect(arrived!.id).toBe(answer.json<{ data: { webhook_id: string } }>().data.webhook_id);
    await patch(id, { enabled: false });
    expect(errorOf(await send('POST', `/${id}/test`)).code).toBe('endpoint_disabled');
  });

  it('still says why after a receiver that is gone has disabled the endpoint', async () => {
    const receiver = await hooks.openReceiver();
    const { id } = await create(receiver.url);
    await issueBatch(hooks.test.api, organization, 1, 'GONE');
    receiver.answer = (response) => response.writeHead(410).end();
    await hooks.deliver(id);
    expect(dataOf(await send('GET', `/${id}`))).toMatchObject({
      enabled: false,
      waiting_events: 0,
      last_failure: expect.stringContaining('410') as string,
    });
    await patch(id, { enabled: true });
    expect(dataOf(await send('GET', `/${id}`))).toMatchObject({ enabled: true, last_failure: null });
  });

  it('has at most ten endpoints, however many it creates at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_ENDPOINTS + 4 }, (_none, index) =>
        send('POST', '', { url: `https://erp${index}.example.com/` }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array.from({ length: MAX_ENDPOINTS }, () => 201), 422, 422, 422, 422]);
    expect(errorOf(answers.find(({ statusCode }) => statusCode === 422)!).code).toBe('too_many_endpoints');
  });

  it('cannot see, change, test or remove the endpoints of another organization', async () => {
    const { id } = await create('https://erp.example.com/');
    const { token } = await hooks.test.api.createOrganization('Otra SL', null, ['webhooks']);
    const answers = [
      await send('GET', `/${id}`, undefined, token),
      await send(
        'PATCH',
        `/${id}`,
        { enabled: false, event_types: ['batch.finished'], new_secret: {} },
        token,
      ),
      await send('POST', `/${id}/test`, undefined, token),
      await send('DELETE', `/${id}`, undefined, token),
      await send('GET', '/x'),
      await send('DELETE', '/0'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    expect((await send('GET', '', undefined, token)).json()).toEqual({ data: [] });
    expect((await send('GET', `/${id}`)).json()).toMatchObject({
      data: { enabled: true, event_types: null },
    });
    expect(await actsOf(id)).toEqual(['webhook.add by key']);
  });

  it.each([
    [{}, '/url', 'is required'],
    [{ url: 5 }, '/url', 'must be a string'],
    [{ url: 'https://a.example.com/', event_types: [] }, '/event_types', 'must have at least 1 item'],
    [
      { url: 'https://a.example.com/', event_types: ['batch.done'] },
      '/event_types/0',
      'must be one of batch.finished',
    ],
    [
      { url: 'https://a.example.com/', event_types: ['batch.finished', 'batch.finished'] },
      '/event_types',
      'must not repeat',
    ],
    [{ url: 'https://a.example.com/', secret: 'mine' }, '/secret', 'is not allowed'],
    [{ url: 'http://a.example.com/' }, '/url', 'must begin with https://'],
    [{ url: 'https://127.0.0.1/' }, '/url', 'private or local address'],
    [{ url: 'https://[::1]/' }, '/url', 'private or local address'],
    [{ url: 'https://localhost/' }, '/url', 'private or local name'],
    [{ url: 'https://user:secret@a.example.com/' }, '/url', 'must not contain a user or password'],
    [{ url: `https://a.example.com/${'x'.repeat(2000)}` }, '/url', 'at most 2000 characters'],
  ])('is told what is wrong with an endpoint: %#', async (body, path, message) => {
    const answer = await send('POST', '', body);
    expect(answer.statusCode).toBe(422);
    const { code, details } = errorOf(answer);
    expect(code).toBe('validation_failed');
    expect(details[0]).toMatchObject({ path });
    expect(details[0]!.message).toContain(message);
    expect((await send('GET')).json()).toEqual({ data: [] });
  });

  it.each([
    [{ url: 'https://a.example.com/' }, '/url', 'is not allowed'],
    [{ enabled: 'yes' }, '/enabled', 'must be true or false'],
    [
      { new_secret: { previous_valid_hours: 721 } },
      '/new_secret/previous_valid_hours',
      'must be at most 720',
    ],
    [{ new_secret: { previous_valid_hours: -1 } }, '/new_secret/previous_valid_hours', 'must be at least 0'],
    [{ new_secret: true }, '/new_secret', 'must be an object'],
  ])('is told what is wrong with a change: %#', async (body, path, message) => {
    const { id } = await create('https://erp.example.com/');
    const answer = await send('PATCH', `/${id}`, body);
    expect(answer.statusCode).toBe(422);
    expect(errorOf(answer).details[0]).toMatchObject({ path, message: expect.stringContaining(message) });
  });

  it('gets no secret before a worker has published its key', async () => {
    await hooks.test.api.database.pool.query('delete from sealing_keys');
    const answer = await send('POST', '', { url: 'https://erp.example.com/' });
    expect([answer.statusCode, errorOf(answer).message]).toEqual([
      503,
      expect.stringContaining('CERTIFICATE_KEY'),
    ]);
  });
});

describe('without the right webhooks', () => {
  it('a key is refused, also if the right is withdrawn while its session is remembered', async () => {
    const { token } = await hooks.test.api.createOrganization('Sin Webhooks SL', null, [
      'submit',
      'read',
      'correct',
    ]);
    const answer = await send('POST', '', { url: 'https://erp.example.com/' }, token);
    expect([answer.statusCode, errorOf(answer).code]).toEqual([403, 'forbidden']);
    expect((await send('GET')).statusCode).toBe(200);
    await hooks.test.api.database.pool.query(
      `update api_keys set rights = '{read}' where organization_id = $1`,
      [organization.id],
    );
    const refused = await send('POST', '', { url: 'https://erp.example.com/' });
    expect([refused.statusCode, errorOf(refused).code]).toEqual([403, 'forbidden']);
  });
});
