import { setTimeout as wait } from 'node:timers/promises';
import { countRows, expectEqual, proveAccepted } from '../measuring/prove.ts';
import { readMemoryBelow, readPeakMemory, resetPeakMemory } from '../measuring/process-tree.ts';
import { runClients } from '../measuring/run-clients.ts';
import { describeSingle, describeSpread } from '../measuring/statistics.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import type { Finding } from '../report/finding.ts';

const MB = 2 ** 20;
const CLIENTS = 4;
const LOOK_EVERY_MS = 250;

/**
 * Goal 7: the memory of Chromium over many PDFs, and of ingress and worker under large requests.
 */
export async function measureMemory(bench: Bench): Promise<Finding[]> {
  if (process.platform !== 'linux') {
    bench.say('not measured: this system has no /proc, from which memory is read');
    return [];
  }
  return [...(await measureChromium(bench)), ...(await measureProcesses(bench))];
}

async function measureChromium(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  const client = await product.openClient();
  const worker = await product.startWorker('batches,pdfs');
  const total = bench.pick(10_000, 100);
  const batch = bench.pick(1000, 100);
  await runClients(1, total / batch, async (index) => {
    await client.post(buildBatch(batch, `M${index}`));
  });
  const samples: number[] = [];
  for (let pdfs = 0; pdfs < total; await wait(LOOK_EVERY_MS)) {
    pdfs = await countRows(product.pool, 'pdfs');
    if (pdfs > 0) samples.push(readMemoryBelow(worker.pid));
  }
  const whole = await countRows(
    product.pool,
    'pdfs p join render_batches q on q.id = p.render_batch_id where sha256(q.content) = q.sha256 and p.pages = 1',
  );
  expectEqual('Stored PDFs', whole, total);

  // The samples were taken at even intervals, and PDFs are rendered at an even pace.
  const between = (from: number, to: number) => {
    const first = Math.floor(from * samples.length);
    const last = Math.max(Math.ceil(to * samples.length), first + 1);
    return describeSpread(samples.slice(first, last).map((bytes) => bytes / MB));
  };
  const [early, late] = [between(0.1, 0.3), between(0.8, 1)];
  const growth = (value: number) => (value / early.median - 1) * 100;
  const proof = `${total} PDFs counted and hashed again; memory as PSS of every process below the worker, sampled every ${LOOK_EVERY_MS} ms`;
  return [
    {
      goal: '7',
      what: `Most memory of Chromium's processes over ${total} PDFs`,
      unit: 'MB',
      value: describeSingle(samples.reduce((a, b) => Math.max(a, b), 0) / MB),
      limit: { most: 350 },
      figures: [
        { name: 'after 10 to 30 %', unit: 'MB', value: early },
        { name: 'after 80 to 100 %', unit: 'MB', value: late },
      ],
      proof,
    },
    {
      goal: '7',
      what: `Growth of Chromium's memory over ${total} PDFs`,
      unit: '%',
      value: { median: growth(late.median), low: growth(late.low), high: growth(late.high) },
      limit: { most: 5 },
      figures: [],
      proof,
    },
  ];
}

async function measureProcesses(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  const client = await product.openClient();
  const worker = await product.startWorker('batches,pdfs');
  const roles = { ingress: product.ingress.pid, worker: worker.pid };
  const peaks = new Map<string, number[]>(Object.keys(roles).map((role) => [role, []]));
  const accepted = new Map<number, Buffer>();
  const posts = CLIENTS * bench.pick(5, 1);
  for (let round = 0; round < bench.options.repeats; round += 1) {
    for (const pid of Object.values(roles)) resetPeakMemory(pid);
    await runClients(CLIENTS, posts, async (index) => {
      // New invoice numbers, so that the worker issues all of them.
      const body = buildBatch(1000, `N${round}-${index}`);
      accepted.set(await client.post(body), body);
    });
    for (const [role, pid] of Object.entries(roles)) peaks.get(role)!.push(readPeakMemory(pid) / MB);
  }
  for (const [id, body] of accepted) await proveAccepted(product.pool, [id], 1000, body);
  return Object.keys(roles).map((role) => ({
    goal: '7',
    what: `Most memory of the ${role} while ${CLIENTS} clients send bodies of 2 MB`,
    unit: 'MB' as const,
    value: describeSpread(peaks.get(role)!),
    limit: { most: 400 },
    figures: [],
    proof: `${accepted.size} batches of 1000 counted, their bodies compared; the peak that the kernel recorded (VmHWM)`,
  }));
}
