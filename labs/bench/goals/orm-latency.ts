import { Pool } from 'pg';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveAccepted } from '../measuring/prove.ts';
import { timeRequests } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import { startPeer } from '../peers/start-peer.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PRODUCT = 'POST to 201';
const PEER = 'Fastify and MikroORM, insertMany';
const INVOICES = 1000;

/** Goal 2: the time from POST to 201, compared with a framework and an ORM. */
export async function measureOrmLatency(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const peerUrl = await bench.createDatabase();
  const peer = resources.use(await startPeer('mikro-orm', { DATABASE_URL: peerUrl }));
  const pool = new Pool({ connectionString: peerUrl, max: 1 });
  resources.defer(() => pool.end());
  const body = buildBatch(INVOICES, 'B');
  const posts = bench.pick(4, 2);
  const accepted: number[] = [];
  const inserted: number[] = [];
  const samples = await interleave(
    [
      {
        name: PRODUCT,
        measure: () =>
          timeRequests(posts, product.listProcesses(), async () => {
            accepted.push(await client.post(body));
          }),
      },
      {
        name: PEER,
        measure: () =>
          timeRequests(posts, [peer.pid, ...bench.servers], async () => {
            inserted.push(await peer.post(body));
          }),
      },
    ],
    { rounds: bench.options.repeats, warmUps: bench.pick(3, 1) },
  );
  await proveAccepted(product.pool, accepted, INVOICES, body);
  expectEqual('Invoices of the peer', await countRows(pool, 'orm_invoices'), inserted.length * INVOICES);
  return [
    {
      goal: '2',
      what: `POST to 201, batch of ${INVOICES}: how many times as fast as Fastify and MikroORM`,
      unit: '×',
      value: compareSamples(samples, PEER, PRODUCT),
      limit: { least: 6 },
      figures: [...buildFigures(samples).values()],
      proof: `${(accepted.length + inserted.length) * INVOICES} invoices counted`,
    },
  ];
}
