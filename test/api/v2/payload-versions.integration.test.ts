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

const send = (method: 'POST' | 'PATCH', path: string, payload: object) =>
  lenient.inject({
    method,
    url: `/api/v2/webhook_endpoints${path}`,
    headers: { authorization: `Bearer ${organization.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
const dataOf = (answer: LightMyRequestResponse) => answer.json<{ data: EndpointView }>().data;
const errorOf = (answer: LightMyRequestResponse) => answer.json<ErrorBody>().error;
const create = async (url: string, more: object = {}) => dataOf(await send('POST', '', { url, ...more }));

describe('an API key with the right webhooks', () => {
  it('chooses the version of the payloads of its endpoint, and changes it for waiting events as well', async () => {
    const [older, newer] = [await hooks.openReceiver(), await hooks.openReceiver()];
    const first = await create(older.url);
    const second = await create(newer.url, { payload_version: 2 });
    expect([first, second].map((endpoint) => endpoint.payload_version)).toEqual([1, 2]);
    const batchId = await issueBatch(hooks.test.api, organization, 1, 'V', () => ({ number_serie: '' }));
    await hooks.deliverAll(first.id);
    await hooks.deliverAll(second.id);
    const shape = ({ arrivals }: typeof older) =>
      arrivals.map(({ id, event: { type, version, data } }) => ({ id, type, version, data }));
    const [inFirst, inSecond] = [shape(older), shape(newer)];
    expect(inFirst.map(({ version, data }) => [version, Object.keys(data)])).toEqual([
      [1, ['invoice_batch', 'batch_invoice']],
      [1, ['invoice_batch']],
    ]);
    expect(inSecond).toEqual(
      inFirst.map(({ data: { invoice_batch: batch, batch_invoice: invoice }, ...event }) => ({
        ...event,
        version: 2,
        data: { batch, ...(invoice && { invoice }) },
      })),
    );
    expect(inSecond[0]!.data).toMatchObject({ batch: { id: batchId }, invoice: { id: batchId * 1000 } });
    await issueBatch(hooks.test.api, organization, 1, 'W', () => ({ number_serie: '' }));
    const changed = dataOf(await send('PATCH', `/${first.id}`, { payload_version: 2 }));
    expect(changed).toMatchObject({ payload_version: 2, secret: null });
    await hooks.deliverAll(first.id);
    expect(shape(older).map(({ version }) => version)).toEqual([1, 1, 2, 2]);
    const acts = await hooks.test.read<object>(
      `select act, details ->> 'payload_version' as version from operator_acts where subject_id = $1 and act like 'webhook.%' order by id`,
      [first.id],
    );
    expect(acts).toEqual([
      { act: 'webhook.add', version: '1' },
      { act: 'webhook.change', version: '2' },
    ]);
    for (const version of [0, 3, '2', 1.5, null]) {
      const refused = await send('PATCH', `/${first.id}`, { payload_version: version });
      expect([refused.statusCode, errorOf(refused).details[0]?.path]).toEqual([422, '/payload_version']);
    }
  });
});
