import { randomUUID } from 'node:crypto';
import { setAsOperator } from '../../../src/organizations/series/series.ts';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { expectEqual, proveIssued } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch, translateBatch } from '../product/build-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const INVOICES = 1000;
const CLIENTS = 2;
const STATED = 'stated numbers';
const GIVEN = 'a series';
const NUMBER = /"number_serie":"[^"]*"/g;

/**
 * The goal `series`: the time to accept and issue batches of one issuer whose numbers a series gives, compared
 * with stated numbers. The batches of one issuer are issued one after another, so that a longer lock
 * of its chain would show.
 */
export async function measureSeries(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const wanted = {
    issuerNif: 'B12345674',
    code: 'F',
    now: new Date(),
    input: { pattern: '{code}-{year}-{counter:6}' },
  };
  await setAsOperator(product.pool, client.organizationId, wanted, { operator: 'bench', reason: null });
  resources.use(await product.startWorker('batches'));
  const many = bench.pick(5, 2);
  let batches = 0;
  const isIssued = async () => {
    const { rowCount } = await product.pool.query('select from batches where processed_at is null limit 1');
    return rowCount === 0;
  };
  const samples = await interleave(
    [STATED, GIVEN].map((name) => ({
      name,
      measure: () => {
        const bodies = Array.from({ length: many }, () => {
          const body = translateBatch(buildBatch(INVOICES, `N${(batches += 1)}`));
          return name === STATED ? body : Buffer.from(body.toString().replaceAll(NUMBER, '"series":"F"'));
        });
        return takeTime(many * INVOICES, product.listProcesses(), async () => {
          await runClients(
            CLIENTS,
            many,
            async (index) => void (await client.post(bodies[index]!, randomUUID(), 2)),
          );
          await waitUntil(isIssued, 'the batches to be issued', { pauseMs: 5 });
        });
      },
    })),
    { rounds: bench.pick(4, 1) * bench.options.repeats, warmUps: bench.pick(3, 1) },
  );
  const records = await proveIssued(product.pool, batches * INVOICES);
  const { rows } = await product.pool.query<{ given: number; last: number }>(
    `select (select count(*)::int from issued_invoices where series_id is not null) as given, sum(last)::int as last from series_counters`,
  );
  expectEqual('Numbers that the series gave', rows[0]!.given, (batches * INVOICES) / 2);
  expectEqual('The last counter of the series', rows[0]!.last, (batches * INVOICES) / 2);
  const proof = `${records} records recomputed, and the counter compared with the numbers`;
  return [
    {
      goal: 'series',
      what: `Time to accept and issue batches of ${INVOICES} of one issuer, numbers of a series over stated numbers`,
      unit: '×',
      value: compareSamples(samples, GIVEN, STATED),
      limit: { most: 1.1 },
      figures: [...buildFigures(samples).values()],
      proof,
    },
    {
      goal: 'series',
      what: `Processor time to accept and issue batches of ${INVOICES}, numbers of a series over stated numbers`,
      unit: '×',
      value: compareSamples(samples, GIVEN, STATED, 'cpuMs'),
      limit: { most: 1.1 },
      figures: [],
      proof,
    },
  ];
}
