import type { FaultWorld, Measure, Place } from '../faults/fault.ts';
import { countAnswers } from '../faults/support/count-answers.ts';
import { findLongestGap } from './load/find-longest-gap.ts';
import { prove } from './prove.ts';
import type { OpenedCluster } from './test-cluster.ts';
import { openWorld, type World } from './world.ts';

/** What is measured after every fault. */
export const NO_201 = 'longest time without a 201';
export const UNLUCKIEST = 'longest time from a 201 to its invoices';

/**
 * A cluster on this machine, under load while a world of it is open.
 * @param nextSeries numbers of invoices are made of it: another text for each world.
 */
export function openPlace(opened: OpenedCluster, nextSeries: () => string): Place<World & FaultWorld> {
  const { cluster, clients, undoing } = opened;
  const hasNamespaces = cluster.ground.kind === 'namespaces';
  return {
    lacks: hasNamespaces ? {} : { namespaces: 'there are no network namespaces here: that takes root' },
    async open() {
      const started = performance.now();
      const undo = new DisposableStack();
      undoing.defer(() => undo.dispose());
      const world = openWorld(cluster, clients, undo, nextSeries());
      const { flow } = world;
      undo.defer(() => flow.abort());
      // What is new is noticed against what is usual.
      await flow.nextAcknowledged(0, 60_000);
      return {
        ...world,
        async prove() {
          await flow.stop();
          await prove(world);
          return measureLoad(world, started);
        },
        countAnswers: () => countAnswers(flow.acknowledged.length, clients, started),
        explain: async () => [],
        [Symbol.asyncDispose]: async () => undo.dispose(),
      };
    },
  };
}

/** What every fault is held against: how long nothing was accepted, and how long the unluckiest batch waited to be issued. */
async function measureLoad(world: World, started: number): Promise<Measure[]> {
  const { flow } = world;
  const moments = flow.acknowledged.map(({ at }) => at);
  const rows = await world.query<{ slowest: number }>(
    'select max(extract(epoch from processed_at - received_at))::float8 as slowest from batches where id = any ($1)',
    [flow.acknowledged.map(({ id }) => id)],
  );
  return [
    { what: NO_201, seconds: findLongestGap([started, ...moments]) / 1000 },
    { what: UNLUCKIEST, seconds: rows[0]!.slowest },
  ];
}
