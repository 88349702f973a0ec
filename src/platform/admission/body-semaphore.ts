import { SemaphoreTimeout } from './semaphore.ts';

/**
 * Runs work on a body as soon as there is room for it.
 * @throws SemaphoreTimeout if the work could not begin in time.
 */
export type BodySemaphore = <T>(organizationId: number, bytes: number, work: () => Promise<T>) => Promise<T>;

export type BodySemaphoreLimits = {
  /**
   * The total bytes of the bodies that are processed at the same time. A larger body runs when no
   * other is being processed.
   */
  readonly room: number;
  /** The fraction of the room for one organization. It may always process a single body. */
  readonly share: number;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
};

/**
 * How long work may be started in one turn of the event loop, in milliseconds. Other events are
 * handled before more work starts. A request of another organization needs several turns. With 2
 * ms, twice as many batches of one invoice were created during one of its reads.
 */
const SLICE_MS = 0.5;
/** Shorter than the time after which the connection would count as abandoned by its client. */
const PATIENCE_MS = 30_000;

type Waiting = { readonly bytes: number; readonly begin: () => void };

/**
 * Creates a semaphore that limits the total size of the bodies processed at the same time, because
 * processing a body takes several times its memory. A body waits in the queue of its organization,
 * is processed when there is room, and then makes room for the next one. Organizations with waiting
 * bodies take turns. Bodies that an organization sends together do not all start in the same turn
 * of the event loop, so that other organizations' requests come in between.
 */
export function createBodySemaphore({
  room,
  share,
  now = () => performance.now(),
}: BodySemaphoreLimits): BodySemaphore {
  // Queues by organization, in the order of their turns.
  const lines = new Map<number, Waiting[]>();
  const atWork = new Map<number, number>();
  let allAtWork = 0;
  let spent = 0;
  let isCounting = false;

  function fits(own: number, bytes: number): boolean {
    return (allAtWork === 0 || allAtWork + bytes <= room) && (own === 0 || own + bytes <= room * share);
  }

  /** Starts the work, which runs synchronously until its first await. */
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

  /** @returns whether a body was started. */
  function startOne(): boolean {
    if (spent >= SLICE_MS) return false;
    for (const [organizationId, line] of lines) {
      const [next] = line;
      const own = atWork.get(organizationId) ?? 0;
      if (!fits(own, next!.bytes)) {
        // Smaller bodies of other organizations must not delay this one forever. Bodies of its own
        // organization do not count.
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
    // Other bodies may fit where this one did not.
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
