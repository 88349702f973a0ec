/** How long something took, and how long it may take. */
export type Measure = { readonly what: string; readonly seconds: number; readonly limit?: number };

/** What a place may lack: servers that may be stopped, the right to mount, network namespaces. */
export type Need = 'servers' | 'mount' | 'namespaces';

/**
 * A way to hurt the engine under load: on one machine (`npm run test:faults`), in a cluster (`npm run test:cluster`) or in containers
 * (`npm run test:containers`). After a fault all work comes to its end without help, and the invariants hold: the world proves both.
 */
export type Fault<World> = {
  /** Can be typed, and belongs to no other fault of the same place. */
  readonly name: string;
  /** What is hurt, how it is undone, and what must hold afterwards, in words. */
  readonly hurts: string;
  readonly undone: string;
  readonly awaits: string;
  /** Where the place lacks it, the fault is skipped, and the report says why. */
  readonly needs?: Need;
  /** false: no request may be answered with anything but 201. A connection that is lost and made again is no refusal. */
  readonly mayRefuse?: false;
  /** Makes the fault, undoes it, and waits for what must hold. @returns how long the recoveries took. */
  run(world: World): Promise<readonly Measure[]>;
};

/** What clients got: batches with a 201, other answers, and what came instead of a 201 with its number. */
export type Answers = {
  readonly acknowledged: number;
  readonly refused: number;
  readonly reasons: Readonly<Record<string, number>>;
};

/** What a fault happens in: the engine under load. Disposing of it undoes what the fault has not undone. */
export type FaultWorld = AsyncDisposable & {
  /** Waits until nothing is left to do, and proves the invariants. @returns what is measured after every fault. @throws with those that are broken. */
  prove(): Promise<readonly Measure[]>;
  /** Counts since the world was opened. */
  countAnswers(): Answers;
  /** What helps to understand a failure. */
  explain(): Promise<readonly string[]>;
};

/** Where faults are made: one machine, a cluster, containers. */
export type Place<World> = {
  /** Why something that a fault may need is missing here. */
  readonly lacks: Readonly<Partial<Record<Need, string>>>;
  /** Opens what the fault happens in. */
  open(fault: Fault<World>): Promise<World>;
};

/** The seconds since a moment of `performance.now()`. */
export function since(moment: number): number {
  return (performance.now() - moment) / 1000;
}

/** What several recoveries from the same fault took, in seconds: the median, and the slowest with the limit that holds for each. */
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
