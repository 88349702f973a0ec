/** A priority queue: items ordered by rank, and by insertion where ranks are equal. */
export type Heap<T> = {
  /** The lowest rank; Infinity if the heap is empty. */
  first(): number;
  put(rank: number, thing: T): void;
  /** Removes and returns the item with the lowest rank. @throws RangeError if the heap is empty. */
  take(): T;
};

/**
 * Opens an empty heap: a binary heap in three arrays, because a day has tens of millions of events.
 */
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
      if (things.length === 0) throw new RangeError('The heap is empty');
      swap(0, things.length - 1);
      ranks.pop();
      comings.pop();
      const thing = things.pop()!;
      sink();
      return thing;
    },
  };
}
