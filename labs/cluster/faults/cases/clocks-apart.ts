import { findProcess } from '../../cluster.ts';
import type { ClusterProcess } from '../../start-process.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Fault } from '../../../../test/faults/fault.ts';
import { PATIENCE_MS, type World } from '../world.ts';

/**
 * The tolerance between the clocks of the servers and of this program, which are those of the same
 * machine.
 */
const GRAIN_SECONDS = 3;
const MINUTES = 5;

/**
 * The servers are not included, because libfaketime breaks Python's sleep and with it Patroni. Nor
 * is the worker that renders: its browser runs under another account, which cannot open
 * libfaketime's shared memory.
 */
const SHIFTED = [
  ['ingress1', 'ingress', MINUTES],
  ['batches', 'worker', MINUTES],
  ['remission', 'worker', -MINUTES],
] as const;

export const clocksApart: Fault<World> = {
  name: 'clocks-apart',
  hurts: `the clocks of an ingress and the worker of \`batches\` are ${MINUTES} min fast, that of the worker of \`remission\` ${MINUTES} min slow (libfaketime)`,
  undone: 'these processes are restarted with the right time',
  awaits: 'records get the time of the database, and AEAT reports no wrong time',
  async run(world) {
    const began = Date.now();
    const processes = SHIFTED.map(([machine, kind]) => findProcess(world.cluster, machine, kind));
    const setRight = () => processes.forEach(({ next }) => (next.environment = {}));
    world.undo.defer(setRight);
    for (const [index, [, , minutes]] of SHIFTED.entries()) {
      processes[index]!.next.environment = buildClock(world.cluster.programs!.faketime, minutes);
      await restart(processes[index]!);
    }
    const shifted = performance.now();
    const registered = await world.measureWork('registered', shifted);
    await world.sleep(10);
    setRight();
    const back = performance.now();
    for (const each of processes) await restart(each);
    const again = await world.measureWork('registered', back);
    await refuseWrongStamps(world, began);
    return [
      { what: 'a new batch is at AEAT with wrong clocks', seconds: registered },
      { what: 'a new batch is at AEAT with the right time', seconds: again },
    ];
  },
};

function buildClock(library: string, minutes: number): Record<string, string> {
  return {
    LD_PRELOAD: library,
    FAKETIME: `${minutes > 0 ? '+' : ''}${minutes}m`,
    // Clocks of machines differ, but the length of a second does not.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  };
}

async function restart(each: ClusterProcess): Promise<void> {
  await each.supervised.stop();
  each.supervised.startAgain();
  await eventually(() => each.isReady(), {
    within: PATIENCE_MS,
    every: 100,
    what: `${each.name} to be ready`,
  });
}

/**
 * Checks that no record of this fault has a timestamp outside of its time and that AEAT reported no
 * wrong one (2004).
 */
async function refuseWrongStamps(world: World, began: number): Promise<void> {
  const rows = await world.query<{ wrong: number; complaints: number }>(
    `select count(*) filter (where r.generated_at not between $2 and $3)::int as wrong, count(a.code)::int as complaints
     from registration_records r left join record_answers a using (chain_id, sequence)
     where r.issued_invoice_id / 1000 = any ($1::bigint[])`,
    [
      world.flow.acknowledged.map(({ id }) => id),
      new Date(began - GRAIN_SECONDS * 1000),
      new Date(Date.now() + GRAIN_SECONDS * 1000),
    ],
  );
  const { wrong, complaints } = rows[0]!;
  if (wrong + complaints > 0)
    throw new Error(`${wrong} records have a wrong timestamp, and AEAT reported ${complaints}`);
}
