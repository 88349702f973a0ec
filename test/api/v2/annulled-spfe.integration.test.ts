import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SpfeDeliveryView } from '#src/contracts/v2/spfe.ts';
import { moveDelivery, storeDeliveries } from '../../support/spfe-deliveries.ts';
import { openCorrecting } from '../support/open-correcting.ts';

it('the annulment of an invoice holds a document that waits, and leaves one that AEAT has, which the invoice says', async () => {
  await using test = await openCorrecting();
  const { api, organization } = test;
  const waiting = await test.remitted('WAITS');
  const admitted = await test.remitted('THERE');
  await storeDeliveries(api.database.pool, [waiting, admitted]);
  await moveDelivery(api.workers.pool, admitted, ['sending', 'admitted']);
  for (const id of [waiting, admitted]) {
    const answer = await test.order('annul', id, { reason: 'Por error' }, undefined, 2);
    expect(answer.statusCode).toBe(202);
  }
  const read = async (id: number) =>
    (await api.get(organization.token, `/invoices/${id}`, {}, 2)).json<{ data: { spfe: SpfeDeliveryView } }>()
      .data.spfe;
  expect(await read(waiting)).toMatchObject({ state: 'held', remains_after_annulment: false });
  expect(await read(admitted)).toMatchObject({
    state: 'admitted',
    remains_after_annulment: true,
    messages: [],
  });
  const resent = await api.inject({
    method: 'POST',
    url: `/api/v2/invoices/${waiting}/spfe/resend`,
    headers: { authorization: `Bearer ${organization.token}`, 'idempotency-key': randomUUID() },
    payload: { reason: 'Se entrega igualmente' },
  });
  expect(resent.statusCode).toBe(202);
  expect(await read(waiting)).toMatchObject({ state: 'waiting_transport', versions: [] });
});
