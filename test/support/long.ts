/** `npm run test:long`: matrices whole, floods and properties in full. `npm test` takes of each what shows that it works. */
export const LONG = process.env['LONG'] !== undefined;

/** All cases in the long form, else every n-th, the first one among them. */
export function everyNth<T>(nth: number, cases: readonly T[]): readonly T[] {
  return LONG ? cases : cases.filter((_, index) => index % nth === 0);
}

/** How often a property is tried: as often as told in the long form, else a third of it, with other values in each run. */
export function runsOf(long: number): number {
  return LONG ? long : Math.ceil(long / 3);
}
