import { openPool } from '../../../../src/platform/postgres/database.ts';
import { compareTurns, interleave, type Turn } from '../measuring/interleave.ts';
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

/** What it costs to store AEAT's answers where each of them is an event. Nobody who issues waits for it. */
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
  // As it is after a while in use.
  await pool.query('vacuum (analyze)');

  const { rows } = await storing.query<{ pid: number }>('select pg_backend_pid() as pid');
  const store = (): Promise<Turn> =>
    takeTime(each, [rows[0]!.pid], async () => {
      for (let index = 0; index < each; index += 1) await storeAnswers();
    });
  const switchTrigger = (verb: 'enable' | 'disable') =>
    pool.query(`alter table record_answers ${verb} trigger record_answers_tell`);
  const turns = await interleave(
    [
      {
        name: WITHOUT_TRIGGER,
        takePermit: async () => {
          await switchTrigger('disable');
          const turn = await store();
          await switchTrigger('enable');
          return turn;
        },
      },
      { name: UNTOLD, takePermit: store },
      {
        name: TOLD,
        takePermit: async () => {
          await endpoint.rest();
          const turn = await store();
          await endpoint.ignore();
          return turn;
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
    value: compareTurns(turns, name, other),
    figures: [...buildFigures(turns).values()],
    proof: `${envelopes * RECORDS} answers and ${events} events counted`,
  });
  return [compare(TOLD, UNTOLD), compare(UNTOLD, WITHOUT_TRIGGER)];
}
