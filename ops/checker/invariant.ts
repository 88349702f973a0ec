/** What must hold after anything that happened (`npm run engine -- check-invariants` tells each in words). */
export type InvariantName = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11';

/** What one check found. */
export type Verdict = {
  readonly invariant: InvariantName;
  /** The rule, as a sentence. */
  readonly says: string;
  /** How many things were looked at; null where nothing was there to look into: the evidence was not given. */
  readonly looked: number | null;
  /** How many break the rule. */
  readonly broken: number;
  /** The first of their places. */
  readonly places: readonly string[];
  /** Set where what breaks the rule in the middle of work is what is left to do. */
  readonly awaitsWork?: true;
};

/** Whether a rule is broken. What only waits for work that is not done yet, such as a record that AEAT has not answered, breaks nothing. */
export function isBroken({ broken, awaitsWork }: Verdict): boolean {
  return broken > 0 && !awaitsWork;
}

/** Whether something that the rule is about waits for work. */
export function isWaiting({ broken, awaitsWork }: Verdict): boolean {
  return broken > 0 && awaitsWork === true;
}

const MAX_PLACES = 5;

/** Builds the verdict of a check from the places that it found. */
export function buildVerdict(
  invariant: InvariantName,
  says: string,
  looked: number | null,
  places: readonly string[],
): Verdict {
  return { invariant, says, looked, broken: places.length, places: places.slice(0, MAX_PLACES) };
}
