import { availableParallelism } from 'node:os';
import { compareSamples, interleave, type Sample, type Samples } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveIssued } from '../measuring/prove.ts';
import { readMachineTime } from '../measuring/read-machine-time.ts';
import { runClients } from '../measuring/run-clients.ts';
import { describeSpread } from '../measuring/statistics.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import { openProduct } from '../product/open-product.ts';
import { buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const [ONE, TWO, FOUR] = ['1 worker', '2 workers', '4 workers'] as const;
const COUNTS = { [ONE]: 1, [TWO]: 2, [FOUR]: 4 };
const ORGANIZATIONS = 4;
const isMachineTold = process.platform === 'linux';

type Kind = {
  readonly queue: 'batches' | 'pdfs';
  readonly unit: string;
  readonly batches: number;
  readonly invoicesEach: number;
  /** The condition for batches that are not finished. */
  readonly due: string;
  /** The minimum ratio of two workers to one. */
  readonly least: number;
};

/** Goal 11: more workers do more work, and superfluous ones do no harm. */
export async function measureWorkers(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const products: Workers[] = [];
  for (const [name, count] of Object.entries(COUNTS)) {
    products.push(resources.use(await openWorkers(bench, name, count)));
  }
  const findings = [];
  // PDFs come first, because invoices that the second kind issues without PDFs would be rendered
  // later.
  const kinds: Kind[] = [
    {
      queue: 'pdfs',
      unit: 'PDFs/s',
      // Long samples, because at the end of each some worker is idle.
      batches: bench.pick(8, 4),
      invoicesEach: bench.pick(100, 10),
      due: 'rendered_at is null',
      least: 1.4,
    },
    {
      queue: 'batches',
      unit: 'invoices/s',
      batches: bench.pick(24, 4),
      invoicesEach: bench.pick(1000, 200),
      due: 'processed_at is null',
      least: 1.35,
    },
  ];
  for (const kind of kinds) {
    const contenders = products.map((product) => ({
      name: product.name,
      measure: () => product.measure(kind),
    }));
    // With four workers each does a quarter of the work and warms up later.
    const { repeats: rounds } = bench.options;
    const samples = await interleave(contenders, { rounds, warmUps: bench.pick(3, 1) });
    for (const finding of buildFindings(samples, kind)) findings.push(finding);
    const shares = products[1]!.takeShares().slice(-rounds);
    if (shares.length > 0) findings.push(buildBusyFinding(kind, shares));
  }
  for (const product of products) await product.prove();
  return findings;
}

function buildFindings(samples: Samples, { unit, least }: Kind): Finding[] {
  const proof = 'every issued invoice counted and every chain recomputed; PDFs counted and hashed again';
  return [
    {
      goal: '11',
      what: `${unit} of ${TWO} over ${ONE}`,
      unit: '×',
      value: compareSamples(samples, ONE, TWO),
      limit: { least },
      figures: [...buildRates(samples, unit).values()],
      proof,
    },
    {
      goal: '11',
      what: `${unit} of ${FOUR}, more than cores, over ${TWO}`,
      unit: '×',
      value: compareSamples(samples, TWO, FOUR),
      limit: { least: 0.9 },
      figures: [],
      proof,
    },
  ];
}

/**
 * Shows how much of the processor time two workers use, which bounds what they can gain over one.
 * @param shares the busy share of all cores, by any process, in each sample.
 */
function buildBusyFinding({ unit }: Kind, shares: readonly number[]): Finding {
  return {
    goal: '11',
    what: `Share of all cores that is busy with ${TWO}, ${unit}`,
    unit: '×',
    value: describeSpread(shares),
    limit: { least: 0.9 },
    figures: [],
    proof: 'the idle time that the system reports',
  };
}

type Workers = AsyncDisposable & {
  readonly name: string;
  /**
   * Measures the work on some batches of several organizations, which are accepted before the
   * measurement begins.
   */
  measure(kind: Kind): Promise<Sample>;
  /** Returns the busy share of all cores in each sample since the last call. */
  takeShares(): number[];
  prove(): Promise<void>;
};

/** Starts the product with `count` workers. */
async function openWorkers(bench: Bench, name: string, count: number): Promise<Workers> {
  const resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const queues = {
    batches: resources.use(await openHeldQueue(product.redisUrl, 'batches')),
    pdfs: resources.use(await openHeldQueue(product.redisUrl, 'pdfs')),
  };
  const clients = await Promise.all(Array.from({ length: ORGANIZATIONS }, () => product.openClient()));
  await Promise.all(Array.from({ length: count }, () => product.startWorker('batches,pdfs')));
  const isDone = (condition: string) => async () =>
    (await product.pool.query(`select from batches where ${condition} limit 1`)).rowCount === 0;
  const shares: number[] = [];
  let batchesSent = 0;
  let invoicesSent = 0;
  let rendered = 0;
  return {
    name,
    async measure({ queue, due, batches, invoicesEach }) {
      await queues.pdfs.hold();
      if (queue === 'batches') await queues.batches.hold();
      await runClients(ORGANIZATIONS, batches, async (index) => {
        batchesSent += 1;
        await clients[index % ORGANIZATIONS]!.post(buildBatch(invoicesEach, `W${batchesSent}`));
      });
      invoicesSent += batches * invoicesEach;
      if (queue === 'pdfs') {
        rendered = invoicesSent;
        await waitUntil(isDone('processed_at is null'), 'batches to be issued');
      }
      const before = isMachineTold ? readMachineTime() : null;
      const started = performance.now();
      const sample = await takeTime(batches * invoicesEach, product.listProcesses(), async () => {
        await queues[queue].release();
        await waitUntil(isDone(due), `the ${queue} of ${name}`, { pauseMs: 5 });
      });
      const seconds = (performance.now() - started) / 1000;
      if (before !== null) shares.push((readMachineTime() - before) / seconds / availableParallelism());
      return sample;
    },
    takeShares: () => shares.splice(0),
    async prove() {
      await proveIssued(product.pool, invoicesSent);
      const whole = await countRows(
        product.pool,
        'pdfs p join render_batches q on q.id = p.render_batch_id where sha256(q.content) = q.sha256 and p.pages = 1',
      );
      expectEqual('Stored PDFs', whole, rendered);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
