import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchAnswer, ValidationAnswer } from '../../src/contracts/v2/batch-answers.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { buildBatchV2 } from '../support/invoices-v2.ts';
import { everyNth } from '../support/long.ts';
import { type Cut, openCuttingProxy } from './support/cutting-proxy.ts';
import { LANGUAGES, runDriver } from './support/languages.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';
import { openServer } from './support/open-server.ts';

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

const invoicesOf = (series: string, ...changes: Parameters<typeof buildBatchV2>[1][]) =>
  buildBatchV2(series, ...changes).invoice_batch.invoices;

describe.each(LANGUAGES)('the client in $name', (language) => {
  const { name, program } = language;
  const run = <T>(action: string, more: object = {}) =>
    runDriver<T>(language, { url: listening.url, key: listening.organization.apiKey, action, ...more });
  const series = name.toUpperCase();

  it.skipIf(!program)('submits decimals exactly, and returns the batch with its errors', async () => {
    const price = { lines: [{ concept: 'a', units: 1, unit_price: '999999999.123456', tax_rate: 21 }] };
    const invoices = invoicesOf(series, price, { issuer_nif: 'B12345678' });
    const { validated, answer } = await run<{ validated: ValidationAnswer; answer: CreateBatchAnswer }>(
      'submit',
      { invoices, label: name },
    );
    expect(JSON.stringify(validated)).toContain('"999999999.12"');
    expect(answer.data).toMatchObject({ external_batch_id: name, invoices_count: 2 });
    expect(answer.errors.map(({ index }) => index)).toEqual([1]);
  });

  it.skipIf(!program)('reports a refused request at once, with the members that it concerns', async () => {
    expect(await run('refused')).toEqual({
      status: 422,
      code: 'validation_failed',
      paths: ['/invoice_batch/invoices/0/lines/0/units'],
      has_request_id: true,
      retry_after: null,
    });
  });

  it.skipIf(!program)('creates one batch, wherever the connection breaks', { timeout: 60_000 }, async () => {
    const places = (direction: 'requestBytes' | 'answerBytes', most: number) =>
      Array.from(
        { length: Math.ceil(most / 100) },
        (_none, index) => ({ [direction]: 1 + index * 100 }) as Cut,
      );
    const cuts = everyNth(4, [...places('requestBytes', 1800), ...places('answerBytes', 900)]);
    await using proxies = new AsyncDisposableStack();
    const cases = await Promise.all(
      cuts.map(async (cut, index) => {
        const proxy = proxies.use(await openCuttingProxy(listening.url, [cut]));
        return {
          url: proxy.url,
          label: `${name}-${index}`,
          invoices: invoicesOf(`${series}C${index}`, {}, {}),
        };
      }),
    );
    expect(await run('submit_through_each', { cases })).toEqual(cases.map(() => 2));
    const { rows } = await listening.api.database.pool.query<{ batches: number }>(
      'select count(*)::int as batches from batches where external_batch_id like $1',
      [`${name}-%`],
    );
    expect(rows).toEqual([{ batches: cases.length }]);
  });

  it.skipIf(!program)(
    'waits for a batch, and reads, finds and looks up its invoices page by page',
    async () => {
      const invoices = Array.from({ length: 120 }, (_none, index) => ({
        external_invoice_id: `${name}-read-${index}`,
      }));
      const { api, organization } = listening;
      const body = buildBatchV2(`${series}R`, ...invoices);
      const created = await api.post(organization.token, body, { key: crypto.randomUUID(), version: 2 });
      const { id: batch } = created.json<CreateBatchAnswer>().data;
      await processBatch(issuingContext(api), batch);
      const read = await run<{ summary: object; listed: string[]; found: number[]; total: string }>('read', {
        batch,
      });
      expect(read.summary).toMatchObject({ invoices_count: 120, processed: 120, failed: 0 });
      expect(read.listed).toEqual(invoices.map((invoice) => invoice.external_invoice_id));
      expect(read).toMatchObject({ found: [batch * 1000], total: '121.00' });
      expect(JSON.stringify(read)).toContain(`${name}-read-119`);
    },
  );

  it.skipIf(!program)(
    'annuls, sends records again and reads the declaration, with the errors of the engine',
    async () => {
      const corrector = await listening.api.createOrganization(`${name} SL`, null, KEY_RIGHTS);
      const batch = await postBatch(listening.api, corrector, 1, series);
      const order = { key: corrector.apiKey, invoice: batch * 1000 };
      for (const action of ['annul', 'resend'])
        expect(await run(action, order)).toMatchObject({ status: 409, code: 'not_issued', paths: [] });
      expect(await run('annul', { invoice: batch * 1000 })).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await run('declaration')).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  it.skipIf(!program)('creates one invoice once, wherever the connection breaks', async () => {
    const prefer = 'respond-async';
    for (const [index, cut] of [{ requestBytes: 700 }, { answerBytes: 1 }, { answerBytes: 900 }].entries()) {
      const number_serie = `${series}-ONE-${index}`;
      await using proxy = await openCuttingProxy(listening.url, [cut]);
      const invoice = { ...invoicesOf(`${series}O`, {})[0], number_serie };
      const pending = await run<{ id: number; invoice_batch_id: number }>('create_invoice', {
        url: proxy.url,
        invoice,
        prefer,
      });
      expect(pending).toMatchObject({ processing_status: 'pending' });
      await processBatch(issuingContext(listening.api), pending.invoice_batch_id);
      // A second invoice with its number is refused, so the first request issued one.
      expect(await run('create_invoice', { invoice, prefer })).toMatchObject({ status: 422 });
    }
    const { rows } = await listening.api.database.pool.query<{ invoices: number }>(
      'select count(*)::int as invoices from issued_invoices where invoice_number like $1',
      [`${series}-ONE-%`],
    );
    expect(rows).toEqual([{ invoices: 3 }]);
  });

  it.skipIf(!program)('opens a new session when its own has ended', async () => {
    const invoices = invoicesOf(`${series}S`, {});
    expect(await run('validate_in_ended_session', { invoices })).toEqual([]);
  });

  it.skipIf(!program)('fails at once if something else than the engine answers', async () => {
    await using other = await openServer((_request, response) => response.end('<html></html>'));
    expect(await run('refused', { url: other.url })).toMatchObject({ status: 200, code: 'unreadable' });
    expect(other.requests).toBe(1);
  });

  it.skipIf(!program)('reads Retry-After as seconds and as a time', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    for (const retryAfter of ['3600', inAnHour]) {
      await using busy = await openServer((_request, response) =>
        response.writeHead(503, { 'Retry-After': retryAfter }).end(),
      );
      const refused = await run<{ retry_after: number }>('refused', { url: busy.url });
      expect(refused).toMatchObject({ status: 503, code: 'unexpected' });
      expect(refused.retry_after).toBeGreaterThan(3000);
      expect(refused.retry_after).toBeLessThanOrEqual(3600);
    }
  });

  it.skipIf(!program)('gives up after its patience, with the last error', async () => {
    const unreachable = { url: 'http://127.0.0.1:1', patience: 0.5 };
    expect(await run('refused', unreachable)).toMatchObject({ status: 0, code: 'connection' });
  });
});
