import { ROOT } from '../../../../ops/local/boot/layout.ts';
import type { ClusterProcess } from '../../start-process.ts';
import { migrateCluster } from '../../migrate-cluster.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Fault, Measure } from '../../../../test/faults/fault.ts';
import { buildNextVersion } from '../hurting/next-version.ts';
import { PATIENCE_MS, type World } from '../world.ts';

const KINDS = ['ingress', 'worker', 'dashboard'];

export const rollingRestart: Fault<World> = {
  name: 'rolling-restart',
  hurts: 'SIGTERM of one process of the engine after the other, each restarted when it has ended',
  undone: 'each is ready again before the next one is stopped',
  awaits: 'no request is refused',
  mayRefuse: false,
  run: (world) => roll(world, () => {}),
};

export const rollingUpgrade: Fault<World> = {
  name: 'rolling-upgrade',
  hurts:
    'an upgrade to a version with one additional migration: the database is migrated first, then one process after the other is restarted in the new version',
  undone: 'one process after the other is restarted in the old version, on the newer schema',
  awaits: 'no request is refused, during the upgrade and the downgrade',
  mayRefuse: false,
  async run(world) {
    const next = buildNextVersion(world.cluster.home);
    const began = performance.now();
    await migrateCluster(world.cluster.variables, next);
    const migrated = (performance.now() - began) / 1000;
    const there = await roll(world, (each) => (each.next.root = next));
    const rows = await world.query<{ note: string }>('select note from later_things');
    if (rows.length !== 1) throw new Error('the newer version did not write to the database');
    const back = await roll(world, (each) => (each.next.root = ROOT));
    const name = (which: string) => (measure: Measure) => ({ ...measure, what: `${which}: ${measure.what}` });
    return [
      { what: 'the schema is migrated', seconds: migrated },
      ...there.map(name('to the later version')),
      ...back.map(name('back')),
    ];
  },
};

async function roll({ cluster, undo }: World, prepare: (each: ClusterProcess) => void): Promise<Measure[]> {
  const processes = cluster.processes.filter(({ kind }) => KINDS.includes(kind));
  undo.defer(() => processes.forEach(({ next }) => (next.root = ROOT)));
  const began = performance.now();
  let slowest = 0;
  for (const each of processes) {
    prepare(each);
    const stopped = performance.now();
    await each.supervised.stop();
    slowest = Math.max(slowest, performance.now() - stopped);
    each.supervised.startAgain();
    await eventually(() => each.isReady(), {
      within: PATIENCE_MS,
      every: 100,
      what: `${each.name} to be ready again`,
    });
  }
  return [
    {
      what: `all ${processes.length} processes one after the other`,
      seconds: (performance.now() - began) / 1000,
    },
    { what: 'the slowest process to end', seconds: slowest / 1000 },
  ];
}
