import { findProcess } from '../../../ops/lab/cluster/cluster.ts';
import type { ClusterProcess } from '../../../ops/lab/cluster/start-process.ts';
import { eventually } from '../../support/eventually.ts';
import type { Fault } from '../../faults/fault.ts';
import { PATIENCE_MS, type World } from '../world.ts';

/** Between the clocks of the servers and of this program, which are one machine's. */
const GRAIN_SECONDS = 3;
const MINUTES = 5;

/** Not the servers': libfaketime breaks Python's sleep, and with it Patroni. Nor who renders: its browser runs under another account, which libfaketime's shared memory is closed to. */
const SHIFTED = [
  ['ingress1', 'ingress', MINUTES],
  ['batches', 'worker', MINUTES],
  ['remission', 'worker', -MINUTES],
] as const;

export const clocksApart: Fault<World> = {
  name: 'clocks-apart',
  hurts: `the clocks of an ingress and the worker that issues are ${MINUTES} min fast, that of the worker that remits ${MINUTES} min slow (libfaketime)`,
  undone: 'all of them are started again with the right time',
  awaits: 'records are stamped by the clock of the database, and AEAT finds none whose time is wrong',
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
    // Machines' clocks differ; how long a second lasts does not.
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

/** No record of this fault's is stamped at another time than that of this program, and AEAT complained of none (2004). */
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
    throw new Error(`${wrong} records are stamped wrongly, AEAT complained of ${complaints}`);
}
