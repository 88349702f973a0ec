import type { PoolClient } from 'pg';
import type { FaultRequest } from '../../packages/aeat-sandbox/src/faults/fault.ts';
import { eventually } from '../support/eventually.ts';
import { type Fault, since } from './fault.ts';
import { countLeft, type World, type WorldProcess } from './support/world.ts';

/** The maximum number of seconds that the recovery may take: the lease of a message, and retries. */
const GOAL_SECONDS = 120;
const TIMEOUT_SECONDS = 2;
/** The latest moment of a kill after a step, in ms: before, while or after the next one begins. */
const LATEST_MS = 60;

/** How AEAT's answers get lost after it registered a message. */
const LOSSES: readonly FaultRequest[] = [
  { kind: 'reset', when: 'after', probability: 0.2, seed: 1 },
  { kind: 'timeout', when: 'after', milliseconds: 500, probability: 0.2, seed: 2 },
  { kind: 'truncated', probability: 0.2, seed: 3 },
  // What remains is slow, so that a worker dies while AEAT works.
  { kind: 'slow', milliseconds: 150 },
];

/**
 * The steps of a message to SII and of a request to the SPFE that a worker commits: it is claimed, and
 * its answers are stored; that of the SPFE is stored before its members are settled. Between the first
 * two it is at AEAT.
 */
const WATCH = `
  create function watch_step() returns trigger language plpgsql security definer as $$
  begin
    perform pg_notify(tg_argv[0], '');
    return null;
  end $$;
  create trigger watch_claim after update of attempt on sii_messages for each row execute function watch_step('sii_claimed');
  create trigger watch_answer after update of answered_at on sii_lines for each statement execute function watch_step('sii_answered');
  create trigger watch_claim after insert on spfe_requests for each row execute function watch_step('spfe_claimed');
  create trigger watch_answer after update of answer on spfe_requests for each row execute function watch_step('spfe_answered');
  create trigger watch_settling after update of answered_at on spfe_members for each statement execute function watch_step('spfe_settled')`;
/** The steps by the service, null for a message that is at AEAT. */
const STEPS = [
  ['sii', 'claimed'],
  ['sii', null],
  ['sii', 'answered'],
  ['spfe', 'claimed'],
  ['spfe', null],
  ['spfe', 'answered'],
  ['spfe', 'settled'],
] as const;

export const loseAnswers: Fault<World> = {
  name: 'lose-answers',
  hurts:
    'half of the answers of VeriFactu, SII and the SPFE lost, and kill -9 of workers at each step of a message to SII or the SPFE',
  undone: 'each is replaced by a new worker, and AEAT answers again',
  awaits: 'AEAT has answered every record, entry and delivery',
  async run(world) {
    const { isShort } = world;
    await world.pool.query(WATCH);
    for (const service of ['verifactu', 'sii', 'spfe'])
      await post(
        world,
        LOSSES.map((loss) => ({ ...loss, service, operation: 'any' })),
      );
    await world.startIngress();
    await world.startWorker({ WORKER_QUEUES: 'batches,pdfs' });
    const start = () =>
      world.startWorker({ WORKER_QUEUES: 'remission,spfe', AEAT_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) });
    let sender = await start();
    const load = world.load(
      isShort
        ? { batches: 6, invoices: 30, series: 'L', spacing: 1000 }
        : { batches: 60, invoices: 200, series: 'L', spacing: 1500 },
    );
    for (let round = 0; round < (isShort ? 1 : 5); round += 1)
      for (const step of STEPS) {
        await killAt(world, sender, step, `LK${round}${step.join('')}`);
        sender = await start();
      }
    await load;
    await fetch(`${world.aeat}/control/faults`, { method: 'DELETE' });
    const back = performance.now();
    await eventually(
      async () => {
        const { pdfs: _pdfs, ...left } = await countLeft(world.pool);
        return Object.values(left).every((count) => count === 0);
      },
      { within: 600_000, every: 200, what: 'AEAT to answer everything' },
    );
    return [
      {
        what: 'AEAT has answered every record, entry and delivery',
        seconds: since(back),
        limit: GOAL_SECONDS,
      },
    ];
  },
};

/** Kills a worker when a message reaches a step. New invoices keep messages coming. */
async function killAt(
  world: World,
  sender: WorldProcess,
  [service, step]: (typeof STEPS)[number],
  series: string,
): Promise<void> {
  const reached = step === null ? nextAtAeat(world, service) : nextNotified(world, `${service}_${step}`);
  const load = world.load({ batches: 2, invoices: 20, clients: 2, series });
  await reached;
  await new Promise((resolve) => setTimeout(resolve, world.random.between(0, LATEST_MS)));
  await sender.end('SIGKILL');
  await load;
}

async function nextNotified({ pool }: World, channel: string): Promise<void> {
  const client: PoolClient = await pool.connect();
  try {
    await client.query(`listen ${channel}`);
    await new Promise<void>((resolve) => void client.once('notification', () => resolve()));
  } finally {
    client.release(true);
  }
}

/** Resolves when the stand-in has received another message to a service. */
async function nextAtAeat({ aeat }: World, service: 'sii' | 'spfe'): Promise<void> {
  const { messages } = (await (await fetch(`${aeat}/control`)).json()) as { messages: number };
  const listNew = async () => {
    const answer = await fetch(`${aeat}/control/messages?service=${service}&after=${messages}&limit=1`);
    return (await answer.json()) as unknown[];
  };
  await eventually(async () => (await listNew()).length > 0, {
    within: 120_000,
    every: 20,
    what: `a message to ${service.toUpperCase()}`,
  });
}

async function post({ aeat }: World, faults: readonly object[]): Promise<void> {
  const answer = await fetch(`${aeat}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  if (!answer.ok) throw new Error(`The stand-in refused the faults: ${await answer.text()}`);
}
