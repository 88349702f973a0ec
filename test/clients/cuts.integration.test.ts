import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../clients/typescript/src/engine.ts';
import { openTestApi } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { LONG } from '../support/long.ts';
import { storePdf } from '../support/pdfs.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { buildBatch } from './support/batches.ts';
import { type Cut, openCuttingProxy } from './support/cutting-proxy.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

const STEP = LONG ? 7 : 127;
const AT_ONCE = 8;

/** Runs work for each case, several at the same time. */
async function forAll<T>(cases: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...cases];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
    }),
  );
}

/** Counts the batches with a label, and their invoices. */
async function countStored(label: string): Promise<unknown> {
  const { rows } = await listening.api.database.pool.query(
    `select count(distinct batches.id)::int as batches, count(*)::int as invoices
       from batches join batch_invoices on batch_invoices.batch_id = batches.id where external_batch_id = $1`,
    [label],
  );
  return rows[0];
}

describe('a submit whose connection breaks', () => {
  it('creates and returns one batch, wherever the connection breaks', { timeout: 120_000 }, async () => {
    await using way = await openCuttingProxy(listening.url, []);
    await listening.open({ url: way.url }).submit(buildBatch(3, 'uncut'));
    const { request, answer } = way.passed;
    const places = (bytes: number) =>
      Array.from({ length: Math.ceil(bytes / STEP) }, (_, index) => 1 + index * STEP);
    const cases: Cut[] = [
      ...places(request).map((requestBytes) => ({ requestBytes })),
      ...places(answer).map((answerBytes) => ({ answerBytes })),
    ];
    expect(cases.length).toBeGreaterThan(30);
    await forAll(cases, async (cut) => {
      const label = JSON.stringify(cut);
      await using proxy = await openCuttingProxy(listening.url, [cut]);
      const engine = listening.open({ url: proxy.url });
      const series = Object.entries(cut).join().replaceAll(/\W/g, '-');
      const submitted = await engine.submit({ ...buildBatch(3, series), external_batch_id: label });
      expect(submitted).toMatchObject({ external_batch_id: label, invoices_count: 3, errors: [] });
      expect(await engine.getBatch(submitted.id)).toMatchObject({ id: submitted.id });
      expect(await countStored(label)).toEqual({ batches: 1, invoices: 3 });
      expect(proxy.made).toBe(1);
    });
  });

  it('creates one batch after repeated breaks', async () => {
    const cuts: Cut[] = [100, 600, 1000].flatMap((bytes) => [
      { requestBytes: bytes },
      { answerBytes: bytes / 2 },
    ]);
    await using proxy = await openCuttingProxy(listening.url, cuts);
    const engine = listening.open({ url: proxy.url, patienceMs: 60_000 });
    await engine.submit(buildBatch(2, 'many-cuts'));
    expect(proxy.made).toBe(cuts.length);
    expect(await countStored('many-cuts')).toEqual({ batches: 1, invoices: 2 });
  });
});

describe('a submit that its caller aborts', () => {
  it('can be continued with the same key and creates one batch, whenever it was aborted', async () => {
    const delays = Array.from({ length: 12 }, (_, index) => index * 4);
    await forAll(delays, async (ms) => {
      const engine = listening.open();
      const label = `left-${ms}`;
      const idempotencyKey = crypto.randomUUID();
      const leaving = AbortSignal.timeout(ms);
      await engine.submit(buildBatch(2, label), { idempotencyKey, signal: leaving }).catch(() => {});
      await engine.submit(buildBatch(2, label), { idempotencyKey });
      expect(await countStored(label)).toEqual({ batches: 1, invoices: 2 });
    });
  });

  it('does not abort the session that other calls wait for', async () => {
    const engine = listening.open();
    const leaving = new AbortController();
    const left = engine.submit(buildBatch(1, 'left'), { signal: leaving.signal });
    const stays = engine.submit(buildBatch(1, 'stays'));
    leaving.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    expect(await stays).toMatchObject({ external_batch_id: 'stays' });
  });
});

describe('an engine that is unavailable for a moment', () => {
  it('gets repeated requests until it is available, and creates one batch for each submit', async () => {
    const { api, organization } = listening;
    await using gate = await openGateTo(api.database.urlOf('ingress'));
    await using behind = await openTestApi(
      { SESSION_RATE_LIMIT: 1_000_000 },
      { beside: api, databasePort: gate.port },
    );
    const url = await behind.app.listen({ host: '127.0.0.1', port: 0 });
    const statuses = new Set<number>();
    const noted: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      statuses.add(answer.status);
      return answer;
    };
    const engine = listening.open({ url, apiKey: organization.apiKey, fetch: noted });
    await engine.submit(buildBatch(1, 'before'));
    gate.close();
    const submits = ['away-1', 'away-2', 'away-3'].map((label) => engine.submit(buildBatch(2, label)));
    await eventually(() => statuses.has(503));
    gate.open();
    await Promise.all(submits);
    for (const label of ['away-1', 'away-2', 'away-3'])
      expect(await countStored(label)).toEqual({ batches: 1, invoices: 2 });
  });

  it('gets no requests until the time in its Retry-After has passed', async () => {
    await using cool = await openListeningApi({ CREATE_COOLDOWN_SECONDS: 1 });
    const resting = cool.api;
    const { apiKey } = await resting.createOrganization();
    const engine = openEngine({ url: resting.app.listeningOrigin, apiKey });
    const ticking = setInterval(() => (resting.clock.now = new Date()), 50);
    const [first, second] = await Promise.all([
      engine.submit(buildBatch(1, 'cool-1')),
      engine.submit(buildBatch(1, 'cool-2')),
    ]);
    clearInterval(ticking);
    expect(first.id).not.toBe(second.id);
  });
});

describe('reads whose connections break', () => {
  it('return every batch, invoice and PDF once', { timeout: 60_000 }, async () => {
    const { api, organization } = listening;
    const count = 120;
    const batchId = await issueBatch(api, organization, count, 'READ');
    const contents: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      const bytes = randomBytes(2000 + index);
      contents.push(await storePdf(api, batchId * 1000 + index, { bytes }));
    }
    // Fixed sizes of every magnitude: within heads, pages and the archive.
    const bytes = [500, 20_000, 7000, 45_000, 1200, 100_000, 30_000, 150_000, 3000];
    await using proxy = await openCuttingProxy(
      listening.url,
      bytes.map((answerBytes) => ({ answerBytes })),
    );
    const engine = listening.open({ url: proxy.url, patienceMs: 30_000 });
    const numbers: (string | null)[] = [];
    for await (const { invoice_number } of engine.listInvoices(batchId)) numbers.push(invoice_number);
    expect(numbers).toEqual(contents.map((_, index) => `READ-${index + 1}`));
    const files = [];
    for await (const file of engine.pdfs(batchId)) files.push(file);
    expect(files.map(({ name }) => name)).toEqual(numbers.map((number) => `${number}.pdf`));
    expect(files.every(({ content }, index) => contents[index]!.equals(content))).toBe(true);
    expect(proxy.made).toBe(bytes.length);
  });
});
