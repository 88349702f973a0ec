import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { cutBody } from './cut-body.ts';
import {
  examineBody,
  joinParts,
  type BodyRefusal,
  type ExamineContext,
  type ExaminedBody,
  type ExaminedPart,
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
/** What a thread parses at a time: so much becomes some ten megabytes. */
const PART_BYTES = 1024 * 1024;
const THREADS = Math.min(availableParallelism(), 4);
/** A thread that runs out of memory fails its request alone. The young generation holds a parsed part. */
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

  /**
   * Not more parts of a body at a time than there are threads, so that bodies that come behind a huge one have their turns.
   * @returns null when the parts cannot tell.
   */
  const examineParts = async (body: Buffer, context: ExamineContext) => {
    const count = THREADS * Math.ceil(body.length / THREADS / PART_BYTES);
    const parts = (cutBody(body, count) ?? []).entries();
    const examined: ExaminedPart[] = [];
    let isRight = true;
    const examineNext = async () => {
      for (const [index, part] of parts) {
        const found = isRight ? await run('examineOnePart', { body: part, context }) : null;
        if (found) examined[index] = found;
        else isRight = false;
      }
    };
    await Promise.all(Array.from({ length: THREADS }, examineNext));
    return isRight && examined.length > 0 ? joinParts(examined) : null;
  };

  return {
    async examine(body, context) {
      if (body.length <= SMALL_BYTES) return examineBody(body, context);
      return (await examineParts(body, context)) ?? run('examine', { body: share(body), context });
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
