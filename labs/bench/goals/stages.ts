import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { buildIssuerNif } from '../product/build-issuer-nif.ts';
import { readProcessorTime } from '../measuring/process-tree.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { readWritten, subtractWritten } from '../measuring/read-written.ts';
import { runClients } from '../measuring/run-clients.ts';
import { describeSingle } from '../measuring/statistics.ts';
import { nameServersApart } from '../measuring/name-servers-apart.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import { openProduct } from '../product/open-product.ts';
import type { Figure, Finding } from '../report/finding.ts';

/**
 * The number of clients that send at the same time. Small batches that arrive together share
 * statements, as on an ordinary day.
 */
const CLIENTS = 4;
/** An idle session of PostgreSQL reports its statistics after ten seconds at the latest. */
const SETTLE_MS = 10_500;
const IDLE_MS = 20_000;

type Sample = Readonly<Record<string, number>>;

/**
 * Goal `stages`: what a batch of each size costs each process at each step. `npm run day` simulates
 * days with these costs.
 */
export async function measureStages(bench: Bench): Promise<Finding[]> {
  if (process.platform !== 'linux') {
    bench.say('not measured: this system has no /proc, from which processor time is read');
    return [];
  }
  /** The number of batches of each size, and the number of chains that they are spread over. */
  const loads = [
    { size: 1, batches: bench.pick(240, 8), chains: bench.pick(24, 2) },
    { size: 10, batches: bench.pick(96, 4), chains: bench.pick(24, 2) },
    { size: 100, batches: bench.pick(24, 2), chains: bench.pick(12, 2) },
    { size: 1000, batches: bench.pick(4, 1), chains: bench.pick(4, 1) },
  ];
  await using resources = new AsyncDisposableStack();
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 0 } }));
  const product = resources.use(await openProduct(bench));
  const looker = new Client({ connectionString: product.databaseUrl });
  await looker.connect();
  resources.defer(() => looker.end());
  const client = await product.openClient();
  const hold = async (names: readonly Parameters<typeof openHeldQueue>[1][]) => {
    const queues = await Promise.all(names.map((name) => openHeldQueue(product.redisUrl, name)));
    for (const queue of queues) resources.use(queue);
    return {
      hold: () => Promise.all(queues.map((queue) => queue.hold())),
      release: () => Promise.all(queues.map((queue) => queue.release())),
    };
  };
  const lines = {
    issue: await hold(['batches', 'small-batches']),
    render: await hold(['pdfs', 'small-pdfs']),
    remit: await hold(['remission']),
  };
  const processes: Record<string, number> = {
    ingress: product.ingress.pid,
    batches: (await product.startWorker('batches')).pid,
    pdfs: (await product.startWorker('pdfs')).pid,
    remission: (await product.startWorker('remission', { AEAT_URL: aeat.url })).pid,
    ...(await nameServersApart(bench.servers, product.redisUrl)),
  };
  /** The cost of a second without work, which is subtracted from the cost of work. */
  let idle: Sample = {};
  const settleMs = bench.pick(SETTLE_MS, 500);
  const take = async (work: () => Promise<void>): Promise<Sample> => {
    const started = performance.now();
    const passed = () => (performance.now() - started) / 1000;
    const read = () =>
      Object.entries(processes).map(([name, pid]) => [name, readProcessorTime([pid]) ?? 0] as const);
    const [before, written] = [read(), await readWritten(looker)];
    await work();
    const seconds = passed();
    const after = new Map(read());
    await wait(settleMs);
    const settled = passed();
    const wrote = subtractWritten(await readWritten(looker), written);
    const without = (name: string, value: number, time: number) =>
      [name, Math.max(value - (idle[name] ?? 0) * time, 0)] as const;
    return Object.fromEntries([
      ...before.map(([name, ms]) => without(name, after.get(name)! - ms, seconds)),
      ...Object.entries(wrote).map(([name, value]) => without(name, value, settled)),
    ]);
  };
  const isNone = (rows: string) => async () => (await countRows(product.pool, rows)) === 0;
  const isIssued = isNone('batches where processed_at is null');
  const isRendered = isNone('batches where rendered_at is null');
  const isAnswered = isNone(
    '(select (select count(*) from issued_invoices) - (select count(*) from record_answers) as due) as counts where due > 0',
  );
  let sent = 0;
  const post = async ({ size, batches, chains }: (typeof loads)[number]) => {
    const first = sent;
    sent += batches;
    const build = (index: number) =>
      buildBatch(size, `G${first + index}`, buildIssuerNif(1000 + (index % chains)));
    const bodies = Array.from({ length: batches }, (_, index) => build(index));
    return () => runClients(CLIENTS, batches, async (index) => void (await client.post(bodies[index]!)));
  };
  const runAll = async (load: (typeof loads)[number]): Promise<Record<string, Sample>> => {
    for (const line of Object.values(lines)) await line.hold();
    const accept = await take(await post(load));
    const issue = await take(async () => {
      await lines.issue.release();
      await waitUntil(isIssued, 'batches to be issued', { pauseMs: 100 });
    });
    const render = await take(async () => {
      await lines.render.release();
      await waitUntil(isRendered, 'PDFs', { pauseMs: 200, limitMs: 600_000 });
    });
    const remit = await take(async () => {
      await lines.remit.release();
      await waitUntil(isAnswered, 'the answers of AEAT', { pauseMs: 200 });
    });
    return { accept, issue, render, remit };
  };
  // The warm-up creates the chains, fills caches and compiles code.
  await runAll({ size: 10, batches: bench.pick(48, 4), chains: bench.pick(24, 2) });
  await wait(settleMs);
  idle = await takeIdle(take, bench.pick(IDLE_MS, 1000), settleMs);
  const findings: Finding[] = [describeIdle(idle)];
  for (const load of loads) {
    bench.say(`batches of ${load.size} …`);
    for (const [stage, sample] of Object.entries(await runAll(load)))
      findings.push(describe(stage, load, sample));
  }
  const issued = await countRows(product.pool, 'issued_invoices');
  expectEqual('PDFs', await countRows(product.pool, 'pdfs'), issued);
  expectEqual('Answers', await countRows(product.pool, `record_answers where state = 'accepted'`), issued);
  return [...findings, ...limitDatabase(findings)];
}

