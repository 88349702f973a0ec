import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { cutBody } from './cut-body.ts';
import {
  examineBody,
  joinHalves,
  type BodyRefusal,
  type ExamineContext,
  type ExaminedBody,
} from './examine-body.ts';
import type * as thread from './examine-thread.ts';
import { isSameBody } from './same-body.ts';

/** Examines bodies: small ones at once, large ones in threads beside the event loop. */
export type Examiner = AsyncDisposable & {
  examine(body: Buffer, context: ExamineContext): Promise<ExaminedBody | BodyRefusal>;
  /** Whether a body is the same JSON value as a stored, compressed one. */
  isSame(body: Buffer, stored: Buffer): Promise<boolean>;
  /** Starts the threads, so that the first large body need not wait for them. */
  warmUp(): Promise<void>;
};

/** Examining so much takes 2 ms: handing it over would not be faster. */
const SMALL_BYTES = 256 * 1024;
/** Finding where to cut such a body keeps the event loop busy for 3 ms. */
const HALVED_BYTES = 4 * 1024 * 1024;
const THREADS = Math.min(availableParallelism(), 4);
/** A thread that runs out of memory fails its request alone. The young generation holds most of a parsed body. */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 };

/** Opens an examiner. Its threads start when they are needed first. */
export function openExaminer(): Examiner {
  const threads = new Piscina({
    filename: new URL('./examine-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: Infinity,
    resourceLimits: LIMITS,
  });
  const run = <N extends keyof typeof thread>(name: N, task: Parameters<(typeof thread)[N]>[0]) =>
    threads.run(task, { name }) as Promise<ReturnType<(typeof thread)[N]>>;

  const isIdle = () =>
    threads.threads.length >= 2 && threads.completed >= THREADS && threads.idleThreads >= 2;
  /** Two threads halve the time of a body while nothing else waits for them. @returns null when the halves cannot tell. */
  const examineHalves = async (body: Buffer, context: ExamineContext) => {
    const halves = cutBody(body);
    if (!halves) return null;
    const [first, second] = halves;
    return joinHalves(
      ...(await Promise.all([
        run('examineOneHalf', { body: first, context }),
        run('examineOneHalf', { body: second, context }),
      ])),
    );
  };

  return {
    async examine(body, context) {
      if (body.length <= SMALL_BYTES) return examineBody(body, context);
      const isHalved = body.length <= HALVED_BYTES && isIdle();
      const together = isHalved ? await examineHalves(body, context) : null;
      return together ?? run('examine', { body: share(body), context });
    },
    async isSame(body, stored) {
      if (body.length <= SMALL_BYTES) return isSameBody(body, stored);
      return run('compare', { body: share(body), stored: share(stored) });
    },
    async warmUp() {
      await Promise.all(Array.from({ length: THREADS }, () => run('warmUp', null)));
    },
    [Symbol.asyncDispose]: () => threads.destroy(),
  };
}

/** The bytes where all threads can read them: copied once, whoever reads. */
function share(bytes: Buffer): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
