import { expect, it } from 'vitest';
import { openTestWebhooks } from './support/open-test-webhooks.ts';

it('an annulment through an API key causes the same events as one by an operator, only for its own organization', async () => {
  await using hooks = await openTestWebhooks();
  const { api, organization } = hooks.test;
  const [receiver, stranger] = [await hooks.openReceiver(), await hooks.openReceiver()];
  const { id, secret } = await hooks.add(receiver.url);
  const other = await hooks.add(stranger.url, { organizationId: (await api.createOrganization()).id });
  const batchId = await hooks.issue(1, 'BYKEY');
  await hooks.test.remit(await hooks.test.chainOf());
  await api.database.pool.query(`update api_keys set rights = '{submit,read,correct}'`);
  const session = await api.inject({
    method: 'POST',
    url: '/api/v1/auth/sessions',
    payload: { api_key: organization.apiKey },
  });
  const annulled = await api.inject({
    method: 'POST',
    url: `/api/v1/batch_invoices/${batchId * 1000}/annul`,
    headers: { authorization: `Bearer ${session.json<{ session_token: string }>().session_token}` },
    payload: { reason: 'Emitida dos veces' },
  });
  expect(annulled.statusCode).toBe(202);
  await hooks.deliverAll(id);
  await hooks.deliverAll(other.id);
  receiver.verify(secret);
  expect(receiver.arrivals.map(({ event }) => event.type)).toEqual([
    'batch.finished',
    'invoice.accepted',
    'invoice.annulled',
  ]);
  expect(stranger.arrivals).toEqual([]);
});
