import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueBatch } from '../support/engine.ts';
import { buildBatch } from './support/batches.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening.api[Symbol.asyncDispose]());

it('the client compresses a large body, but not a small or incompressible one, and each creates one batch', async () => {
  const sent: [encoding: string | null, bytes: number][] = [];
  const engine = listening.open({
    fetch: (input, init) => {
      const { body } = init ?? {};
      const bytes = typeof body === 'string' ? Buffer.byteLength(body) : (body as Uint8Array | null)?.length;
      if (new URL(input).pathname.endsWith('/invoice_batches'))
        sent.push([new Headers(init?.headers).get('content-encoding'), bytes ?? 0]);
      return fetch(input, init);
    },
  });
  const [small, large, noisy] = [buildBatch(1, 'S'), buildBatch(500, 'L'), buildBatch(50, 'N')];
  for (const invoice of noisy.invoices) invoice.lines[0]!.notes = randomBytes(1450).toString('base64');
  for (const batch of [small, large, noisy]) {
    const { id, errors } = await engine.submit(batch);
    expect(errors).toEqual([]);
    expect(await engine.getBatch(id)).toMatchObject({ invoices_count: batch.invoices.length });
  }
  expect(sent.map(([encoding]) => encoding)).toEqual([null, 'gzip', null]);
  expect(sent[1]![1]).toBeLessThan(JSON.stringify(large).length / 8);
});

it('the client reports the error code of a correction that is not allowed or not possible', async () => {
  const { api, organization } = listening;
  const invoiceId = (await issueBatch(api, organization, 1, 'COR')) * 1000;
  const order = { reason: 'Emitida dos veces' };
  await expect(listening.open().annul(invoiceId, order)).rejects.toMatchObject({
    status: 403,
    code: 'forbidden',
  });
  await api.database.pool.query(`update api_keys set rights = '{submit,read,correct}'`);
  const engine = listening.open();
  for (const action of ['annul', 'resend'] as const) {
    await expect(engine[action](invoiceId, order)).rejects.toMatchObject({
      status: 409,
      code: 'not_answered_yet',
    });
  }
});
