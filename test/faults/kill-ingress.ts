import { randomUUID } from 'node:crypto';
import { buildBatchBody } from '../support/invoices.ts';
import { eventually } from '../support/eventually.ts';
import { type Fault, since, summarizeRecoveries } from './fault.ts';
import type { World } from './support/world.ts';

/** The maximum number of seconds that a recovery may take. */
const GOAL_SECONDS = 15;

export const killIngress: Fault<World> = {
  name: 'kill-ingress',
  hurts: 'kill -9 of the ingress between commit and enqueuing the job, and before the commit',
  undone: 'another ingress is started, and the client repeats its request with the same key',
  awaits: 'the batch is issued',
  async run(world) {
    const { isShort } = world;
    const kills = isShort ? 2 : 10;
    await world.startWorker({ WORKER_QUEUES: 'batches,remission' });
    const recoveries: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const die = kill % 2 === 0 ? dieAfterCommit : dieBeforeCommit;
      recoveries.push(await die(world, `I${kill}`));
    }
    // PDFs are rendered at the end, so that no work is left.
    await world.startWorker({ WORKER_QUEUES: 'pdfs' });
    return summarizeRecoveries('the batch is issued', recoveries, GOAL_SECONDS);
  },
};

const findBatch = async (world: World, key: string) => {
  const { rows } = await world.pool.query<{ id: string; ended: boolean }>(
    `select b.id, b.processed_at is not null as ended
     from idempotency_records r join batches b on b.id = r.batch_id where r.key = $1`,
    [key],
  );
  return rows[0] ?? null;
};

/** The job is never enqueued, because the gate to Redis drops it. */
async function dieAfterCommit(world: World, series: string): Promise<number> {
  const ingress = await world.startIngress({ REDIS_URL: world.gate.url });
  const key = randomUUID();
  world.gate.hold();
  const created = world.openClient().create(buildBatchBody(50, series), key);
  const { id } = await eventually(() => findBatch(world, key), {
    every: 2,
    what: 'the batch to be committed',
  });
  await ingress.end('SIGKILL');
  const died = performance.now();
  world.gate.open();
  await eventually(async () => (await findBatch(world, key))?.ended, {
    within: 60_000,
    what: 'the batch to be issued',
  });
  const recovery = since(died);
  const next = await world.startIngress();
  if ((await created).id !== Number(id)) throw new Error('the repeated request created another batch');
  await next.end();
  return recovery;
}

/** The statement that accepts the batch waits for a lock when its client dies. */
async function dieBeforeCommit(world: World, series: string): Promise<number> {
  const ingress = await world.startIngress();
  const key = randomUUID();
  const client = world.openClient();
  // The session and the issuing of the first batch need the same row, so they come before the lock.
  const first = randomUUID();
  await client.create(buildBatchBody(1, `${series}S`), first);
  await eventually(async () => (await findBatch(world, first))?.ended, {
    what: 'the first batch to be issued',
  });
  const holder = await world.pool.connect();
  let created: Promise<unknown>;
  let died: number;
  try {
    await holder.query('begin');
    await holder.query('select from organizations where id = $1 for update', [client.account.organizationId]);
    created = client.create(buildBatchBody(50, series), key);
    await eventually(
      async () => {
        // pg_locks shows what other logins wait for; pg_stat_activity hides it from this login.
        const { rowCount } = await world.pool.query('select from pg_locks where not granted');
        return rowCount === 1;
      },
      { what: 'the ingress to wait for the lock' },
    );
    await ingress.end('SIGKILL');
    died = performance.now();
  } finally {
    // Releases the locked row.
    holder.release(true);
  }
  const next = await world.startIngress();
  await created;
  await eventually(async () => (await findBatch(world, key))?.ended, {
    within: 60_000,
    what: 'the batch to be issued',
  });
  const recovery = since(died);
  await next.end();
  return recovery;
}
