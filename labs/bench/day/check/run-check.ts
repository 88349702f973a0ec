import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { openAeatSandbox } from '../../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { SetupError } from '../../../../ops/local/boot/boot-report.js';
import { readMachineTime } from '../../measuring/read-machine-time.ts';
import { readProcessorTime } from '../../measuring/process-tree.ts';
import { countRows, expectEqual, proveIssued } from '../../measuring/prove.ts';
import { readWritten, subtractWritten } from '../../measuring/read-written.ts';
import { runClients } from '../../measuring/run-clients.ts';
import { nameServersApart } from '../../measuring/name-servers-apart.ts';
import { waitUntil } from '../../measuring/wait-until.ts';
import type { Bench } from '../../open-bench.ts';
import { buildBatch } from '../../product/build-batch.ts';
import { buildIssuerNif } from '../../product/build-issuer-nif.ts';
import { openProduct, type Product } from '../../product/open-product.ts';
import { type Arrivals, buildArrivals, DAY } from '../arrivals.ts';
import { type Costs, PROCESSES, type Process } from '../costs.ts';
import type { DayOptions } from '../read-options.ts';
import type { CheckResult } from './check-result.ts';
import { compareDay, type RunFacts } from './compare-day.ts';
import { addWaking, computeWaking, type Waking } from './waking.ts';
import { readAnswerTime, readWaits } from './read-waits.ts';

/** AEAT's wait between envelopes. The usual minute would be most of a day that lasts minutes. */
const WAIT_SECONDS = 5;
/** An idle session of PostgreSQL reports its statistics after ten seconds at the latest. */
const SETTLE_MS = 10_500;
const PATIENCE_MS = 3_600_000;
/** On average, five batches per second arrive in the day that is run. */
const WAKING_BATCHES = 100;
const WAKING_PAUSE_MS = 200;
const WARM_BATCHES = 300;

/** Runs a small, shortened day for real and compares it with its simulation. */
export async function runCheck(bench: Bench, options: DayOptions, costs: Costs): Promise<CheckResult> {
  if (process.platform !== 'linux')
    throw new SetupError('The check reads processor time from /proc, which exists only on Linux');
  const { minutes, seed } = options;
  const [invoices = 0] = options.invoices;
  const arrivals = shorten(buildArrivals(invoices, seed), minutes);
  await using resources = new AsyncDisposableStack();
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: WAIT_SECONDS } }));
  const product = resources.use(await openProduct(bench));
  const looker = new Client({ connectionString: product.databaseUrl });
  await looker.connect();
  resources.defer(() => looker.end());
  const start = async (queues: string) => (await product.startWorker(queues, { AEAT_URL: aeat.url })).pid;
  const processes: Readonly<Record<Process, number>> = {
    ingress: product.ingress.pid,
    batches: await start('batches'),
    pdfs: await start('pdfs'),
    remission: await start('remission'),
    ...(await nameServersApart(bench.servers, product.redisUrl)),
  };
  const post = await openPosting(product, arrivals);
  await post.warmUp();
  await waitUntil(() => isDone(product), 'the warm-up batches', { pauseMs: 200 });
  await wait(SETTLE_MS);

  const read = () => readUse(processes, looker);
  const waking = await measureWaking(product, read, costs, (place) => post.one(place));
  bench.say(`cost of waking per batch, in ms: ${describeMilliseconds(waking)}`);
  const since = new Date();
  const known = await countRows(product.pool, 'issued_invoices');
  const before = await read();
  bench.say(`${invoices} invoices in ${arrivals.times.length} batches arrive within ${minutes} minutes …`);
  const { first, accepted } = await post.all();
  bench.say('all batches are accepted; waiting for the rest …');
  await waitUntil(() => isDone(product), 'the end of the day', { pauseMs: 500, limitMs: PATIENCE_MS });
  const after = await read();
  await wait(SETTLE_MS);
  const written = subtractWritten(await readWritten(looker), before.written);
  await proveIssued(product.pool, known + arrivals.invoices);
  const refused = await countRows(product.pool, `record_answers where state <> 'accepted'`);
  expectEqual('Records that the stand-in did not accept', refused, 0);
  const seconds = after.at - before.at;
  const used = Object.fromEntries(PROCESSES.map((name) => [name, after.used[name] - before.used[name]]));
  const own = PROCESSES.reduce((sum, name) => sum + used[name]!, 0);
  const others = after.machine - before.machine - own;
  const facts: RunFacts = {
    seconds,
    used: used as RunFacts['used'],
    written,
    envelopes: await countRows(product.pool, 'submission_attempts where started_at >= $1', [since]),
    waits: await readWaits(product.pool, first, accepted),
    answerSeconds: await readAnswerTime(product.pool, since),
    cores: os.availableParallelism(),
    coresLeft: Math.max(os.availableParallelism() - others / seconds, 0.1),
    waitSeconds: WAIT_SECONDS,
  };
  return {
    startedAt: since.toISOString(),
    invoices: arrivals.invoices,
    batches: arrivals.times.length,
    minutes,
    seed,
    cores: facts.cores,
    coresLeft: facts.coresLeft,
    waking,
    comparisons: compareDay(arrivals, facts, addWaking(costs, waking)),
  };
}

