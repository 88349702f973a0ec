import { Pool } from 'pg';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveAccepted } from '../measuring/prove.ts';
import { timeRequests } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import { acceptAtFloor, FLOOR_TABLES, type Keeping } from '../peers/accepting/floor.ts';
import { startPeer } from '../peers/start-peer.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PRODUCT = 'POST to 201';
const SAME = 'node:http with the same statement';
const SIZES = [
  { invoices: 1000, most: 1.5, mostOverSame: 1.4, posts: 5 },
  { invoices: 100, most: 1.6, mostOverSame: 1.5, posts: 20 },
  { invoices: 1, most: 2, mostOverSame: 1.6, posts: 100 },
] as const;

/**
 * Goal 1: the time from POST to 201, compared with two floors: a durable statement alone, and raw
 * node:http with the product's own statement, which gives the same guarantee.
 */
export async function measureAcceptLatency(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const pool = new Pool({ connectionString: await bench.createDatabase(), max: 1 });
  resources.defer(() => pool.end());
  await pool.query(FLOOR_TABLES);
  const peer = resources.use(await openSameStatement(bench));
  const findings: Finding[] = [];
  for (const { invoices, most, mostOverSame, posts } of SIZES) {
    const body = buildBatch(invoices, `A${invoices}`);
    const count = bench.pick(posts, 3);
    const accepted: number[] = [];
    const floored: number[] = [];
    const stated: number[] = [];
    const keep = (keeping: Keeping) => ({
      name: nameFloor(keeping),
      measure: () =>
        timeRequests(count, [process.pid, ...bench.servers], async () => {
          floored.push(await acceptAtFloor(pool, body, keeping));
        }),
    });
    const samples = await interleave(
      [
        {
          name: PRODUCT,
          measure: () =>
            timeRequests(count, product.listProcesses(), async () => {
              accepted.push(await client.post(body));
            }),
        },
        {
          name: SAME,
          measure: () =>
            timeRequests(count, [peer.pid, ...bench.servers], async () => {
              stated.push(await peer.post(body));
            }),
        },
        keep('as sent'),
        keep('compressed'),
      ],
      { rounds: bench.options.repeats, warmUps: bench.pick(10, 1) },
    );
    await proveAccepted(product.pool, accepted, invoices, body);
    const stored = await countRows(pool, 'floor_invoices where batch_id = any ($1)', [floored]);
    expectEqual('Invoices at the floor', stored, floored.length * invoices);
    await proveAccepted(peer.pool, stated, invoices, body);

    const figures = buildFigures(samples);
    const middle = (keeping: Keeping) => figures.get(nameFloor(keeping))!.value.median;
    const floor = middle('as sent') < middle('compressed') ? 'as sent' : 'compressed';
    findings.push({
      goal: '1',
      what: `POST to 201, batch of ${invoices}, over the floor (body kept ${floor})`,
      unit: '×',
      value: compareSamples(samples, PRODUCT, nameFloor(floor)),
      limit: { most },
      figures: [...figures.values()],
      proof: `${accepted.length * invoices} invoices counted, a stored body compared with the one sent`,
    });
    findings.push({
      goal: '1',
      what: `POST to 201, batch of ${invoices}, over ${SAME}`,
      unit: '×',
      value: compareSamples(samples, PRODUCT, SAME),
      limit: { most: mostOverSame },
      figures: [figures.get(PRODUCT)!, figures.get(SAME)!],
      proof: `${(accepted.length + stated.length) * invoices} invoices counted, stored bodies compared with the one sent`,
    });
  }
  return findings;
}

/** Starts raw node:http on a database with the product's schema. */
async function openSameStatement(bench: Bench) {
  await using opening = new AsyncDisposableStack();
  const url = await bench.createDatabase();
  await migrate(url);
  const pool = new Pool({ connectionString: url, max: 1 });
  opening.defer(() => pool.end());
  const { rows } = await pool.query<{ id: string }>(
    `insert into organizations (name) values ('Suministros y Servicios Ejemplo, S.L.') returning id`,
  );
  const settings = { DATABASE_URL: url, ORGANIZATION_ID: rows[0]!.id };
  const peer = opening.use(await startPeer('same-statement', settings));
  const resources = opening.move();
  return { ...peer, pool, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function nameFloor(keeping: Keeping): string {
  return `floor, body kept ${keeping}`;
}
