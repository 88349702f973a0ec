import { openPool } from '../../../src/platform/postgres/database.ts';
import { compareSamples, interleave, type Sample } from '../measuring/interleave.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { describeSpread } from '../measuring/statistics.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { issueForAnswers, RECORDS } from '../product/issue-for-answers.ts';
import { buildBatch } from '../product/build-batch.ts';
import { issueOne } from '../product/issue-one.ts';
import { openProduct } from '../product/open-product.ts';
import { openEndpoint, TELLING } from '../product/open-endpoint.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const IDLE = 'nothing is delivered';
const DELIVERING = "another organization's events are delivered as fast as possible";

/**
 * Goal 13: how fast events are delivered to a receiver that answers at once, and how much this
 * delays other organizations.
 */
export async function measureDeliveries(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const { pool } = product;
  const told = await product.openClient();
  const other = await product.openClient();
  const endpoint = resources.use(await openEndpoint(product, told.organizationId, true));
  const { pool: storing } = resources.use(
    openPool({ url: product.databaseUrl, applicationName: 'bench', role: 'worker', maxConnections: 1 }),
  );
  const worker = await product.startWorker('batches,webhooks', TELLING);
  const batches = bench.pick(30, 2);
  const events = batches * RECORDS;
  const storeAnswers = await issueForAnswers(product, told, storing, batches);
  await endpoint.rest();
  for (let index = 0; index < batches; index += 1) await storeAnswers();
  const countOpen = () => countRows(pool, 'webhook_deliveries where ended_at is null');
  expectEqual('Events that wait', await countOpen(), events);

  await endpoint.listen();
  await waitUntil(async () => endpoint.arrived() > 0, 'the first event', { pauseMs: 5 });
  const processes = [worker.pid, ...bench.servers];
  const alone = await takeTime(events, processes, () =>
    waitUntil(async () => (await countOpen()) === 0, 'the events to be delivered', {
      limitMs: 300_000,
      pauseMs: 100,
    }),
  );
  expectEqual('Events that the receiver got', endpoint.arrived(), events);

  const many = bench.pick(4, 1);
  let issued = 0;
  const issueSome = async (): Promise<Sample> => {
    const times: number[] = [];
    const { cpuMs } = await takeTime(many, product.listProcesses(), async () => {
      for (let index = 0; index < many; index += 1)
        times.push((await issueOne(product, other, buildBatch(RECORDS, `D${(issued += 1)}`))).issued);
    });
    return { ms: describeSpread(times).median, cpuMs };
  };
  await endpoint.rest();
  const samples = await interleave(
    [
      { name: IDLE, measure: issueSome },
      {
        name: DELIVERING,
        measure: async () => {
          // If too few events are left for the sample, the delivered ones are made due again. The
          // vacuum keeps that cost out of the sample.
          if ((await countOpen()) < events / 2) {
            await pool.query('update webhook_deliveries set ended_at = null, outcome = null, attempts = 0');
            await pool.query('vacuum (analyze) webhook_deliveries');
          }
          const before = endpoint.arrived();
          await endpoint.listen();
          await waitUntil(async () => endpoint.arrived() > before, 'events to be sent', { pauseMs: 5 });
          const sample = await issueSome();
          await endpoint.rest();
          if (!bench.options.isQuick && (await countOpen()) === 0)
            throw new Error(
              'All events were delivered before the batches of the other organization were issued',
            );
          return sample;
        },
      },
    ],
    { rounds: bench.options.repeats, warmUps: 1 },
  );
  const rate = 1000 / alone.ms;
  return [
    {
      goal: '13',
      what: `Events delivered per second to one receiver that answers at once, ${batches} batches of ${RECORDS} invoices`,
      unit: 'events/s',
      value: { median: rate, low: rate, high: rate },
      figures: [],
      proof: `${events} requests counted at the receiver, and as delivered in the tables`,
    },
    {
      goal: '13',
      what: `Batch of ${RECORDS}, POST to all issued: ${DELIVERING}, over ${IDLE}`,
      unit: '×',
      value: compareSamples(samples, DELIVERING, IDLE),
      figures: [...buildFigures(samples).values()],
      proof: 'events still wait when the last batch is issued',
    },
  ];
}
