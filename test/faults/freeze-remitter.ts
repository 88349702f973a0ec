import { openOrm } from '../../src/platform/postgres/open-database.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { readRegisterLog } from '#src/checker/check-register.ts';
import { readAeatSettings } from '../../src/platform/config/aeat-settings.ts';
import { loadEnvironment } from '../../src/platform/config/environment.ts';
import { describeSoftware } from '../../src/platform/config/software.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import { eventually } from '../support/eventually.ts';
import { openGateTo } from '../support/tcp-gate.ts';
import { type Fault, since, summarizeRecoveries } from './fault.ts';
import type { World, WorldProcess } from './support/world.ts';

/** The shortest timeout; the lease is 15 s longer. */
const TIMEOUT_SECONDS = 2;
/** Longer than the lease, so that another worker has sent when the frozen one continues. */
const FROZEN_MS = 25_000;
/**
 * The delay of the database in each direction. A claim is therefore committed at least this long
 * before its message can leave.
 */
const DISTANCE_MS = 60;
/**
 * The latest moment to freeze, counted from the commit of a claim: usually before the message
 * leaves, otherwise while its answer is under way or being stored.
 */
const LATEST_MS = 120;
/**
 * The stand-in records the arrival of a message when it is complete. All clocks are those of the
 * same machine.
 */
const GRAIN_MS = 300;

/** Records every committed claim of a chain and every change of its lease. */
const WATCH = `
  create table watched_claims (
    chain_id bigint, attempt bigint, sending_until timestamptz, at timestamptz not null default clock_timestamp());
  create function watch_claim() returns trigger language plpgsql security definer as $$
  begin
    insert into watched_claims values (new.chain_id, new.attempt, new.sending_until);
    if new.attempt <> old.attempt then perform pg_notify('claims', new.chain_id::text); end if;
    return null;
  end $$;
  create trigger watch_claim after update on remissions for each row
  when (new.attempt <> old.attempt or new.sending_until is distinct from old.sending_until) execute function watch_claim()`;

/**
 * The maximum number of seconds that a recovery may take: the lease, or AEAT's first wait of a
 * minute, which begins with the claim.
 */
const GOAL_SECONDS = 80;

export const freezeRemitter: Fault<World> = {
  name: 'freeze-remitter',
  hurts: 'SIGSTOP of a worker of `remission` between claim and answer, for longer than its lease',
  undone: 'SIGCONT after 25 s, when another worker has sent',
  awaits: 'another worker has taken over its chain',
  async run(world) {
    const { isShort } = world;
    const rounds = isShort ? 2 : 8;
    await world.pool.query(WATCH);
    await world.startIngress();
    await world.startWorker({ WORKER_QUEUES: 'batches,pdfs' });
    await using far = await openGateTo(world.settings['DATABASE_URL']!, DISTANCE_MS);
    const settings = {
      WORKER_QUEUES: 'remission',
      AEAT_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
      DATABASE_URL: far.url,
    };
    let active = await world.startWorker(settings);
    let other = await world.startWorker(settings);
    const recoveries: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Only one worker may claim, so that the claiming worker is known.
      other.child.kill('SIGSTOP');
      const frozen = freezeAtClaim(world, active);
      const load = world.load({ batches: 2, invoices: 40, series: `Z${round}` });
      if (round > 0) await annulSome(world);
      const { chainId, stopped } = await frozen;
      other.child.kill('SIGCONT');
      recoveries.push(await takeOver(world, chainId, stopped));
      await load;
      await wait(Math.max(FROZEN_MS - since(stopped) * 1000, 0));
      active.child.kill('SIGCONT');
      // The frozen worker would now send the message that it had prepared.
      await wait(3000);
      [active, other] = [other, active];
    }
    other.child.kill('SIGCONT');
    await world.finished();
    const late = await findLateArrivals(world);
    if (late.length > 0) throw new Error(`messages were sent after their lease:\n${late.join('\n')}`);
    const given = countLate(active) + countLate(other);
    if (given === 0 && !isShort)
      throw new Error('no worker was frozen before its message left, so this run proves nothing');
    for (const remitter of [active, other]) await remitter.end();
    console.log(`    ${given} messages were given up when their process continued`);
    return summarizeRecoveries('another has taken its chain over', recoveries, GOAL_SECONDS);
  },
};

/**
 * Freezes a worker within the time in which its next message may leave, independently of other work
 * of this process.
 */
