import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REQUESTS_BESIDE_OTHERS } from '../../src/platform/admission/limits.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { buildBatchBody } from '../support/invoices.ts';
import { issueInvoice } from '../support/pdfs.ts';
import { openRawConnection } from '../support/raw-http.ts';

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

/** Returns the bytes of the bodies that are held. */
const held = async () => (await api.metrics.bodyBytes.get()).values[0]?.value ?? 0;

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

  it('is served while the bodies of more requests arrive than it may have at a time beside others', async () => {
    await send('a list', other!);
    using connections = new DisposableStack();
    const count = REQUESTS_BESIDE_OTHERS + 1;
    for (let index = 0; index < count; index += 1)
      connections
        .use(await openRawConnection(api.app))
        .send(
          `POST /api/v1/invoice_batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${busy!.token}\r\nIdempotency-Key: ${crypto.randomUUID()}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
        );
    await eventually(async () => (await held()) >= count);
    expect((await send('a list', busy!)).statusCode).toBe(200);
  });

  it('has its small batches stored together although it may have few requests at a time beside others', async () => {
    await send('a list', other!);
    // What is read once about an issuer is known from then on.
    await api.post(busy!.token, buildBatchBody(1, 'FIRST'));
    const bodies = Array.from({ length: 10 }, (_none, index) => buildBatchBody(1, `S${index}`));
    const bytes = bodies.reduce((sum, body) => sum + JSON.stringify(body).length, 0);
    const blocker = await api.database.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table batches in exclusive mode');
    const connects = vi.spyOn(api.ingress.pool, 'connect');
    const creating = Promise.all(bodies.map((body) => api.post(busy!.token, body)));
    await eventually(async () => (await held()) >= bytes);
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    await blocker.query('rollback');
    blocker.release();
    for (const { statusCode } of await creating) expect(statusCode).toBe(201);
    // Two statements with the first batches waited, and a third one stored all that had come
    // meanwhile.
    expect(connects.mock.calls.length).toBeLessThanOrEqual(4);
    connects.mockRestore();
  });
});
