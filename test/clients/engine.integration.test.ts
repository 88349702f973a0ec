import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError, openEngine } from '../../clients/typescript/src/engine.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { issueBatch, issuingContext } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { buildBatch } from './support/batches.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A fetch that records its requests. */
function recordRequests() {
  const requests: string[] = [];
  const tokens: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push(`${init?.method} ${new URL(input).pathname}`);
    tokens.push(new Headers(init?.headers).get('authorization') ?? '');
    return globalThis.fetch(input, init);
  };
  return { fetch, requests, tokens };
}

describe('the three calls', () => {
  it('submit a batch, wait until all PDFs are rendered, and download each', async () => {
    const { api } = listening;
    const engine = listening.open();
    const { id, errors, isReplayed } = await engine.submit(buildBatch(3, 'THREE'));
    expect([errors, isReplayed]).toEqual([[], false]);
    const seen: number[] = [];
    const printed = engine.wait(id, {
      until: 'printed',
      onProgress: ({ rendered }) => void seen.push(rendered),
    });
    await processBatch(issuingContext(api), id);
    const stored: Buffer[] = [];
    for (const index of [0, 1, 2]) stored.push(await storePdf(api, id * 1000 + index));
    expect(await printed).toMatchObject({ processed: 3, rendered: 3 });
    expect(seen.at(-1)).toBe(3);
    const names: string[] = [];
    for await (const { name, content, invoice } of engine.pdfs(id)) {
      expect(invoice).toMatchObject({
        file: name,
        batch_invoice_id: id * 1000 + names.length,
        invoice_number: `THREE-${names.length + 1}`,
      });
      expect(stored[names.length]!.equals(content)).toBe(true);
      names.push(name);
    }
    expect(names).toEqual(['THREE-1.pdf', 'THREE-2.pdf', 'THREE-3.pdf']);
    expect(stored[0]!.equals(await engine.pdf(id * 1000))).toBe(true);
    expect(await engine.getInvoice(id * 1000)).toMatchObject({
      totals: { total: '121.00' },
      registration: { records: [{ kind: 'alta' }] },
    });
  });

  it('create one batch for one key, also from a body that is a text', async () => {
    const engine = listening.open();
    const text = JSON.stringify({ invoice_batch: buildBatch(1, 'TEXT') });
    const first = await engine.submit(text);
    const again = await engine.submit(text, { idempotencyKey: first.idempotencyKey });
    expect([again.id, again.isReplayed]).toEqual([first.id, true]);
    await expect(
      engine.submit(buildBatch(2, 'OTHER'), { idempotencyKey: first.idempotencyKey }),
    ).rejects.toMatchObject({ status: 422, code: 'invalid_idempotency_key' });
  });
});

describe('a session', () => {
  it('is opened by the first call, once for concurrent calls, and ended by close', async () => {
    const { fetch, requests } = recordRequests();
    const engine = listening.open({ fetch });
    expect(requests).toEqual([]);
    const { id } = await listening.open().submit(buildBatch(1, 'SHARED'));
    await Promise.all(Array.from({ length: 10 }, () => engine.getBatch(id)));
    expect(requests.filter((request) => request === 'POST /api/v2/auth/sessions')).toHaveLength(1);
    await engine.close();
    expect(requests.at(-1)).toBe('DELETE /api/v2/auth/sessions');
    await expect(engine.getBatch(id)).rejects.toMatchObject({ code: 'closed' });
  });

  it('is opened again transparently if the engine ended it', async () => {
    const { fetch, requests, tokens } = recordRequests();
    const engine = listening.open({ fetch });
    const { id } = await engine.submit(buildBatch(1, 'ENDED'));
    const headers = { authorization: tokens.at(-1)! };
    await globalThis.fetch(`${listening.url}/api/v2/auth/sessions`, { method: 'DELETE', headers });
    const batches = await Promise.all([engine.getBatch(id), engine.getBatch(id), engine.getBatch(id)]);
    expect(batches.map((batch) => batch.id)).toEqual([id, id, id]);
    expect(requests.filter((request) => request === 'POST /api/v2/auth/sessions')).toHaveLength(2);
  });

  it('is renewed before it expires', async () => {
    const { fetch, requests } = recordRequests();
    // The session lasts 10 ms by the engine's clock.
    const shortened: typeof globalThis.fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (answer.status !== 201 || !requests.at(-1)!.endsWith('sessions')) return answer;
      const session = (await answer.json()) as { expires_at: string };
      const now = Date.parse(answer.headers.get('date')!);
      const body = { ...session, expires_at: new Date(now + 10).toISOString() };
      return Response.json(body, { status: 201, headers: answer.headers });
    };
    const engine = listening.open({ fetch: shortened });
    const { id } = await engine.submit(buildBatch(1, 'SHORT'));
    await wait(20);
    await engine.getBatch(id);
    expect(requests).toEqual([
      'POST /api/v2/auth/sessions',
      'POST /api/v2/invoice_batches',
      'POST /api/v2/auth/sessions',
      `GET /api/v2/invoice_batches/${id}`,
    ]);
  });

  it('is refused with the engine’s message if the key is invalid', async () => {
    const engine = openEngine({ url: listening.url, apiKey: 'org_live_no' });
    const refused = await engine.summary(1).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EngineError);
    expect(refused).toMatchObject({ status: 401, code: 'unauthorized', requestId: expect.any(String) });
  });
});

