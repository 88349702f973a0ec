import { isWritable } from '../../cluster.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Fault, Measure } from '../../../../test/faults/fault.ts';
import { cutPower } from '../hurting/cut-power.ts';
import { PATIENCE_MS, type World } from '../world.ts';

/** In addition to the time of the failover manager. */
const GOAL_SECONDS = 5;

export const losePrimary: Fault<World> = {
  name: 'lose-primary',
  hurts: 'kill -9 of everything on the machine of the primary: PostgreSQL and its Patroni',
  undone: 'the machine is restarted with its old data ten seconds after the other server was promoted',
  awaits:
    'the standby is promoted and batches are accepted; the old primary returns as a synchronous standby, using pg_rewind if it has additional data',
  async run(world) {
    const old = await world.primary();
    const hurt = performance.now();
    const machine = cutPower(world.cluster, old);
    const measures = await measureFailover(world, old, hurt);
    await world.sleep(10);
    const back = performance.now();
    machine.restore();
    return [
      ...measures,
      { what: 'the machine is a synchronous standby', seconds: await world.measureWholeness(back) },
    ];
  },
};

/**
 * Waits until the other server is primary, and measures the recovery.
 * @param hurt when the primary was killed.
 */
export async function measureFailover(world: World, old: string, hurt: number): Promise<Measure[]> {
  const next = old === 'postgres1' ? 'postgres2' : 'postgres1';
  await eventually(() => isWritable(world.cluster, next), {
    within: PATIENCE_MS,
    every: 25,
    what: `the promotion of ${next}`,
  });
  const promoted = performance.now();
  const { at } = await world.flow.nextAcknowledged(promoted, PATIENCE_MS);
  const issued = await world.measureWork('issued', promoted);
  return [
    { what: 'the standby is promoted', seconds: (promoted - hurt) / 1000 },
    { what: 'first 201 after the promotion', seconds: (at - promoted) / 1000, limit: GOAL_SECONDS },
    { what: 'a new batch is issued after the promotion', seconds: issued },
  ];
}
