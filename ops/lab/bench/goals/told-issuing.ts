import type { Pool } from 'pg';
import { compareTurns, interleave, type Turn, type Semaphore } from '../measuring/interleave.ts';
import { countRows, expectEqual, proveIssued } from '../measuring/prove.ts';
import { compareMedians, describeSpread } from '../measuring/statistics.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { issueOne } from '../product/issue-one.ts';
import { openProduct } from '../product/open-product.ts';
import { type Endpoint, openEndpoint, TELLING } from '../product/open-endpoint.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const INVOICES = 1000;
const WITHOUT_TRIGGER = 'its trigger switched off';
const UNTOLD = 'no endpoint';
const QUICK = 'an endpoint that answers at once';
const HANGING = 'an endpoint that never answers, thousands of events wait';
const COMPARED = [
  [QUICK, UNTOLD],
  [HANGING, UNTOLD],
  [UNTOLD, WITHOUT_TRIGGER],
] as const;

/** What accepting and issuing take where the organization is told of it, however slow the receiver. */
export async function measureToldIssuing(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const { pool } = product;
  const client = await product.openClient();
  const quick = resources.use(await openEndpoint(product, client.organizationId, true));
  const hanging = resources.use(await openEndpoint(product, client.organizationId, false));
  await letWait(pool, hanging, bench.pick(5000, 200));
  resources.use(await product.startWorker('batches,webhooks', TELLING));

  const many = bench.pick(4, 1);
  const accepted = new Map<string, number[]>();
  const issued = new Map<string, number[]>();
  let batches = 0;
  let told = 0;
  const issueNext = () => issueOne(product, client, buildBatch(INVOICES, `W${(batches += 1)}`));
  const issueSome = async (name: string): Promise<Turn> => {
    // Some turns begin after a pause, others do not: the first batch is not counted.
    await issueNext();
    return takeTime(many, product.listProcesses(), async () => {
      for (let index = 0; index < many; index += 1) {
        const times = await issueNext();
        accepted.set(name, [...(accepted.get(name) ?? []), times.accepted]);
        issued.set(name, [...(issued.get(name) ?? []), times.issued]);
      }
    });
  };
  const switchTrigger = (verb: 'enable' | 'disable') =>
    pool.query(`alter table batches ${verb} trigger batches_tell`);
  // Short turns, and many: what else the machine does is not in step with them.
  const rounds = bench.pick(3, 1) * bench.options.repeats;
  const turns = await interleave(
    [
      {
        name: WITHOUT_TRIGGER,
        takePermit: async () => {
          await switchTrigger('disable');
          const turn = await issueSome(WITHOUT_TRIGGER);
          await switchTrigger('enable');
          return turn;
        },
      },
      { name: UNTOLD, takePermit: () => issueSome(UNTOLD) },
      {
        name: QUICK,
        takePermit: async () => {
          await quick.listen();
          const turn = await issueSome(QUICK);
          told += 1 + many;
          await waitUntil(async () => quick.arrived() >= told, 'the receiver to be told', { pauseMs: 50 });
          await quick.ignore();
          return turn;
        },
      },
      {
        name: HANGING,
        takePermit: async () => {
          const before = hanging.arrived();
          await hanging.listen();
          await waitUntil(async () => hanging.arrived() > before, 'a receiver to hang', { pauseMs: 50 });
          const turn = await issueSome(HANGING);
          await hanging.ignore();
          return turn;
        },
      },
    ],
    { rounds, warmUps: bench.pick(2, 1) },
  );
  const records = await proveIssued(pool, batches * INVOICES);
  expectEqual('Events that the quick receiver got', quick.arrived(), told);
  expectEqual('Events that the hanging receiver took', await countEnded(pool, hanging), 0);
  const proof = `${records} records recomputed, ${told} events counted at the quick receiver, none taken by the other`;
  const describe = (what: string, times: ReadonlyMap<string, number[]>): Finding[] => {
    const counted = new Map([...times].map(([name, all]) => [name, all.slice(-rounds * many)]));
    const figures = [...counted].map(([name, all]) => ({ name, unit: 'ms', value: describeSpread(all) }));
    return COMPARED.map(([name, other]) => ({
      goal: '13',
      what: `Batch of ${INVOICES}, ${what}: ${name}, over ${other}`,
      unit: '×',
      value: compareMedians(counted.get(name)!, counted.get(other)!),
      ...(name === UNTOLD ? {} : { limit: { most: 1.1 } }),
      figures,
      proof,
    }));
  };
  return [
    ...(process.platform === 'linux'
      ? COMPARED.map(([name, other]) => compareWork(turns, name, other, proof))
      : []),
    ...describe('POST to all issued', issued),
    ...describe('POST to 201', accepted),
  ];
}

/** Of all processes but the receiver's, whatever else the machine does. */
function compareWork(turns: Semaphore, name: string, other: string, proof: string): Finding {
  return {
    goal: '13',
    what: `Batch of ${INVOICES}, processor time until all is issued: ${name}, over ${other}`,
    unit: '×',
    value: compareTurns(turns, name, other, 'cpuMs'),
    // Of one that answers, delivering is a part of it.
    ...(name === QUICK ? {} : { limit: { most: 1.1 } }),
    figures: [...buildFigures(turns).values()],
    proof,
  };
}

/** Events of fifty batches long ago, which an endpoint has not been told of. */
async function letWait(pool: Pool, { id }: Endpoint, events: number): Promise<void> {
  await pool.query(
    `with events as (
       insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
       select e.organization_id, 1000000 + n % 50, 'invoice.accepted', now(), '{}'
       from webhook_endpoints e, generate_series(1, $2::int) n where e.id = $1
       returning id, organization_id, batch_id, occurred_at)
     insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
     select id, $1, organization_id, batch_id, occurred_at, occurred_at from events`,
    [id, events],
  );
}

function countEnded(pool: Pool, { id }: Endpoint): Promise<number> {
  return countRows(pool, 'webhook_deliveries where endpoint_id = $1 and ended_at is not null', [id]);
}
