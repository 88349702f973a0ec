/** Work on a large body: begins when there is room for it. */
export type LargeTurns = <T>(organizationId: number, bytes: number, work: () => Promise<T>) => Promise<T>;

type Waiting = { readonly bytes: number; readonly begin: () => void };
type Line = { atWork: number; readonly waiting: Waiting[] };

/**
 * Lets large bodies be worked on together up to a number of bytes, because working on one takes several times its memory. Organizations with
 * bodies that wait take turns, and none has more than half of the room unless with a single body.
 * @param room in bytes. A body that is larger has its turn when nothing else is at work.
 */
export function openLargeTurns(room: number): LargeTurns {
  // In the order of their turns.
  const lines = new Map<number, Line>();
  let atWork = 0;

  function fits(line: Line, bytes: number): boolean {
    return (atWork === 0 || atWork + bytes <= room) && (line.atWork === 0 || line.atWork + bytes <= room / 2);
  }

  /** @returns whether a body began. */
  function startOne(): boolean {
    for (const [organizationId, line] of lines) {
      const [next] = line.waiting;
      if (next === undefined) continue;
      if (!fits(line, next.bytes)) {
        // Smaller bodies of others must not keep it waiting for ever; those of its own organization do not.
        if (line.atWork === 0) return false;
        continue;
      }
      line.waiting.shift();
      line.atWork += next.bytes;
      atWork += next.bytes;
      lines.delete(organizationId);
      lines.set(organizationId, line);
      next.begin();
      return true;
    }
    return false;
  }

  function startNext(): void {
    while (startOne());
  }

  return async (organizationId, bytes, work) => {
    const line = lines.get(organizationId) ?? { atWork: 0, waiting: [] };
    lines.set(organizationId, line);
    const turn = Promise.withResolvers<void>();
    line.waiting.push({ bytes, begin: turn.resolve });
    startNext();
    await turn.promise;
    try {
      return await work();
    } finally {
      line.atWork -= bytes;
      atWork -= bytes;
      if (line.atWork === 0 && line.waiting.length === 0) lines.delete(organizationId);
      startNext();
    }
  };
}