async function freezeAtClaim(
  world: World,
  remitter: WorldProcess,
): Promise<{ chainId: number; stopped: number }> {
  const chainId = await nextClaim(world);
  await wait(world.random.between(0, LATEST_MS));
  remitter.child.kill('SIGSTOP');
  return { chainId, stopped: performance.now() };
}

/** Resolves as soon as a chain is claimed. @returns the chain. */
async function nextClaim({ pool }: World): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('listen claims');
    return await new Promise<number>((resolve) => {
      client.once('notification', ({ payload }) => resolve(Number(payload)));
    });
  } finally {
    client.release(true);
  }
}

/**
 * @returns the seconds until the next attempt for the chain begins, or until the frozen attempt
 *   turns out to be over.
 */
async function takeOver({ pool }: World, chainId: number, stopped: number): Promise<number> {
  const { rows } = await pool.query<{ attempt: string }>(
    'select attempt from remissions where chain_id = $1',
    [chainId],
  );
  const isOver = async () => {
    const { rows: now } = await pool.query<{ over: boolean }>(
      'select attempt > $2 or sending_until is null as over from remissions where chain_id = $1',
      [chainId, rows[0]!.attempt],
    );
    return now[0]!.over;
  };
  await eventually(isOver, { within: 120_000, every: 50, what: `another worker to take chain ${chainId}` });
  return since(stopped);
}

/** Annuls invoices, because AEAT accepts a correction every time it arrives. */
async function annulSome({ pool, settings }: World): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `select distinct on (r.chain_id) r.issued_invoice_id::float8 as id
     from registration_records r
     join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence and a.state = 'accepted'
     where r.kind = 'alta' and not exists (select from corrections k where k.issued_invoice_id = r.issued_invoice_id)
     order by r.chain_id, r.sequence`,
  );
  const environment = loadEnvironment(settings);
  const context = {
    pool,
    orm: openOrm(pool),
    now: () => new Date(),
    software: describeSoftware(environment),
    activeLineage: null,
    aeat: readAeatSettings(environment),
  };
  const order = { action: 'annul', reason: 'fault run', operator: 'faults' } as const;
  for (const { id } of rows) await correctInvoice(context, { ...order, invoiceId: id });
}

type Claim = { readonly attempt: number; readonly from: number; until: number };

/**
 * Returns the arrivals that no claim covers: those after the lease, and the second one of a claim,
 * which a former owner of the chain has sent.
 */
async function findLateArrivals({ pool, aeat }: World): Promise<string[]> {
  const { rows } = await pool.query<{
    installation: string;
    attempt: number;
    until: number | null;
    at: number;
  }>(
    `select c.installation_number as installation, w.attempt::float8 as attempt,
            (extract(epoch from w.sending_until) * 1000)::float8 as until, (extract(epoch from w.at) * 1000)::float8 as at
     from watched_claims w join chains c on c.id = w.chain_id order by w.chain_id, w.at`,
  );
  const log = (await readRegisterLog(aeat)).filter(
    ({ operation }) => operation === 'RegFactuSistemaFacturacion',
  );
  return [...Map.groupBy(rows, ({ installation }) => installation)].flatMap(([installation, changes]) => {
    const claims: Claim[] = [];
    for (const { attempt, until, at } of changes) {
      const known = claims.find((claim) => claim.attempt === attempt);
      if (!known) claims.push({ attempt, from: at, until: until ?? at });
      else known.until = Math.max(known.until, until ?? 0);
    }
    const seen = new Map<number, number>();
    return log
      .filter(({ chains }) => chains.some((chain) => chain.endsWith(`|${installation}`)))
      .flatMap(({ sequence, receivedAt }) => {
        const arrived = Date.parse(receivedAt);
        const claim = claims.findLast(({ from }) => from <= arrived + 1);
        if (!claim) return [`envelope ${sequence} of ${installation} came before any claim`];
        const before = seen.get(claim.attempt);
        seen.set(claim.attempt, sequence);
        if (before !== undefined)
          return [`envelopes ${before} and ${sequence} of ${installation} share claim ${claim.attempt}`];
        return arrived > claim.until + GRAIN_MS
          ? [`envelope ${sequence} of ${installation} came ${arrived - claim.until} ms after its lease`]
          : [];
      });
  });
}

function countLate(worker: WorldProcess): number {
  return worker
    .output()
    .split('\n')
    .filter((line) => line.includes('"reason":"late"')).length;
}
