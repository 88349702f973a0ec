import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { describePart, type MemoryWatch, watchMemory } from '../measuring/watch-memory.ts';
import type { Bench } from '../open-bench.ts';
import type { ApiClient } from '../product/api-client.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import type { Finding } from '../report/finding.ts';

const MB = 2 ** 20;
const CLIENTS = 4;
const LARGE = 1000;
const SMALL_EACH = 3;
/** One in this many large batches is sent again. */
const REPLAYED = 10;
const LOOK_EVERY_MS = 5000;
const TELL_EVERY_MS = 60_000;
/**
 * Clients pause while more batches than this wait to be issued, so that all stages are loaded and
 * not only the first.
 */
const MAX_WAITING = 12;
/**
 * The time that the stand-in for AEAT takes for an envelope. It stores every record that it
 * receives, so slow answers keep it small.
 */
const THINKING_MS = 20_000;
/** The minutes of a quick run, which only shows that the goal works. */
const QUICK_MINUTES = 0.2;

/**
 * Goal `soak`: whether the memory of ingress and worker stays constant under load for the requested
 * time. Several organizations send large batches, small batches, replays and reads at the same
 * time, and one worker issues, submits and renders.
 */
export async function measureSoak(bench: Bench): Promise<Finding[]> {
  if (process.platform !== 'linux') {
    bench.say('not measured: this system has no /proc, from which memory is read');
    return [];
  }
  const minutes = bench.options.minutes ?? bench.pick(60, QUICK_MINUTES);
  await using resources = new AsyncDisposableStack();
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 1 } }));
  aeat.control.addFaults({ kind: 'slow', milliseconds: bench.pick(THINKING_MS, 100) });
  const product = resources.use(await openProduct(bench));
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => product.openClient()));
  const worker = await product.startWorker('batches,remission,pdfs', { AEAT_URL: aeat.url });
  const watches = {
    ingress: watchMemory(product.ingress, bench.pick(LOOK_EVERY_MS, 500)),
    worker: watchMemory(worker, bench.pick(LOOK_EVERY_MS, 500)),
  };
  const load: Load = { isOver: false, waiting: 0, sent: 0, failures: [] };
  const sending = Promise.all(clients.map((client, index) => send(client, index, load)));
  await lead(bench, product, watches, load, minutes);
  load.isOver = true;
  await sending;
  for (const watch of Object.values(watches)) await watch.stop();

  const stored = await countRows(product.pool, 'batch_invoices');
  if (load.failures.length > 0)
    bench.say(`${load.failures.length} rounds failed, first: ${load.failures[0]}`);
  // A request without an answer may have been stored; an accepted one must have been.
  if (stored < load.sent || load.failures.length === 0) expectEqual('Stored invoices', stored, load.sent);
  const issued = await countRows(product.pool, 'issued_invoices');
  if (issued === 0) throw new Error('Nothing was issued');
  const answered = await countRows(product.pool, 'record_answers');
  const rendered = await countRows(product.pool, 'pdfs');
  const proof = `${load.sent} invoices stored, ${issued} issued, ${answered} answered by the stand-in for AEAT, ${rendered} rendered, counted in the tables`;
  return Object.entries(watches).flatMap(([role, watch]) => describeRole(role, watch, minutes, proof));
}

type Load = {
  isOver: boolean;
  /** Batches that are not issued yet. */
  waiting: number;
  /** Invoices that were accepted. */
  sent: number;
  /**
   * The errors of failed rounds. On a machine with other load, a request occasionally times out.
   */
  readonly failures: string[];
};

