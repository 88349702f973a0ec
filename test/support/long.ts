/**
 * Whether this is `npm run test:long`, which runs whole matrices, floods and properties. `npm test`
 * runs a part of each.
 */
export const LONG = process.env['LONG'] !== undefined;

/** Returns all cases in the long form, otherwise every n-th one starting with the first. */
export function everyNth<T>(nth: number, cases: readonly T[]): readonly T[] {
  return LONG ? cases : cases.filter((_, index) => index % nth === 0);
}

/**
 * Returns the number of runs of a property: the given number in the long form, otherwise a third of
 * it. Each run uses other values.
 */
export function runsOf(long: number): number {
  return LONG ? long : Math.ceil(long / 3);
}

/**
 * Returns one of two numbers of cases, for tests whose long form takes far more than three times as
 * many.
 */
export function numberOf({ short, long }: { readonly short: number; readonly long: number }): number {
  return LONG ? long : short;
}
