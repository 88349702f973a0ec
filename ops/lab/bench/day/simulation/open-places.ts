import { type Line, openLine } from './open-line.ts';

/** Where jobs of a duty run: so many at a time in each lane, and the lines that they wait in take turns. */
export type Places = {
  /** Waits in a line for a place in a lane. @param begin runs when there is one; who began leaves. */
  ask(line: number, lane: number, begin: () => void): void;
  leave(line: number, lane: number): void;
  /** How many wait now, and the most that ever did. */
  waiting(): { readonly now: number; readonly most: number };
};

type Asked = { readonly lane: number; readonly begin: () => void };

/**
 * Opens places.
 * @param lanes how many there are in each.
 * @param isExclusive whether of a line only one may have a place at a time, whatever its lane: as of a chain, which is locked.
 */
export function openPlaces(lanes: readonly number[], isExclusive: boolean): Places {
  const free = [...lanes];
  const turns = lanes.map(() => openLine<number>());
  const lines = new Map<number, Line<Asked>>();
  const taken = new Set<number>();
  let now = 0;
  let most = 0;
  /** A line stands once among those that take turns, in the lane that its first one wants. */
  const takePermit = (line: number, asked: Line<Asked>) => {
    const first = asked.first();
    if (first) turns[first.lane]!.push(line);
    else lines.delete(line);
  };
  const serve = (lane: number) => {
    while (free[lane]! > 0 && turns[lane]!.length > 0) {
      const line = turns[lane]!.shift();
      const asked = lines.get(line)!;
      const { begin } = asked.shift();
      free[lane]! -= 1;
      now -= 1;
      if (isExclusive) taken.add(line);
      else takePermit(line, asked);
      const next = isExclusive ? undefined : asked.first();
      begin();
      if (next && next.lane !== lane) serve(next.lane);
    }
  };
  return {
    ask(line, lane, begin) {
      const asked = lines.get(line) ?? openLine<Asked>();
      lines.set(line, asked);
      asked.push({ lane, begin });
      now += 1;
      most = Math.max(most, now);
      if (asked.length === 1 && !taken.has(line)) takePermit(line, asked);
      serve(lane);
    },
    leave(line, lane) {
      free[lane]! += 1;
      const asked = lines.get(line);
      if (taken.delete(line) && asked) {
        takePermit(line, asked);
        const next = asked.first();
        if (next && next.lane !== lane) serve(next.lane);
      }
      serve(lane);
    },
    waiting: () => ({ now, most }),
  };
}