/** Keeps the load running for the given time and polls the number of waiting batches. */
async function lead(
  bench: Bench,
  { pool }: Product,
  watches: Readonly<Record<string, MemoryWatch>>,
  load: Load,
  minutes: number,
): Promise<void> {
  const started = Date.now();
  let toldAt = started;
  while (Date.now() - started < minutes * 60_000) {
    load.waiting = await countRows(pool, 'batches where processed_at is null').catch(() => load.waiting);
    if (Date.now() - toldAt > TELL_EVERY_MS) {
      toldAt = Date.now();
      const told = Object.entries(watches).map(([role, watch]) => `${role} ${describeNow(watch)}`);
      bench.say(`${Math.round((toldAt - started) / 60_000)} min: ${load.sent} invoices; ${told.join('; ')}`);
    }
    await wait(500);
  }
}

/** Sends one client's load, round after round. */
async function send(client: ApiClient, index: number, load: Load): Promise<void> {
  for (let round = 0; !load.isOver; round += 1) {
    while (load.waiting > MAX_WAITING && !load.isOver) await wait(100);
    await sendRound(client, `${index}-${round}`, round % REPLAYED === 0, load).catch(
      async (error: unknown) => {
        load.failures.push(String(error));
        await wait(1000);
      },
    );
  }
}

/** Sends a large batch, small ones, in some rounds the large one again, and reads. */
async function sendRound(client: ApiClient, series: string, isReplayed: boolean, load: Load): Promise<void> {
  const post = async (body: Buffer, count: number, key: string) => {
    const id = await client.post(body, key);
    load.sent += count;
    return id;
  };
  const [body, key] = [buildBatch(LARGE, `L${series}`), randomUUID()];
  const id = await post(body, LARGE, key);
  for (let small = 0; small < SMALL_EACH; small += 1) {
    await post(buildBatch(1, `S${series}-${small}`), 1, randomUUID());
  }
  if (isReplayed) {
    // An additional blank does not change the JSON value, so the body must count as the same.
    expectEqual('Replayed batch', await client.post(Buffer.concat([body, Buffer.from(' ')]), key), id);
  }
  await client.get(`/invoice_batches/${id}`);
  await client.get('/invoice_batches?per_page=100');
  await client.get(`/invoice_batches/${id}/batch_invoices?per_page=100`);
  await client.downloadPdf(id * 1000);
}

const megabytes = (bytes: number) => Math.round(bytes / MB);

function describeNow({ samples, readPeak }: MemoryWatch): string {
  const now = samples.at(-1);
  if (!now) return 'not sampled yet';
  return `${megabytes(now.resident)} MB (heap ${megabytes(now.heap)}, external ${megabytes(now.external)}, peak ${megabytes(readPeak())})`;
}

function describeRole(
  role: string,
  { samples, readPeak }: MemoryWatch,
  minutes: number,
  proof: string,
): Finding[] {
  const part = (name: keyof (typeof samples)[number], from: number, to: number) =>
    describePart(
      samples.map((held) => held[name] / MB),
      from,
      to,
    );
  const [first, last] = [part('resident', 0, 0.1), part('resident', 0.9, 1)];
  const peak = readPeak() / MB;
  const growth = (value: number) => value - first.median;
  const figures = [
    { name: 'first tenth', unit: 'MB', value: first },
    { name: 'middle tenth', unit: 'MB', value: part('resident', 0.45, 0.55) },
    { name: 'last tenth', unit: 'MB', value: last },
    { name: 'of which heap, last tenth', unit: 'MB', value: part('heap', 0.9, 1) },
    { name: 'of which buffers, last tenth', unit: 'MB', value: part('external', 0.9, 1) },
  ];
  return [
    {
      goal: 'soak',
      what: `Most memory of the ${role} in ${minutes} minutes of load`,
      unit: 'MB',
      value: { median: peak, low: peak, high: peak },
      limit: { most: 400 },
      figures,
      proof: `${proof}; the peak that the kernel recorded (VmHWM), ${samples.length} samples`,
    },
    {
      goal: 'soak',
      what: `Growth of the memory of the ${role} in ${minutes} minutes of load, from the first tenth to the last`,
      unit: 'MB',
      value: { median: growth(last.median), low: growth(last.low), high: growth(last.high) },
      figures: [],
      proof: 'medians of the samples',
    },
  ];
}
