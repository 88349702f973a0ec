import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainConnections } from '#src/api/limits/drain-connections.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { openRawConnection } from '../../support/raw-http.ts';
import { numbered, openSingleInvoices, type SingleInvoices, type Whole } from './support/single-invoices.ts';

let single: SingleInvoices;
let api: TestApi;
beforeAll(async () => {
  single = await openSingleInvoices();
  ({ api } = single);
});
afterAll(() => single[Symbol.asyncDispose]());

const send: SingleInvoices['send'] = (...sent) => single.send(...sent);

describe('while an invoice is not issued', () => {
  it.each<[string, Record<string, string>, number, number, string | undefined]>([
    ['no preference', {}, 1400, 3000, undefined],
    ['respond-async', { prefer: 'respond-async' }, 0, 900, 'respond-async'],
    ['a short wait', { prefer: 'wait=0' }, 0, 900, 'wait=0'],
    ['a wait of a second', { prefer: 'Wait = "1"; x, return=minimal' }, 950, 1400, 'wait=1'],
    ['both', { prefer: 'respond-async, wait=1' }, 950, 1400, 'respond-async, wait=1'],
    ['a longer wait than is possible', { prefer: 'wait=600' }, 1400, 3000, undefined],
    ['nonsense', { prefer: 'wait=-1, wait=soon,,;' }, 1400, 3000, undefined],
  ])(
    'the answer is 202 with its path in the time that the client prefers: %s',
    async (what, headers, least, most, applied) => {
      const { apiKey } = await api.createOrganization();
      const begun = performance.now();
      const answer = await single.withoutWorker(() =>
        send(apiKey, numbered(`W-${what.length}`), { headers }),
      );
      const took = performance.now() - begun;
      expect(answer.statusCode).toBe(202);
      expect(took).toBeGreaterThanOrEqual(least);
      expect(took).toBeLessThan(most);
      expect(answer.headers['preference-applied']).toBe(applied);
      expect(answer.headers['retry-after']).toBe('1');
      const { data } = answer.json<Whole>();
      expect(data).toEqual({
        id: data.id,
        invoice_batch_id: Math.floor(data.id / 1000),
        processing_status: 'pending',
        url: answer.headers['location'],
      });
      const read = () => api.get(apiKey, `/invoices/${data.id}`, {}, 2);
      expect((await read()).json<Whole>().data.processing_status).toBe('pending');
      await single.issueAll();
      expect((await read()).json<Whole>().data.processing_status).toBe('processed');
    },
  );

  it('because its organization is paused, the answer is 202 without the whole wait', async () => {
    const { apiKey, id } = await api.createOrganization();
    await api.database.pool.query('update organizations set paused_at = now() where id = $1', [id]);
    const begun = performance.now();
    const answer = await send(apiKey, numbered('P-1'));
    expect(answer.statusCode).toBe(202);
    expect(performance.now() - begun).toBeLessThan(1000);
    await api.database.pool.query('update organizations set paused_at = null where id = $1', [id]);
    await single.issueAll();
  });

  it('300 requests of an organization wait with one statement at a time, the others are answered at once, and another organization is served', async () => {
    const { apiKey } = await api.createOrganization();
    const other = await api.createOrganization();
    const { pool } = api.ingress;
    let connections = 0;
    const watch = setInterval(() => {
      connections = Math.max(connections, pool.totalCount - pool.idleCount);
    }, 5);
    single.works = false;
    const begun = performance.now();
    const took: number[] = [];
    const answers = Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const answer = await send(apiKey, numbered(`N-${index}`));
        took.push(performance.now() - begun);
        return answer;
      }),
    );
    await eventually(async () => took.length >= 44);
    connections = 0;
    single.works = true;
    const theirs = await send(other.apiKey, numbered('O-1', { issuer_nif: 'A12345674' }));
    expect(theirs.statusCode).toBe(201);
    const list = await api.get(apiKey, '/invoices?limit=1', {}, 2);
    expect(list.statusCode).toBe(200);
    for (const { statusCode } of await answers) expect(statusCode).toBe(202);
    clearInterval(watch);
    expect(connections).toBeLessThan(6);
    await single.issueAll();
  });

  it('the process that stops answers 202, also to requests that arrive later', async () => {
    await using stopping = await openTestApi({}, { beside: api, enqueueJobs: async () => {} });
    const { apiKey } = await api.createOrganization();
    const begun = performance.now();
    const waiting = send(apiKey, numbered('S-1'), { of: stopping });
    await wait(300);
    const drained = drainConnections(stopping.app);
    expect((await waiting).statusCode).toBe(202);
    expect((await send(apiKey, numbered('S-2'), { of: stopping })).statusCode).toBe(202);
    expect(performance.now() - begun).toBeLessThan(1500);
    await drained;
    await single.issueAll();
  });

  it('a client that leaves ends its wait, and finds the invoice with the same key', async () => {
    await using left = await openTestApi(
      { LOG_LEVEL: 'trace' },
      { beside: api, enqueueJobs: async () => {} },
    );
    const { apiKey } = await api.createOrganization();
    const key = randomUUID();
    const body = JSON.stringify(numbered('L-1'));
    const connection = await openRawConnection(left.app);
    connection.send(
      `POST /api/v2/invoices HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nIdempotency-Key: ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await eventually(async () => left.log.some((line) => line.includes('Batch accepted')));
    // Until then a statement looks for the batch several times a second.
    let looks = 0;
    const { pool } = left.ingress;
    const query = pool.connect.bind(pool) as () => Promise<PoolClient>;
    pool.connect = (() => {
      looks += 1;
      return query();
    }) as typeof pool.connect;
    await eventually(() => looks > 2);
    connection[Symbol.dispose]();
    const isOver = async () => {
      const before = looks;
      await wait(600);
      return looks === before;
    };
    await eventually(isOver, { within: 3000 });
    await single.issueAll();
    const again = await send(apiKey, body, { key });
    expect(again.statusCode).toBe(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });
});
