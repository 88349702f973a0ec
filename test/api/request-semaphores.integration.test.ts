import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { issueInvoice } from '../support/pdfs.ts';

let api: TestApi;
let [busy, other]: TestOrganization[] = [];
beforeAll(async () => {
  api = await openTestApi();
  [busy, other] = [await api.createOrganization(), await api.createOrganization()];
});
afterAll(() => api[Symbol.asyncDispose]());

const send = (what: 'a list' | 'a body that is refused', { token }: TestOrganization) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  if (what === 'a list') return api.inject({ url: '/api/v1/invoice_batches', headers });
  return api.inject({
    method: 'POST',
    url: '/api/v1/invoice_batches',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: '{"x":1}',
  });
};

describe('an organization with many open requests', () => {
  it.each(['a list', 'a body that is refused'] as const)(
    'has at most 64 processed at a time, and other organizations are served in between: %s',
    async (what) => {
      let answered = 0;
      const flood = Array.from({ length: 400 }, () => send(what, busy!).then(() => (answered += 1)));
      await send('a list', other!);
      // The requests in progress when the other one arrived, and those that took their place.
      expect(answered).toBeLessThanOrEqual(3 * 64);
      await Promise.all(flood);
      expect(answered).toBe(400);
    },
  );

  it('is served while others of its requests wait for a PDF', async () => {
    const id = await issueInvoice(api, busy!, 'T-1');
    let answered = 0;
    const waiting = Array.from({ length: 100 }, () =>
      api.get(busy!.token, `/batch_invoices/${id}/pdf`).then(() => (answered += 1)),
    );
    await eventually(
      () => api.jobs.filter(({ name, urgent }) => name === 'render-pdfs' && urgent).length >= 100,
    );
    expect((await send('a list', busy!)).statusCode).toBe(200);
    expect(answered).toBe(0);
    await Promise.all(waiting);
  });
});
