import { randomUUID } from 'node:crypto';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { proveIssued } from '../measuring/prove.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch, translateBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const INVOICES = 1000;
const VERSIONS = [1, 2] as const;

/**
 * Goal 17: the processor time to accept and issue a batch of 1000 through version 2 of the API,
 * compared with version 1.
 */
export async function measureVersions(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  resources.use(await product.startWorker('batches'));
  let batches = 0;
  const samples = await interleave(
    VERSIONS.map((version) => ({
      name: `version ${version}`,
      measure: () => {
        const first = buildBatch(INVOICES, `V${(batches += 1)}`);
        const body = version === 1 ? first : translateBatch(first);
        return takeTime(1, product.listProcesses(), async () => {
          await client.post(body, randomUUID(), version);
          const isIssued = async () => {
            const { rowCount } = await product.pool.query(
              'select from batches where processed_at is null limit 1',
            );
            return rowCount === 0;
          };
          await waitUntil(isIssued, 'a batch to be issued', { pauseMs: 5 });
        });
      },
    })),
    { rounds: bench.pick(5, 1) * bench.options.repeats, warmUps: bench.pick(10, 1) },
  );
  const records = await proveIssued(product.pool, batches * INVOICES);
  return [
    {
      goal: '17',
      what: `Processor time to accept and issue a batch of ${INVOICES}, version 2 over version 1`,
      unit: '×',
      value: compareSamples(samples, 'version 2', 'version 1', 'cpuMs'),
      limit: { most: 1.1 },
      figures: [...buildFigures(samples).values()],
      proof: `${records} records recomputed`,
    },
  ];
}
