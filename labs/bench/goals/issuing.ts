import type { Pool } from 'pg';
import { compareSamples, interleave, type Sample } from '../measuring/interleave.ts';
import { expectEqual, proveIssued } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { QUEUE_NAMES } from '../peers/job-per-invoice/job-queue.ts';
import { openJobPeer } from '../peers/job-per-invoice/open-job-peer.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures, buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PRODUCT = 'the product';
const INVOICES = 1000;
const CLIENTS = 2;

/**
 * Goal 5: the time from POST until the invoices are issued and chained, compared with one job and
 * one transaction per invoice.
 */
export async function measureIssuing(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  resources.use(await product.startWorker('batches'));
  const isIssued = () => hasNothingUnprocessed(product.pool);
  let batches = 0;
  const buildNext = () => buildBatch(INVOICES, `E${(batches += 1)}`);

  const many = bench.pick(10, 2);
  const few = bench.pick(INVOICES, 100);
  const peers = [];
  let jobs = 0;
  for (const queue of QUEUE_NAMES) {
    const peer = resources.use(await openJobPeer(bench, queue));
    peers.push({
      peer,
      contender: {
        name: `a job per invoice, ${queue}`,
        measure: () => {
          const body = buildBatch(few, `J${(jobs += 1)}`);
          return takeTime(few, peer.processes, () => peer.issue(body));
        },
      },
    });
  }
  const rounds = { rounds: bench.options.repeats, warmUps: 1 };
  const sustained = await interleave(
    [
      {
        name: PRODUCT,
        measure: async () => {
          const bodies = Array.from({ length: many }, buildNext);
          return takeTime(many * INVOICES, product.listProcesses(), async () => {
            await runClients(CLIENTS, many, async (index) => void (await client.post(bodies[index]!)));
            await waitUntil(isIssued, 'the product to issue its batches', { pauseMs: 5 });
          });
        },
      },
      ...peers.map(({ contender }) => contender),
    ],
    rounds,
  );
  for (const { peer } of peers) {
    expectEqual('Records of a peer', await peer.verify(), (rounds.rounds + rounds.warmUps) * few);
  }

  const accepted: Sample[] = [];
  const issued: Sample[] = [];
  for (let round = 0; round < bench.pick(3, 1) * bench.options.repeats; round += 1) {
    const body = buildNext();
    const started = performance.now();
    await client.post(body);
    accepted.push({ ms: performance.now() - started, cpuMs: null });
    await waitUntil(isIssued, 'one batch to be issued');
    issued.push({ ms: performance.now() - started, cpuMs: null });
  }
  const single = new Map([
    ['POST to 201', accepted],
    ['POST to all issued', issued],
  ]);
  const records = await proveIssued(product.pool, batches * INVOICES);
  const proof = `${records} records of the product recomputed, and all of the peers`;
  const rates = [...buildRates(sustained, 'invoices/s').values()];
  return [
    ...peers.map(({ contender: { name } }): Finding => {
      const value = compareSamples(sustained, name, PRODUCT);
      const isGoal = name.endsWith(QUEUE_NAMES[0]);
      return {
        goal: '5',
        what: `Issued and chained, sustained: how many times as fast as ${name}`,
        unit: '×',
        value,
        limit: { least: 12 },
        figures: isGoal ? rates : [],
        proof,
      };
    }),
    {
      goal: '5',
      what: `One batch of ${INVOICES}: POST to all issued, over POST to 201`,
      unit: '×',
      value: compareSamples(single, 'POST to all issued', 'POST to 201'),
      limit: { most: 4.5 },
      figures: [...buildFigures(single).values()],
      proof,
    },
  ];
}

async function hasNothingUnprocessed(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from batches where processed_at is null limit 1');
  return rowCount === 0;
}