function shorten(arrivals: Arrivals, minutes: number): Arrivals {
  return { ...arrivals, times: arrivals.times.map((time) => (time * minutes * 60) / DAY) };
}

const describeMilliseconds = (waking: Waking) =>
  Object.entries(waking)
    .map(([name, seconds]) => `${name} ${(seconds * 1000).toFixed(2)}`)
    .join(', ');

/**
 * Sends batches one at a time with pauses between them. PDFs are rendered only on demand meanwhile,
 * because the processor time of a recycled browser would be lost.
 */
async function measureWaking(
  product: Product,
  read: () => ReturnType<typeof readUse>,
  costs: Costs,
  postOne: (place: number) => Promise<unknown>,
): Promise<Waking> {
  await product.pool.query('update organizations set pdfs_on_demand = true');
  // In a process that has run for a day, the code is compiled.
  for (let place = 0; place < WARM_BATCHES; place += 1) await postOne(WAKING_BATCHES + place);
  await waitUntil(() => isDone(product), 'the warm-up batches before waking is measured', { pauseMs: 200 });
  await wait(SETTLE_MS);
  const since = new Date();
  const before = await read();
  for (let place = 0; place < WAKING_BATCHES; place += 1) {
    await postOne(place);
    await wait(WAKING_PAUSE_MS);
  }
  await waitUntil(() => isDone(product), 'the batches that wake', { pauseMs: 200 });
  const after = await read();
  await product.pool.query('update organizations set pdfs_on_demand = false');
  await wait(SETTLE_MS);
  const used = PROCESSES.map((name) => [name, after.used[name] - before.used[name]] as const);
  return computeWaking(costs, {
    batches: WAKING_BATCHES,
    envelopes: await countRows(product.pool, 'submission_attempts where started_at >= $1', [since]),
    seconds: after.at - before.at,
    used: Object.fromEntries(used) as Record<Process, number>,
  });
}

async function readUse(processes: Readonly<Record<Process, number>>, looker: Client) {
  const used = PROCESSES.map((name) => [name, (readProcessorTime([processes[name]]) ?? 0) / 1000]);
  return {
    at: performance.now() / 1000,
    used: Object.fromEntries(used) as Record<Process, number>,
    machine: readMachineTime(),
    written: await readWritten(looker),
  };
}

async function isDone({ pool }: Product): Promise<boolean> {
  const due = await countRows(pool, 'batches where processed_at is null or rendered_at is null');
  if (due > 0) return false;
  return (await countRows(pool, 'issued_invoices')) === (await countRows(pool, 'record_answers'));
}

/** Posts each arriving batch at its time with the API key of its organization. */
async function openPosting(product: Product, { times, sizes, organizations, chains }: Arrivals) {
  const clients = new Map<number, Awaited<ReturnType<Product['openClient']>>>();
  for (const organization of new Set(organizations)) clients.set(organization, await product.openClient());
  const build = (index: number) => buildBatch(sizes[index]!, `D${index}`, buildIssuerNif(chains[index]!));
  const bodies = Array.from(times, (_, index) => build(index));
  const order = [...times.keys()];
  return {
    /**
     * Sends one batch to each chain, because every chain of a running installation already has
     * records.
     */
    async warmUp(): Promise<void> {
      const firsts = [...Map.groupBy(order, (index) => chains[index]!).values()].map(([index]) => index!);
      await runClients(4, firsts.length, async (place) => {
        const index = firsts[place]!;
        await clients
          .get(organizations[index]!)!
          .post(buildBatch(1, `V${index}`, buildIssuerNif(chains[index]!)));
      });
    },
    /** Sends one invoice of one of the day's organizations. */
    async one(place: number): Promise<void> {
      const index = order[place % order.length]!;
      await clients
        .get(organizations[index]!)!
        .post(buildBatch(1, `W${place}`, buildIssuerNif(chains[index]!)));
    },
    async all(): Promise<{ first: number; accepted: number[] }> {
      const begun = performance.now();
      const accepted: number[] = [];
      let first = Infinity;
      const send = async (index: number) => {
        await wait(Math.max(times[index]! * 1000 - (performance.now() - begun), 0));
        const started = performance.now();
        const id = await clients.get(organizations[index]!)!.post(bodies[index]!);
        first = Math.min(first, id);
        accepted.push((performance.now() - started) / 1000);
      };
      await Promise.all(order.map((index) => send(index)));
      return { first, accepted };
    },
  };
}
