/** `npm run test:long`: matrices whole, floods and properties in full. `npm test` takes of each what shows that it works. */
export const LONG = process.env['LONG'] !== undefined;

/** All cases in the long form, else every n-th, the first one among them. */
export function everyNth<T>(nth: number, cases: readonly T[]): readonly T[] {
  return LONG ? cases : cases.filter((_, index) => index % nth === 0);
}