describe('lists', () => {
  it('return all pages, each item once', async () => {
    const { api, organization } = listening;
    const batchId = await issueBatch(api, organization, 230, 'PAGES');
    const engine = listening.open();
    const ids: number[] = [];
    for await (const { id } of engine.listInvoices(batchId)) ids.push(id);
    expect(ids).toEqual(Array.from({ length: 230 }, (_, index) => batchId * 1000 + index));
    const { fetch, requests } = recordRequests();
    for await (const { id } of listening.open({ fetch }).listInvoices(batchId)) if (id === ids[100]) break;
    expect(requests.filter((request) => request.startsWith('GET'))).toHaveLength(2);
  });

  it('accept filters and a search', async () => {
    const engine = listening.open();
    const { id } = await engine.submit(buildBatch(2, 'FOUND'));
    const batches = await collect(engine.listBatches({ external_batch_id: 'FOUND' }));
    expect(batches.map((batch) => batch.id)).toEqual([id]);
    const found = await collect(engine.search({ external_invoice_id: 'FOUND-ext-1' }));
    expect(found.map((invoice) => invoice.id)).toEqual([id * 1000 + 1]);
    expect(await engine.getInvoice(id * 1000)).toMatchObject({ external_invoice_id: 'FOUND-ext-0' });
    const fields = ['invoice_number', 'totals.base'];
    const [some] = await collect(engine.search({ external_invoice_id: 'FOUND-ext-1' }, { fields }));
    expect(some).toEqual({ id: id * 1000 + 1, invoice_number: 'FOUND-2', totals: null });
    expect(await collect(engine.listInvoices(id, {}, { fields }))).toMatchObject([{ totals: null }, some]);
    expect(await engine.getInvoice(id * 1000 + 1, { fields })).toEqual(some);
    const looked = await engine.lookup(['FOUND-ext-0', 'absent']);
    expect(looked.map(({ invoices }) => invoices.map((invoice) => invoice.id))).toEqual([[id * 1000], []]);
  });

  it('of batches return no batch twice if others are added meanwhile', async () => {
    const engine = listening.open();
    const organization = await listening.api.createOrganization();
    const other = listening.open({ apiKey: organization.apiKey });
    const ids = [];
    for (let index = 0; index < 103; index += 1)
      ids.push((await other.submit(buildBatch(1, `L${index}`))).id);
    const seen: number[] = [];
    for await (const { id } of other.listBatches()) {
      if (seen.length === 50) await other.submit(buildBatch(1, 'LATE'));
      seen.push(id);
    }
    expect(seen).toEqual(ids.toReversed());
    await engine.close();
  });
});

