import { compareTurns, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveIssued } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
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

type Kind = {
  readonly queue: 'batches' | 'pdfs';
  readonly unit: string;
  readonly batches: number;
  readonly invoicesEach: number;
  /** Of batches that are not done with. */
  readonly due: string;
};

/** Goal 11: more workers do more, and too many do no harm. */
export async function measureWorkers(bench: Bench): Promise<Finding[]> {
  const issuing = {
    queue: 'batches',
    unit: 'invoices/s',
    batches: bench.pick(12, 4),
    invoicesEach: bench.pick(1000, 200),
    due: 'processed_at is null',
  } as const;
  const printing = {
    queue: 'pdfs',
    unit: 'PDFs/s',
    batches: 4,
    invoicesEach: bench.pick(100, 10),
    due: 'rendered_at is null',
  } as const;
  return [...(await measureKind(bench, issuing)), ...(await measureKind(bench, printing))];
}

async function measureKind(bench: Bench, kind: Kind): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const contenders = [];
  for (const [name, count] of Object.entries(COUNTS)) {
    contenders.push({ name, ...resources.use(await openWorkers(bench, kind, count)) });
  }
  const turns = await interleave(contenders, { rounds: bench.options.repeats, warmUps: 1 });
  for (const contender of contenders) await contender.prove();
  const rates = [...buildRates(turns, kind.unit).values()];
  const proof = 'every issued invoice counted and every chain recomputed; PDFs counted and hashed again';
  return [
    {
      goal: '11',
      what: `${kind.unit} of ${TWO} over ${ONE}`,
      unit: '×',
      value: compareTurns(turns, ONE, TWO),
      limit: { least: 1.5 },
      figures: rates,
      proof,
    },
    {
      goal: '11',
      what: `${kind.unit} of ${FOUR}, more than cores, over ${TWO}`,
      unit: '×',
      value: compareTurns(turns, TWO, FOUR),
      limit: { least: 0.9 },
      figures: [],
      proof,
    },
  ];
}

/** The product with so many workers; a turn is some batches of several organizations, accepted before it begins. */
async function openWorkers(bench: Bench, { queue: name, due, batches, invoicesEach }: Kind, count: number) {
  const resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const queue = resources.use(await openHeldQueue(product.redisUrl, name));
  const clients = await Promise.all(Array.from({ length: ORGANIZATIONS }, () => product.openClient()));
  if (name === 'pdfs') await product.startWorker('batches');
  await Promise.all(Array.from({ length: count }, () => product.startWorker(name)));
  const isDone = (condition: string) => async () =>
    (await product.pool.query(`select from batches where ${condition} limit 1`)).rowCount === 0;
  let sent = 0;
  return {
    async takeTurn() {
      await queue.hold();
      await runClients(ORGANIZATIONS, batches, async (index) => {
        await clients[index % ORGANIZATIONS]!.post(buildBatch(invoicesEach, `W${(sent += 1)}`));
      });
      if (name === 'pdfs') await waitUntil(isDone('processed_at is null'), 'batches to be issued');
      return takeTime(batches * invoicesEach, product.listProcesses(), async () => {
        await queue.release();
        await waitUntil(isDone(due), `the ${name} of ${count} workers`, { pauseMs: 5 });
      });
    },
    async prove() {
      await proveIssued(product.pool, sent * invoicesEach);
      if (name !== 'pdfs') return;
      const whole = await countRows(product.pool, 'pdfs where sha256(content) = sha256 and pages = 1');
      expectEqual('Stored PDFs', whole, sent * invoicesEach);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
