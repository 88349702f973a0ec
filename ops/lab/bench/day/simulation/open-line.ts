/** What waits, first come, first served. */
export type Line<T> = {
  readonly length: number;
  push(thing: T): void;
  /** @throws RangeError where nothing waits. */
  shift(): T;
  first(): T | undefined;
  /** Puts something before all that waits. */
  putBack(thing: T): void;
};

/** Below it the beginning that was served is not worth taking away. */
const WORTH_TAKING_AWAY = 1000;

/** Opens an empty one. Its length does not matter to what it costs to serve the first. */
export function openLine<T>(): Line<T> {
  let things: T[] = [];
  let served = 0;
  return {
    get length() {
      return things.length - served;
    },
    push: (thing) => void things.push(thing),
    shift() {
      if (served >= things.length) throw new RangeError('Nothing waits');
      const thing = things[served]!;
      served += 1;
      if (served > WORTH_TAKING_AWAY && served * 2 > things.length) {
        things = things.slice(served);
        served = 0;
      }
      return thing;
    },
    first: () => things[served],
    putBack(thing) {
      if (served === 0) things.unshift(thing);
      else things[(served -= 1)] = thing;
    },
  };
}
