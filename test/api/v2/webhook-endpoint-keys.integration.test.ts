import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../src/contracts/v2/error-answer.ts';
import type { EndpointView } from '../../../src/contracts/v2/webhook-endpoints.ts';
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
  await publishSealingKey(hooks.test.api.workers.pool, [hooks.key], new Date());
  const rights = ['submit', 'read', 'webhooks'] as const;
  organization = await hooks.test.api.createOrganization('Con Webhooks SL', null, rights);
});
afterAll(async () => {
  await lenient[Symbol.asyncDispose]();
  await hooks[Symbol.asyncDispose]();
});

const ask = (method: 'GET' | 'DELETE', path = '') =>
  lenient.inject({
    method,
    url: `/api/v2/webhook_endpoints${path}`,
    headers: { authorization: `Bearer ${organization.token}` },
  });
const dataOf = (answer: LightMyRequestResponse) =>
  answer.json<{ data: EndpointView & { readonly secret: string | null } }>().data;
const errorOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().error;

describe('an API key with the right webhooks', () => {
  it('creates one endpoint with an Idempotency-Key, whose repetitions return it with a secret that signs', async () => {
    const receiver = await hooks.openReceiver();
    const key = randomUUID();
    const post = (body: object, of = organization, own: string = key) =>
      lenient.inject({
        method: 'POST',
        url: '/api/v2/webhook_endpoints',
        headers: {
          authorization: `Bearer ${of.token}`,
          'content-type': 'application/json',
          'idempotency-key': own,
        },
        payload: JSON.stringify(body),
      });
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ url: receiver.url })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    const { id, secret: first } = dataOf(await post({ url: receiver.url }));
    const last = await post({ url: receiver.url });
    expect(last.headers['idempotency-replayed']).toBe('true');
    expect((await ask('GET')).json<{ data: object[] }>().data).toHaveLength(1);
    await issueBatch(hooks.test.api, organization, 1, 'ONCE');
    await hooks.deliverAll(id);
    receiver.verify(first!);
    receiver.verify(dataOf(last).secret!);
    for (const more of [{ event_types: ['batch.finished'] }, { payload_version: 2 }]) {
      const other = await post({ url: receiver.url, ...more });
      expect([other.statusCode, errorOf(other).code]).toEqual([422, 'invalid_idempotency_key']);
    }
    expect(errorOf(await post({ url: receiver.url }, organization, 'x')).code).toBe(
      'invalid_idempotency_key',
    );
    const foreign = await hooks.test.api.createOrganization('Otra SL', null, ['webhooks']);
    expect(dataOf(await post({ url: receiver.url }, foreign)).id).not.toBe(id);
    await ask('DELETE', `/${id}`);
    expect(dataOf(await post({ url: receiver.url })).id).not.toBe(id);
  });
});
