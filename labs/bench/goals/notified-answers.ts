import { openPool } from '../../../src/platform/postgres/database.ts';
import { compareSamples, interleave, type Sample } from '../measuring/interleave.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { takeTime } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import { issueForAnswers, RECORDS } from '../product/issue-for-answers.ts';
import { openProduct } from '../product/open-product.ts';
import { openEndpoint } from '../product/open-endpoint.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const WITHOUT_TRIGGER = 'its trigger switched off';
const UNTOLD = 'no endpoint';
const TOLD = 'an endpoint';

/**
 * Goal 13: the cost of storing AEAT's answers if each of them is an event. It does not delay
 * issuing.
 */
export async function measureToldAnswers(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const { pool } = product;
  const client = await product.openClient();
  const endpoint = resources.use(await openEndpoint(product, client.organizationId, true));
  const { pool: storing } = resources.use(
    openPool({ url: product.databaseUrl, applicationName: 'bench', role: 'worker', maxConnections: 1 }),
  );
  const { repeats: rounds } = bench.options;
  const [each, warmUps] = [bench.pick(3, 1), bench.pick(2, 1)];
  const names = [WITHOUT_TRIGGER, UNTOLD, TOLD];
  const envelopes = names.length * each * (rounds + warmUps);
  const worker = await product.startWorker('batches');
  const storeAnswers = await issueForAnswers(product, client, storing, envelopes);
  await worker[Symbol.asyncDispose]();
  // A table that has been in use for a while is vacuumed and analyzed.
  await pool.query('vacuum (analyze)');

  const { rows } = await storing.query<{ pid: number }>('select pg_backend_pid() as pid');
  const store = (): Promise<Sample> =>
    takeTime(each, [rows[0]!.pid], async () => {
      for (let index = 0; index < each; index += 1) await storeAnswers();
    });
  const switchTrigger = (verb: 'enable' | 'disable') =>
    pool.query(`alter table record_answers ${verb} trigger record_answers_tell`);
  const samples = await interleave(
    [
      {
        name: WITHOUT_TRIGGER,
        measure: async () => {
          await switchTrigger('disable');
          const sample = await store();
          await switchTrigger('enable');
          return sample;
        },
      },
      { name: UNTOLD, measure: store },
      {
        name: TOLD,
        measure: async () => {
          await endpoint.rest();
          const sample = await store();
          await endpoint.ignore();
          return sample;
        },
      },
    ],
    { rounds, warmUps },
  );
  const events = await countRows(
    pool,
    `webhook_deliveries d join webhook_events v on v.id = d.event_id where v.type = 'invoice.accepted'`,
  );
  expectEqual('Answers', await countRows(pool, 'record_answers'), envelopes * RECORDS);
  expectEqual('Events of answers', events, (envelopes / names.length) * RECORDS);
  const compare = (name: string, other: string): Finding => ({
    goal: '13',
    what: `${RECORDS} answers of AEAT stored: ${name}, over ${other}`,
    unit: '×',
    value: compareSamples(samples, name, other),
    figures: [...buildFigures(samples).values()],
    proof: `${envelopes * RECORDS} answers and ${events} events counted`,
  });
  return [compare(TOLD, UNTOLD), compare(UNTOLD, WITHOUT_TRIGGER)];
}
