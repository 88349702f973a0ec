import { compareSamples, interleave } from '../measuring/interleave.ts';
import { proveAccepted } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { takeTime } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import { startPeer } from '../peers/start-peer.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PRODUCT = 'the product';
const PEER = 'the same rules, one statement per request';
const CLIENTS = 50;

/**
 * Goal 4: batches of one invoice from many clients. Requests that arrive together share a
 * statement.
 */
export async function measureSmallBatches(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const beside = resources.use(await openProduct(bench));
  const { authorization } = await beside.openClient();
  const peer = resources.use(await startPeer('statement-per-request', { DATABASE_URL: beside.databaseUrl }));
  const body = buildBatch(1, 'D');
  const posts = bench.pick(4000, 200);
  const accepted: number[] = [];
  const inserted: number[] = [];
  const samples = await interleave(
    [
      {
        name: PRODUCT,
        measure: () =>
          takeTime(posts, product.listProcesses(), () =>
            runClients(CLIENTS, posts, async () => void accepted.push(await client.post(body))),
          ),
      },
      {
        name: PEER,
        measure: () =>
          takeTime(posts, [peer.pid, ...bench.servers], () =>
            runClients(
              CLIENTS,
              posts,
              async () => void inserted.push(await peer.post(body, { authorization })),
            ),
          ),
      },
    ],
    { rounds: bench.options.repeats, warmUps: 1 },
  );
  await proveAccepted(product.pool, accepted, 1, body);
  await proveAccepted(beside.pool, inserted, 1, body);
  return [
    {
      goal: '4',
      what: `Batches of 1 from ${CLIENTS} clients: how many times as many as with one statement per request`,
      unit: '×',
      value: compareSamples(samples, PEER, PRODUCT),
      limit: { least: 1.6 },
      figures: [...buildRates(samples, 'batches/s').values()],
      proof: `${accepted.length + inserted.length} invoices counted`,
    },
  ];
}