/** Measures the cost of a second in which no work is due. */
async function takeIdle(
  take: (work: () => Promise<void>) => Promise<Sample>,
  ms: number,
  settleMs: number,
): Promise<Sample> {
  const sample = await take(() => wait(ms));
  const perSecond = (name: string, value: number) => (value * 1000) / (name in UNITS ? ms + settleMs : ms);
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, perSecond(name, value)]));
}

const PROCESSOR_TIME = 'ms of processor time';
const PROOF = 'all of them issued, rendered, and accepted by the stand-in for AEAT; counted in the tables';

function describe(
  stage: string,
  { size, batches, chains }: { size: number; batches: number; chains: number },
  sample: Sample,
): Finding {
  // Here all records of a chain go into one envelope. A part of its cost is fixed, the rest grows
  // with the records.
  const units = stage === 'remit' ? chains : batches;
  const figures = buildFigures(sample, units);
  const what =
    stage === 'remit'
      ? `Remit an envelope of ${(size * batches) / chains}`
      : `${stage[0]!.toUpperCase()}${stage.slice(1)} a batch of ${size}`;
  const cpu = sumProcessorTime(figures);
  return { goal: 'stages', what, unit: PROCESSOR_TIME, value: describeSingle(cpu), figures, proof: PROOF };
}

/**
 * The processor time that PostgreSQL needs to issue a batch of 1000. All workers share PostgreSQL,
 * however many there are.
 */
function limitDatabase(findings: readonly Finding[]): Finding[] {
  const issuing = findings.find(({ what }) => what === 'Issue a batch of 1000');
  const database = issuing?.figures.find(({ name }) => name === 'postgres');
  if (database === undefined) return [];
  return [
    {
      goal: 'stages',
      what: 'Processor time of PostgreSQL to issue a batch of 1000',
      unit: 'ms',
      value: database.value,
      limit: { most: 35 },
      figures: [],
      proof: PROOF,
    },
  ];
}

function describeIdle(sample: Sample): Finding {
  const figures = buildFigures(sample, 1);
  const cpu = sumProcessorTime(figures);
  return {
    goal: 'stages',
    what: 'A second without work',
    unit: PROCESSOR_TIME,
    value: describeSingle(cpu),
    figures,
    proof: 'no work was due',
  };
}

const UNITS: Readonly<Record<string, string>> = {
  walBytes: 'bytes',
  walSyncs: 'syncs',
  bytesAtRest: 'bytes',
};

function buildFigures(sample: Sample, units: number): Figure[] {
  return Object.entries(sample).map(([name, value]) => ({
    name,
    unit: UNITS[name] ?? PROCESSOR_TIME,
    value: describeSingle(value / units),
  }));
}

function sumProcessorTime(figures: readonly Figure[]): number {
  return figures
    .filter(({ unit }) => unit === PROCESSOR_TIME)
    .reduce((sum, { value }) => sum + value.median, 0);
}
