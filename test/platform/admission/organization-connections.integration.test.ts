import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAsOrganization, ReadTooLongError } from '#src/platform/postgres/scoped-query.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { storePdf } from '../../support/pdfs.ts';

const AT_ONCE = 16;
/** The number of connections that one organization may use, out of the ten of a process. */
const MOST_CONNECTIONS = 5;
const LONGEST_READ_MS = 8000;

let api: TestApi;
let [busy, other]: TestOrganization[] = [];
let batchId: number;
beforeAll(async () => {
  api = await openTestApi({}, { limits: { longestReadMs: LONGEST_READ_MS } });
  [busy, other] = [await api.createOrganization(), await api.createOrganization()];
  batchId = await issueBatch(api, busy, 2, 'S');
  for (const place of [0, 1]) await storePdf(api, batchId * 1000 + place);
});
afterAll(() => api[Symbol.asyncDispose]());

/** Locks the tables of invoices against reads and writes until it is disposed. */
async function lockInvoices(): Promise<AsyncDisposable> {
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query('lock table batch_invoices, issued_invoices in access exclusive mode');
  return {
    async [Symbol.asyncDispose]() {
      await client.query('rollback');
      client.release();
    },
  };
}

async function countHeldUp(): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

let series = 0;
const buildBody = (count: number) => buildBatchBody(count, `C${(series += 1)}`);
const get = (path: string) => api.get(busy!.token, path);

const KINDS: Readonly<Record<string, () => Promise<{ statusCode: number }>>> = {
  searches: () => get('/batch_invoices?external_invoice_id=x'),
  'lists of invoices': () => get(`/invoice_batches/${batchId}/batch_invoices`),
  'filtered lists of invoices': () =>
    get(`/invoice_batches/${batchId}/batch_invoices?processing_status=failed`),
  'single invoices': () => get(`/batch_invoices/${batchId * 1000}`),
  summaries: () => get(`/invoice_batches/${batchId}/summary`),
  registrations: () => get(`/batch_invoices/${batchId * 1000}/registration`),
  PDFs: () => get(`/batch_invoices/${batchId * 1000}/pdf`),
  'archives of PDFs': () => get(`/invoice_batches/${batchId}/pdfs`),
  'dry runs': () =>
    api.inject({
      method: 'POST',
      url: '/api/v1/invoice_batches/validate',
      headers: { authorization: `Bearer ${busy!.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(buildBody(1)),
    }),
  'creations of small batches': () => api.post(busy!.token, buildBody(1)),
  'creations of large batches': () => api.post(busy!.token, buildBody(150)),
};

describe('an organization whose requests take a long time', () => {
  it.each(Object.entries(KINDS))(
    'leaves database connections to other organizations: %s',
    async (_kind, send) => {
      const locked = await lockInvoices();
      const sent = Array.from({ length: AT_ONCE }, send);
      await eventually(async () => (await countHeldUp()) > 0);
      // The requests run one after another, which gives the blocked ones time to take more
      // connections.
      for (let index = 0; index < 20; index += 1) {
        const answer = await api.get(other!.token, '/invoice_batches');
        expect(answer.statusCode).toBe(200);
        expect(await countHeldUp()).toBeLessThanOrEqual(MOST_CONNECTIONS);
      }
      await locked[Symbol.asyncDispose]();
      for (const { statusCode } of await Promise.all(sent)) expect(statusCode).toBeLessThan(300);
    },
  );
});

describe('a read that takes too long', () => {
  it('is aborted, and its connection serves the next one', async () => {
    const read = (text: string) => readAsOrganization(api.ingress.pool, busy!.id, { text });
    const limit = read(`select current_setting('statement_timeout') as limit`);
    expect((await limit).rows).toEqual([{ limit: `${LONGEST_READ_MS / 1000}s` }]);
    await using impatient = await openTestApi({}, { beside: api, limits: { longestReadMs: 100 } });
    const slow = readAsOrganization(impatient.ingress.pool, busy!.id, { text: 'select pg_sleep(60)' });
    await expect(slow).rejects.toThrow(ReadTooLongError);
    const locked = await lockInvoices();
    const answer = await impatient.get(busy!.token, '/batch_invoices?external_invoice_id=x');
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '5',
      {
        error: {
          code: 'service_unavailable',
          message:
            'This read was canceled after 1 s; narrow its filters, or send it again when the service is less busy',
        },
      },
    ]);
    expect((await impatient.get(busy!.token, '/invoice_batches')).statusCode).toBe(200);
    await locked[Symbol.asyncDispose]();
  });
});
