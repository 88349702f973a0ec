/**
 * The invariants, which hold at all times (`npm run engine -- check-invariants` prints the rules of
 * each).
 */
export type InvariantName = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11';

/** The result of checking one rule. */
export type Verdict = {
  readonly invariant: InvariantName;
  /** The rule, as a sentence. */
  readonly says: string;
  /** The number of checked objects; null if the evidence for the rule was not given. */
  readonly looked: number | null;
  /** The number of objects that break the rule. */
  readonly broken: number;
  /** Descriptions of the first of them. */
  readonly places: readonly string[];
  /**
   * Set if the rule holds only once all work is done: the objects that break it are unfinished
   * work.
   */
  readonly awaitsWork?: true;
};

/**
 * Returns whether a rule is broken. Unfinished work, such as a record that AEAT has not answered,
 * does not break it.
 */
export function isBroken({ broken, awaitsWork }: Verdict): boolean {
  return broken > 0 && !awaitsWork;
}

/** Returns whether a rule does not hold yet because of unfinished work. */
export function isWaiting({ broken, awaitsWork }: Verdict): boolean {
  return broken > 0 && awaitsWork === true;
}

const MAX_PLACES = 5;

/** Builds the verdict of a rule from the places that break it. */
export function buildVerdict(
  invariant: InvariantName,
  says: string,
  looked: number | null,
  places: readonly string[],
): Verdict {
  return { invariant, says, looked, broken: places.length, places: places.slice(0, MAX_PLACES) };
}
