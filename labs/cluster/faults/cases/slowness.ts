import type { Fault, Measure } from '../../../../test/faults/fault.ts';
import { slowDisk } from '../hurting/disk.ts';
import { findSlowness, slowDown } from '../hurting/network.ts';
import type { World } from '../world.ts';

const SLOW_SECONDS = 40;

export const slowNetwork: Fault<World> = {
  name: 'slow-network',
  hurts:
    'all traffic of the primary is slow: 60 ms and one lost packet in a hundred if the kernel has netem, otherwise 2 Mbit/s (tbf)',
  undone: `after ${SLOW_SECONDS} s`,
  awaits: 'batches are accepted and issued more slowly; no server is promoted',
  needs: 'namespaces',
  async run(world) {
    const primary = await world.primary();
    const kind = findSlowness(world.cluster.ground);
    if (kind === null) throw new Error('this kernel has neither netem nor tbf to slow down a network');
    const mend = slowDown(world.cluster.ground, primary, kind);
    world.undo.defer(mend);
    return measureSlowness(world, kind, mend, primary);
  },
};

export const slowDiskOfPrimary: Fault<World> = {
  name: 'slow-disk',
  hurts:
    'the disk of the primary is limited to 25 writes and 400 kB per second by a control group; without control groups everything on the machine pauses half of the time',
  undone: `after ${SLOW_SECONDS} s`,
  awaits: 'batches are accepted and issued more slowly; if a server is promoted, no batch is lost',
  async run(world) {
    const { how, mend } = slowDisk(world.cluster, await world.primary());
    world.undo.defer(mend);
    return measureSlowness(world, how, mend, null);
  },
};

/** @param unmoved the server that must be primary afterwards; null accepts either. */
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
    throw new Error(`${now} was promoted although ${unmoved} was only slow`);
  return [
    { what: `the first batch is issued (${how})`, seconds: issued },
    { what: 'a 201, median', seconds: took[Math.floor(took.length / 2)] ?? Number.NaN },
    { what: 'a 201, slowest', seconds: took.at(-1) ?? Number.NaN },
    { what: 'a new batch is issued after the repair', seconds: await world.measureWork('issued', mended) },
  ];
}
