/** A first-in, first-out queue. */
export type Line<T> = {
  readonly length: number;
  push(thing: T): void;
  /** @throws RangeError if the queue is empty. */
  shift(): T;
  first(): T | undefined;
  /** Puts an item at the front of the queue. */
  putBack(thing: T): void;
};

/**
 * The number of served items above which the array is shortened; below it, the copy costs more than
 * it saves.
 */
const WORTH_TAKING_AWAY = 1000;

/** Opens an empty queue. The cost of `shift` does not depend on the length of the queue. */
export function openLine<T>(): Line<T> {
  let things: T[] = [];
  let served = 0;
  return {
    get length() {
      return things.length - served;
    },
    push: (thing) => void things.push(thing),
    shift() {
      if (served >= things.length) throw new RangeError('The queue is empty');
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
