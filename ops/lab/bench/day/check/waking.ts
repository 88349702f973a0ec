import { addCost, type Cost, type Costs, NOTHING, type Process } from '../costs.ts';

/*
 * A process that waits for a batch takes more for it than one that comes from the batch before: caches are cold, and timers, sockets and the collector each wake it once. The bench's costs are
 * of processes that have work all the time, as they have in the hours for which an installation is sized; in a day of some thousand batches nearly each of them wakes somebody.
 */

/** Of a batch, in processor seconds, for whom it wakes: who accepts and who issues it, and their queue. */
export type Waking = Readonly<Record<'ingress' | 'batches' | 'redis', number>>;

/** What was used for batches of one invoice that came one at a time, and were not printed. */
export type Woken = {
  readonly batches: number;
  readonly envelopes: number;
  readonly seconds: number;
  /** Processor seconds. */
  readonly used: Readonly<Record<Process, number>>;
};

/** Tells what waking costs a batch: what was used beyond what work and rest cost. */
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

/** The costs of batches that each wake who works on them. */
export function addWaking(costs: Costs, { ingress, batches, redis }: Waking): Costs {
  const addTo = (stage: ReadonlyMap<number, Cost>, more: Cost) =>
    new Map([...stage].map(([size, cost]) => [size, addCost(cost, more, 1)]));
  return {
    ...costs,
    accept: addTo(costs.accept, { ...NOTHING, ingress }),
    issue: addTo(costs.issue, { ...NOTHING, batches, redis }),
  };
}
