import { compareSamples, interleave } from '../measuring/interleave.ts';
import { proveAccepted } from '../measuring/prove.ts';
import { readMetric } from '../measuring/read-metric.ts';
import { describeSpread, findQuantile } from '../measuring/statistics.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const IDLE = 'p99 of small POSTs, idle';
const MIXED = 'p99 of small POSTs among large ones';
const LARGE_CLIENTS = 2;
const LAG = 'nodejs_eventloop_lag_max_seconds';

/**
 * Goal `loop`: the ingress stays responsive. Large requests neither stall its event loop nor delay
 * small ones.
 */
export async function measureEventLoop(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  const client = await product.openClient();
  const [small, large] = [buildBatch(1, 'L'), buildBatch(1000, 'L')];
  const smallIds: number[] = [];
  const largeIds: number[] = [];
  const stalls: number[] = [];
  const requests = bench.pick(400, 20);
  const sendSmall = async () => {
    const times: number[] = [];
    for (let index = 0; index < requests; index += 1) {
      const started = performance.now();
      smallIds.push(await client.post(small));
      times.push(performance.now() - started);
    }
    return { ms: findQuantile(times, 0.99), cpuMs: null };
  };
  const samples = await interleave(
    [
      { name: IDLE, measure: sendSmall },
      {
        name: MIXED,
        async measure() {
          // Reading the metric resets it.
          await readMetric(product.ingress.opsUrl, LAG);
          const flooding = { isOver: false };
          const flood = Array.from({ length: LARGE_CLIENTS }, async () => {
            while (!flooding.isOver) largeIds.push(await client.post(large));
          });
          const sample = await sendSmall();
          flooding.isOver = true;
          await Promise.all(flood);
          stalls.push((await readMetric(product.ingress.opsUrl, LAG)) * 1000);
          return sample;
        },
      },
    ],
    { rounds: bench.options.repeats, warmUps: bench.pick(2, 1) },
  );
  await proveAccepted(product.pool, smallIds, 1, small);
  await proveAccepted(product.pool, largeIds, 1000, large);
  const proof = `${smallIds.length} small and ${largeIds.length} large batches counted`;
  return [
    {
      goal: 'loop',
      what: `Longest stall of the ingress's event loop among ${LARGE_CLIENTS} clients with batches of 1000`,
      unit: 'ms',
      value: describeSpread(stalls.slice(-bench.options.repeats)),
      limit: { most: 100 },
      figures: [],
      proof,
    },
    {
      goal: 'loop',
      what: `p99 of batches of 1 among ${LARGE_CLIENTS} clients with batches of 1000, over their p99 alone`,
      unit: '×',
      value: compareSamples(samples, MIXED, IDLE),
      limit: { most: 5 },
      figures: [...buildFigures(samples).values()],
      proof,
    },
  ];
}
