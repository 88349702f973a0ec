import type { FaultWorld, Measure, Place } from '../../../test/faults/fault.ts';
import { countAnswers } from '../../../test/faults/support/count-answers.ts';
import { findLongestGap } from './load/find-longest-gap.ts';
import { prove } from './prove.ts';
import type { OpenedCluster } from './test-cluster.ts';
import { openWorld, type World } from './world.ts';

/** The measures that are taken after every fault. */
export const NO_201 = 'longest time without a 201';
export const UNLUCKIEST = 'longest time from a 201 to its invoices';

/**
 * Opens a cluster on this machine, which is under load while one of its worlds is open.
 * @param nextSeries returns the prefix of the invoice numbers, a different one for each world.
 */
export function openPlace(opened: OpenedCluster, nextSeries: () => string): Place<World & FaultWorld> {
  const { cluster, clients, undoing } = opened;
  const hasNamespaces = cluster.ground.kind === 'namespaces';
  return {
    lacks: hasNamespaces ? {} : { namespaces: 'network namespaces need root' },
    async open() {
      const started = performance.now();
      const undo = new DisposableStack();
      undoing.defer(() => undo.dispose());
      const world = openWorld(cluster, clients, undo, nextSeries());
      const { flow } = world;
      undo.defer(() => flow.abort());
      // The load must be running before the fault, so that its effect is visible.
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

/**
 * Measures for every fault how long no batch was accepted, and how long the slowest batch waited to
 * be issued.
 */
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
