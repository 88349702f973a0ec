import { addCost, type Cost, type Costs, NOTHING, type Process } from '../costs.ts';

/*
 * A process that was idle needs more time for a batch than one that has just finished another:
 * caches are cold, and timers, sockets and the garbage collector each wake the process once. The
 * bench measures processes that are always busy, as they are in the hours for which an installation
 * is sized. In a day of some thousand batches, nearly every batch wakes an idle process.
 */

/**
 * The processor seconds that a batch costs in addition when it wakes an idle ingress, an idle
 * worker and Redis.
 */
export type Waking = Readonly<Record<'ingress' | 'batches' | 'redis', number>>;

/**
 * The resources used for batches of one invoice that arrived one at a time and were not rendered.
 */
export type Woken = {
  readonly batches: number;
  readonly envelopes: number;
  readonly seconds: number;
  /** Processor seconds. */
  readonly used: Readonly<Record<Process, number>>;
};

/**
 * Returns the cost of waking per batch: the time used beyond the cost of the work and of idling.
 */
export function computeWaking(costs: Costs, { batches, envelopes, seconds, used }: Woken): Waking {
  const pieces: readonly (readonly [Cost, number])[] = [
    [costs.accept.get(1)!, batches],
    [costs.issue.get(1)!, batches],
    [costs.record, batches],
    [costs.envelope, envelopes],
    [costs.idle, seconds],
  ];
  const expected = pieces.reduce((sum, [cost, times]) => addCost(sum, cost, times), NOTHING);
  const each = (name: Process) => Math.max((used[name] - expected[name]) / batches, 0);
  return { ingress: each('ingress'), batches: each('batches'), redis: each('redis') };
}

/** Returns the costs of batches that each wake the processes that work on them. */
export function addWaking(costs: Costs, { ingress, batches, redis }: Waking): Costs {
  const addTo = (stage: ReadonlyMap<number, Cost>, more: Cost) =>
    new Map([...stage].map(([size, cost]) => [size, addCost(cost, more, 1)]));
  return {
    ...costs,
    accept: addTo(costs.accept, { ...NOTHING, ingress }),
    issue: addTo(costs.issue, { ...NOTHING, batches, redis }),
  };
}
