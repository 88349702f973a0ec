/** A measured duration and its limit. */
export type Measure = { readonly what: string; readonly seconds: number; readonly limit?: number };

/**
 * What a place may not provide: servers that may be stopped, the right to mount, network
 * namespaces.
 */
export type Need = 'servers' | 'mount' | 'namespaces';

/**
 * A fault of the engine or its servers under load: on one machine (`npm run test:faults`), in a
 * cluster (`npm run test:cluster`) or in containers (`npm run test:containers`). After a fault all
 * work finishes without help and the invariants hold, which the world proves.
 */
export type Fault<World> = {
  /** A name that can be typed and is unique in the place. */
  readonly name: string;
  /** The fault, how it is undone, and what must hold afterwards, in words. */
  readonly hurts: string;
  readonly undone: string;
  readonly awaits: string;
  /** If the place does not provide this, the fault is skipped, and the report states the reason. */
  readonly needs?: Need;
  /**
   * false: every request must be answered with 201. A lost connection that is reopened does not
   * count as an answer.
   */
  readonly mayRefuse?: false;
  /**
   * Causes the fault, undoes it, and waits for the recovery.
   * @returns the durations of the recoveries.
   */
  run(world: World): Promise<readonly Measure[]>;
};

/**
 * What clients received: the batches with a 201, the number of other answers, and how often each
 * other outcome occurred.
 */
export type Answers = {
  readonly acknowledged: number;
  readonly refused: number;
  readonly reasons: Readonly<Record<string, number>>;
};

/**
 * The engine under load, in which a fault is caused. Disposing of it undoes what the fault has not
 * undone.
 */
export type FaultWorld = AsyncDisposable & {
  /**
   * Waits until all work is finished and proves the invariants.
   * @returns what is measured after every fault.
   * @throws an error that lists the broken invariants.
   */
  prove(): Promise<readonly Measure[]>;
  /** Counts the answers since the world was opened. */
  countAnswers(): Answers;
  /** Returns information that explains a failure. */
  explain(): Promise<readonly string[]>;
};

/** A place in which faults are caused: one machine, a cluster, or containers. */
export type Place<World> = {
  /** The reasons why this place does not provide something. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>;
  /** Opens the engine in which the fault is caused. */
  open(fault: Fault<World>): Promise<World>;
};

/** Returns the seconds since a moment of `performance.now()`. */
export function since(moment: number): number {
  return (performance.now() - moment) / 1000;
}

/**
 * Summarizes several recoveries from the same fault, in seconds: the median, and the slowest
 * together with the limit of each recovery.
 */
export function summarizeRecoveries(what: string, seconds: readonly number[], limit: number): Measure[] {
  const ordered = seconds.toSorted((a, b) => a - b);
  const slowest = ordered.at(-1);
  if (slowest === undefined) return [];
  if (ordered.length === 1) return [{ what, seconds: slowest, limit }];
  const median = ordered[Math.floor(ordered.length / 2)]!;
  return [
    { what: `${what}, median of ${ordered.length}`, seconds: median },
    { what: `${what}, slowest`, seconds: slowest, limit },
  ];
}
