/** Things in the order of a number, and of their coming where it is the same. */
export type Heap<T> = {
  /** The least number; Infinity where nothing is left. */
  first(): number;
  put(rank: number, thing: T): void;
  /** Takes what has the least number. @throws RangeError where nothing is left. */
  take(): T;
};

/** Opens an empty one: a binary heap in three arrays, since a day has tens of millions of events. */
export function openHeap<T>(): Heap<T> {
  const ranks: number[] = [];
  const comings: number[] = [];
  const things: T[] = [];
  let came = 0;
  const isBefore = (a: number, b: number) =>
    ranks[a]! < ranks[b]! || (ranks[a] === ranks[b] && comings[a]! < comings[b]!);
  const swap = (a: number, b: number) => {
    const [rank, coming, thing] = [ranks[a]!, comings[a]!, things[a]!];
    ranks[a] = ranks[b]!;
    comings[a] = comings[b]!;
    things[a] = things[b]!;
    ranks[b] = rank;
    comings[b] = coming;
    things[b] = thing;
  };
  const sink = () => {
    for (let place = 0; ;) {
      const left = 2 * place + 1;
      let least = place;
      if (left < ranks.length && isBefore(left, least)) least = left;
      if (left + 1 < ranks.length && isBefore(left + 1, least)) least = left + 1;
      if (least === place) return;
      swap(place, least);
      place = least;
    }
  };
  return {
    first: () => ranks[0] ?? Infinity,
    put(rank, thing) {
      let place = ranks.push(rank) - 1;
      comings.push((came += 1));
      things.push(thing);
      while (place > 0 && isBefore(place, (place - 1) >> 1)) {
        swap(place, (place - 1) >> 1);
        place = (place - 1) >> 1;
      }
    },
    take() {
      if (things.length === 0) throw new RangeError('Nothing is left');
      swap(0, things.length - 1);
      ranks.pop();
      comings.pop();
      const thing = things.pop()!;
      sink();
      return thing;
    },
  };
}
