import { Pool } from 'pg';
import { compareTurns, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveAccepted } from '../measuring/prove.ts';
import { timeRequests } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import { acceptAtFloor, FLOOR_TABLES, type Keeping } from '../peers/accepting/floor.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const PRODUCT = 'POST to 201';
const SIZES = [
  { invoices: 1000, most: 1.5, posts: 5 },
  { invoices: 100, most: 1.6, posts: 20 },
  { invoices: 1, most: 2, posts: 100 },
] as const;

/** Goal 1: from POST to 201, over what accepting cannot do without. */
export async function measureAcceptLatency(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const pool = new Pool({ connectionString: await bench.createDatabase(), max: 1 });
  resources.defer(() => pool.end());
  await pool.query(FLOOR_TABLES);
  const findings: Finding[] = [];
  for (const { invoices, most, posts } of SIZES) {
    const body = buildBatch(invoices, `A${invoices}`);
    const count = bench.pick(posts, 3);
    const accepted: number[] = [];
    const floored: number[] = [];
    const keep = (keeping: Keeping) => ({
      name: nameFloor(keeping),
      takeTurn: () =>
        timeRequests(count, [process.pid, ...bench.servers], async () => {
          floored.push(await acceptAtFloor(pool, body, keeping));
        }),
    });
    const turns = await interleave(
      [
        {
          name: PRODUCT,
          takeTurn: () =>
            timeRequests(count, product.listProcesses(), async () => {
              accepted.push(await client.post(body));
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

    const figures = buildFigures(turns);
    const middle = (keeping: Keeping) => figures.get(nameFloor(keeping))!.value.median;
    const floor = middle('as sent') < middle('compressed') ? 'as sent' : 'compressed';
    findings.push({
      goal: '1',
      what: `POST to 201, batch of ${invoices}, over the floor (body kept ${floor})`,
      unit: '×',
      value: compareTurns(turns, PRODUCT, nameFloor(floor)),
      limit: { most },
      figures: [...figures.values()],
      proof: `${accepted.length * invoices} invoices counted, a stored body compared with the one sent`,
    });
  }
  return findings;
}

function nameFloor(keeping: Keeping): string {
  return `floor, body kept ${keeping}`;
}
