import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';

/*
 * The book of a month with 100,000 invoices: it takes less than a minute, its memory does not grow
 * with it, and the requests of another organization hardly notice it.
 */

const BATCH = 1000;
const BATCHES = 100;
const MOST_MS = 60_000;
/** The thread, the parts that are on their way and the compression; the test itself is included. */
const MOST_BYTES = 200 * 1024 * 1024;
/** A read waits for the processor that the thread of the book uses, too. */
const MOST_SLOWER = 4;
const SLOW_ENOUGH_MS = 15;

let api: TestApi;
let organization: TestOrganization;
let other: TestOrganization;
let address: string;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 100_000 });
  organization = await api.createOrganization();
  other = await api.createOrganization();
  for (let place = 0; place < BATCHES; place += 1) await issueBatch(api, organization, BATCH, `M${place}`);
  await issueBatch(api, other, 10, 'OTHER', () => ({ issuer_nif: 'B12345674' }));
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  await api.database.pool.query('analyze');
  address = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
}, 600_000);
afterAll(() => api[Symbol.asyncDispose]());

async function read(path: string, { token }: TestOrganization): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
  return performance.now() - begun;
}

/** Measures the reads of the other organization until the work has ended. @returns their median. */
async function measureReads(isOver: () => boolean): Promise<number> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(await read('/api/v1/invoice_batches', other));
    await sleep(25);
  }
  return times.toSorted((one, another) => one - another)[Math.floor(times.length / 2)]!;
}

it.each(['xlsx', 'csv', 'json'] as const)(
  `the book of ${BATCH * BATCHES} invoices as %s`,
  async (format) => {
    const alone = Date.now();
    const before = await measureReads(() => Date.now() - alone > 2000);
    const memory = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - memory);
    }, 50);
    const begun = performance.now();
    let bytes = 0;
    let isOver = false;
    const year = api.clock.now.getUTCFullYear();
    const path = `/api/v2/books/issued?issuer_nif=B12345674&to=${year}-12-31&format=${format}`;
    const book = (async () => {
      const answer = await fetch(`${address}${path}`, {
        headers: { authorization: `Bearer ${organization.token}` },
      });
      expect(answer.status).toBe(200);
      for await (const piece of answer.body!) bytes += piece.byteLength;
      isOver = true;
    })();
    const during = await measureReads(() => isOver);
    await book;
    const ms = performance.now() - begun;
    clearInterval(watch);
    process.stdout.write(
      `${format}: ${Math.round(ms)} ms, ${bytes} bytes, ${Math.round(most / 1024 / 1024)} MB more; reads ${before.toFixed(1)} → ${during.toFixed(1)} ms
`,
    );
    expect(ms).toBeLessThan(MOST_MS);
    expect(most).toBeLessThan(MOST_BYTES);
    expect(during).toBeLessThan(Math.max(SLOW_ENOUGH_MS, before * MOST_SLOWER));
  },
  2 * MOST_MS,
);
