import { SemaphoreTimeout } from './semaphore.ts';

/** Work on a body: begins when there is room for it. @throws SemaphoreTimeout when it did not begin. */
export type BodySemaphore = <T>(organizationId: number, bytes: number, work: () => Promise<T>) => Promise<T>;

export type BodySemaphoreLimits = {
  /** Bytes of bodies that are at work together. A body that is larger has its turn when nothing else is at work. */
  readonly room: number;
  /** Of the room, for one organization, unless it has a single body at work. */
  readonly share: number;
  /** In milliseconds. */
  readonly now?: () => number;
};

/** So long work may begin before the event loop goes on: what else has come has its chance then. */
const SLICE_MS = 2;
/** Before the connection would be taken for one whose client is gone. */
const PATIENCE_MS = 30_000;

type Waiting = { readonly bytes: number; readonly begin: () => void };

/**
 * Lets bodies be worked on together up to a number of bytes, because working on one takes several times its memory. Organizations with bodies that
 * wait take turns. What an organization sends at once does not begin at once either: others' requests come between.
 */
export function createBodySemaphore({
  room,
  share,
  now = () => performance.now(),
}: BodySemaphoreLimits): BodySemaphore {
  // In the order of their turns.
  const lines = new Map<number, Waiting[]>();
  const atWork = new Map<number, number>();
  let allAtWork = 0;
  let spent = 0;
  let isCounting = false;

  function fits(own: number, bytes: number): boolean {
    return (allAtWork === 0 || allAtWork + bytes <= room) && (own === 0 || own + bytes <= room * share);
  }

  /** Runs what work does before it waits for anything. */
  function begin({ bytes, begin: run }: Waiting, organizationId: number): void {
    allAtWork += bytes;
    atWork.set(organizationId, (atWork.get(organizationId) ?? 0) + bytes);
    const start = now();
    run();
    spent += now() - start;
    if (isCounting) return;
    isCounting = true;
    setImmediate(() => {
      isCounting = false;
      spent = 0;
      startNext();
    });
  }

  function end(organizationId: number, bytes: number): void {
    const left = atWork.get(organizationId)! - bytes;
    if (left === 0) atWork.delete(organizationId);
    else atWork.set(organizationId, left);
    allAtWork -= bytes;
    startNext();
  }

  /** @returns whether a body began. */
  function startOne(): boolean {
    if (spent >= SLICE_MS) return false;
    for (const [organizationId, line] of lines) {
      const [next] = line;
      const own = atWork.get(organizationId) ?? 0;
      if (!fits(own, next!.bytes)) {
        // Smaller bodies of others must not keep it waiting for ever; those of its own organization do not.
        if (own === 0) return false;
        continue;
      }
      line.shift();
      lines.delete(organizationId);
      if (line.length > 0) lines.set(organizationId, line);
      begin(next!, organizationId);
      return true;
    }
    return false;
  }

  function startNext(): void {
    while (startOne());
  }

  function leave(organizationId: number, waiting: Waiting): void {
    const line = lines.get(organizationId)!.filter((other) => other !== waiting);
    if (line.length > 0) lines.set(organizationId, line);
    else lines.delete(organizationId);
    // Others may fit where this one did not.
    startNext();
  }

  return (organizationId, bytes, work) =>
    new Promise((resolve, reject) => {
      let hasBegun = false;
      const waiting: Waiting = {
        bytes,
        begin() {
          hasBegun = true;
          clearTimeout(timer);
          void work()
            .finally(() => end(organizationId, bytes))
            .then(resolve, reject);
        },
      };
      let timer: NodeJS.Timeout | undefined;
      lines.set(organizationId, [...(lines.get(organizationId) ?? []), waiting]);
      startNext();
      if (hasBegun) return;
      timer = setTimeout(() => {
        leave(organizationId, waiting);
        reject(new SemaphoreTimeout(`not within ${PATIENCE_MS} ms`));
      }, PATIENCE_MS);
    });
}