describe('a call', () => {
  it('returns the errors and amounts of a dry run, and stores nothing', async () => {
    const engine = listening.open();
    const batch = buildBatch(2, 'DRY');
    batch.invoices[1]!.issuer_nif = 'X';
    const { valid_invoices_count, invoices, errors } = await engine.validate(batch);
    expect(valid_invoices_count).toBe(1);
    expect(invoices).toMatchObject([{ index: 0, totals: { total: '121.00' } }]);
    expect(errors).toMatchObject([{ index: 1, details: [{ path: '/issuer_nif', code: 'invalid' }] }]);
    expect(await collect(engine.listBatches({ external_batch_id: 'DRY' }))).toEqual([]);
  });

  it('that is refused names the members by JSON pointers', async () => {
    const wrong = '{"invoice_batch":{"invoices":[{"lines":[{"units":true}]}]}}';
    await expect(listening.open().submit(wrong)).rejects.toMatchObject({
      status: 422,
      details: [{ path: '/invoice_batch/invoices/0/lines/0/units', code: 'wrong_type' }],
    });
  });

  it('for a preview of an invalid invoice is refused, and names its members', async () => {
    const engine = listening.open({ patienceMs: 0 });
    const refused = engine.preview({ ...buildBatch(1, 'PRE').invoices[0]!, issuer_nif: 'X' });
    await expect(refused).rejects.toMatchObject({ status: 422, details: [{ path: '/issuer_nif' }] });
  });

  it('waits if the rate limit of reads is reached', async () => {
    await using limits = await openListeningApi({ READ_RATE_LIMIT: 2 });
    const limited = limits.api;
    const organization = await limited.createOrganization();
    const url = limited.app.listeningOrigin;
    const hasty = openEngine({ url, apiKey: organization.apiKey, patienceMs: 1000 });
    const { id } = await hasty.submit(buildBatch(1, 'LIMIT'));
    await hasty.getBatch(id);
    await hasty.getBatch(id);
    await expect(hasty.getBatch(id)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
  });

  it('ends with the reason of its signal before, during and between requests', async () => {
    const engine = listening.open();
    const reason = new Error('enough');
    await expect(engine.summary(1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const { id } = await engine.submit(buildBatch(1, 'ABORT'));
    const leaving = new AbortController();
    const waiting = engine.wait(id, { signal: leaving.signal });
    await wait(50);
    leaving.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(engine.wait(id, { withinMs: 1 })).rejects.toMatchObject({ code: 'not_in_time' });
    expect(await engine.getBatch(id)).toMatchObject({ status: 'received' });
  });

  it.each([
    ['to a closed port', 'http://127.0.0.1:1', 'unreachable'],
    ['to another server', 'data:text/html,hello', 'unreadable'],
  ])('%s fails with a clear error', async (_, url, code) => {
    const fetch: typeof globalThis.fetch = (input, init) =>
      url.startsWith('data:') ? globalThis.fetch(url) : globalThis.fetch(input, init);
    const engine = openEngine({ url: 'http://127.0.0.1:1', apiKey: 'org_live_x', patienceMs: 300, fetch });
    await expect(engine.summary(1)).rejects.toMatchObject({ status: code === 'unreadable' ? 200 : 0, code });
  });

  it('is repeated if the engine does not answer', async () => {
    const { fetch } = recordRequests();
    let isSilent = true;
    const stalled: typeof globalThis.fetch = (input, init) => {
      if (!isSilent) return fetch(input, init);
      isSilent = false;
      return new Promise((_, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
      });
    };
    const engine = listening.open({ fetch: stalled, silenceMs: 100 });
    await expect(engine.summary(999_999)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('one invoice', () => {
  it('is returned pending or issued, and created once for a key', async () => {
    const engine = listening.open();
    const [invoice] = buildBatch(1, 'SINGLE').invoices;
    const idempotencyKey = crypto.randomUUID();
    const created = await engine.createInvoice(invoice!, { idempotencyKey, prefer: 'respond-async' });
    expect(created).toMatchObject({ isIssued: false, isReplayed: false, processing_status: 'pending' });
    await processBatch(issuingContext(listening.api), created.invoice_batch_id);
    const again = await engine.createInvoice(JSON.stringify(invoice), { idempotencyKey });
    expect(again).toMatchObject({
      id: created.id,
      isIssued: true,
      isReplayed: true,
      invoice_number: 'SINGLE-1',
    });
    expect(again).toMatchObject({ ...(await engine.getInvoice(created.id)), idempotencyKey });
    const credited = await engine.creditInvoice(
      created.id,
      { reason: 'Devolución', number_serie: 'SINGLE-R1' },
      { prefer: 'respond-async' },
    );
    expect(credited.isIssued).toBe(false);
    await engine.close();
  });
});
