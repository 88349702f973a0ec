import type { Pool } from 'pg';
import { compareSamples, interleave, type Sample, type Samples } from '../measuring/interleave.ts';
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

/**
 * Goal 13: the time of accepting and issuing if the organization has a webhook endpoint, even if
 * the receiver is slow.
 */
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
  const issueSome = async (name: string): Promise<Sample> => {
    // Some samples begin after a pause and others do not, so the first batch is not counted.
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
  // Many short samples, so that other load on the machine does not coincide with one contender.
  const rounds = bench.pick(3, 1) * bench.options.repeats;
  const samples = await interleave(
    [
      {
        name: WITHOUT_TRIGGER,
        measure: async () => {
          await switchTrigger('disable');
          const sample = await issueSome(WITHOUT_TRIGGER);
          await switchTrigger('enable');
          return sample;
        },
      },
      { name: UNTOLD, measure: () => issueSome(UNTOLD) },
      {
        name: QUICK,
        measure: async () => {
          await quick.listen();
          const sample = await issueSome(QUICK);
          told += 1 + many;
          await waitUntil(async () => quick.arrived() >= told, 'the receiver to get its events', {
            pauseMs: 50,
          });
          await quick.ignore();
          return sample;
        },
      },
      {
        name: HANGING,
        measure: async () => {
          const before = hanging.arrived();
          await hanging.listen();
          await waitUntil(async () => hanging.arrived() > before, 'a receiver to hang', { pauseMs: 50 });
          const sample = await issueSome(HANGING);
          await hanging.ignore();
          return sample;
        },
      },
    ],
    { rounds, warmUps: bench.pick(2, 1) },
  );
  const records = await proveIssued(pool, batches * INVOICES);
  expectEqual('Events that the quick receiver got', quick.arrived(), told);
  expectEqual('Events that the hanging receiver acknowledged', await countEnded(pool, hanging), 0);
  const proof = `${records} records recomputed, ${told} events counted at the quick receiver, and none acknowledged by the other`;
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
      ? COMPARED.map(([name, other]) => compareWork(samples, name, other, proof))
      : []),
    ...describe('POST to all issued', issued),
    ...describe('POST to 201', accepted),
  ];
}

/**
 * Compares the processor time of all processes except the receiver's, which other load on the
 * machine does not affect.
 */
function compareWork(samples: Samples, name: string, other: string, proof: string): Finding {
  return {
    goal: '13',
    what: `Batch of ${INVOICES}, processor time until all is issued: ${name}, over ${other}`,
    unit: '×',
    value: compareSamples(samples, name, other, 'cpuMs'),
    // For an endpoint that answers, delivering is included in the cost, so this is not a goal.
    ...(name === QUICK ? {} : { limit: { most: 1.1 } }),
    figures: [...buildFigures(samples).values()],
    proof,
  };
}

/** Inserts events of fifty earlier batches that have not been delivered to the endpoint. */
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
