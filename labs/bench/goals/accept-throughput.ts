import { Pool } from 'pg';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveAccepted } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { takeTime } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import { FLOOR_TABLES } from '../peers/accepting/floor.ts';
import { startPeer } from '../peers/start-peer.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PRODUCT = 'the product';
const PEER = 'node:http with the same statement';
const CLIENTS = 4;
const INVOICES = 1000;

/**
 * Goal 3: invoices accepted per second from several clients, compared with node:http that runs one
 * statement.
 */
export async function measureAcceptThroughput(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const peerUrl = await bench.createDatabase();
  const pool = new Pool({ connectionString: peerUrl, max: 1 });
  resources.defer(() => pool.end());
  await pool.query(FLOOR_TABLES);
  const peer = resources.use(await startPeer('node-http', { DATABASE_URL: peerUrl }));
  const body = buildBatch(INVOICES, 'C');
  const posts = CLIENTS * bench.pick(8, 1);
  const accepted: number[] = [];
  const floored: number[] = [];
  const samples = await interleave(
    [
      {
        name: PRODUCT,
        measure: () =>
          takeTime(posts * INVOICES, product.listProcesses(), () =>
            runClients(CLIENTS, posts, async () => void accepted.push(await client.post(body))),
          ),
      },
      {
        name: PEER,
        measure: () =>
          takeTime(posts * INVOICES, [peer.pid, ...bench.servers], () =>
            runClients(CLIENTS, posts, async () => void floored.push(await peer.post(body))),
          ),
      },
    ],
    { rounds: bench.options.repeats, warmUps: bench.pick(2, 1) },
  );
  await proveAccepted(product.pool, accepted, INVOICES, body);
  expectEqual('Invoices of the peer', await countRows(pool, 'floor_invoices'), floored.length * INVOICES);
  return [
    {
      goal: '3',
      what: `Invoices accepted per second, ${CLIENTS} clients with batches of ${INVOICES}, over node:http`,
      unit: '×',
      value: compareSamples(samples, PEER, PRODUCT),
      limit: { least: 0.7 },
      figures: [...buildRates(samples, 'invoices/s').values()],
      proof: `${(accepted.length + floored.length) * INVOICES} invoices counted`,
    },
  ];
}
