import type { Fault, Measure } from '../../faults/fault.ts';
import { slowDisk } from '../hurting/disk.ts';
import { findSlowness, slowDown } from '../hurting/network.ts';
import type { World } from '../world.ts';

const SLOW_SECONDS = 40;

export const slowNetwork: Fault<World> = {
  name: 'slow-network',
  hurts:
    'everything that the primary sends and gets takes longer: 60 ms and a lost packet in a hundred where the kernel has netem, else 2 Mbit/s (tbf)',
  undone: `after ${SLOW_SECONDS} s`,
  awaits: 'batches are accepted and issued, more slowly; nobody is promoted',
  needs: 'namespaces',
  async run(world) {
    const primary = await world.primary();
    const kind = findSlowness(world.cluster.ground);
    if (kind === null) throw new Error('this kernel can make no network slow: it has neither netem nor tbf');
    const mend = slowDown(world.cluster.ground, primary, kind);
    world.undo.defer(mend);
    return measureSlowness(world, kind, mend, primary);
  },
};

export const slowDiskOfPrimary: Fault<World> = {
  name: 'slow-disk',
  hurts:
    'the disk of the primary: 25 writes and 400 kB a second by its control group; where that cannot be, everything on the machine pauses for half of each moment',
  undone: `after ${SLOW_SECONDS} s`,
  awaits: 'batches are accepted and issued, more slowly; if somebody is promoted, nothing is lost',
  async run(world) {
    const { how, mend } = slowDisk(world.cluster, await world.primary());
    world.undo.defer(mend);
    return measureSlowness(world, how, mend, null);
  },
};

/** @param unmoved who must be primary afterwards; null: whoever it is. */
async function measureSlowness(
  world: World,
  how: string,
  mend: () => void,
  unmoved: string | null,
): Promise<Measure[]> {
  const began = performance.now();
  const issued = await world.measureWork('issued', began);
  await world.sleep(SLOW_SECONDS);
  mend();
  const mended = performance.now();
  const during = world.flow.acknowledged.filter(({ at }) => at > began && at < mended);
  const took = during.map(({ sent, at }) => (at - sent) / 1000).toSorted((a, b) => a - b);
  const now = await world.primary();
  if (unmoved !== null && now !== unmoved)
    throw new Error(`${now} was promoted, and ${unmoved} was only slow`);
  return [
    { what: `the first batch is issued (${how})`, seconds: issued },
    { what: 'a 201, median', seconds: took[Math.floor(took.length / 2)] ?? Number.NaN },
    { what: 'a 201, slowest', seconds: took.at(-1) ?? Number.NaN },
    { what: 'a new batch is issued when it is mended', seconds: await world.measureWork('issued', mended) },
  ];
}
