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
import { SMALL_BODY_BYTES } from './small-body.ts';

/** Examines bodies: small ones at once, large ones in threads beside the event loop. */
export type Examiner = AsyncDisposable & {
  examine(body: Buffer, context: ExamineContext): Promise<ExaminedBody | BodyRefusal>;
  /** Whether a body is the same JSON value as a stored, compressed one. */
  isSame(body: Buffer, stored: Buffer): Promise<boolean>;
  /** Starts the threads, so that the first large body need not wait for them. */
  warmUp(): Promise<void>;
};

/** What a thread parses at a time: so much becomes some ten megabytes. */
const PART_BYTES = 1024 * 1024;
/** A cut is a guess: a part this large is examined like a body that could not be cut. */
const LARGEST_PART_BYTES = 2 * PART_BYTES;
const THREADS = Math.min(availableParallelism(), 4);
/** A thread that runs out of memory fails its request alone. The young generation holds a parsed part. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
/** What is made of a whole body of 32 MB that has no excess, with room to spare. */
const WHOLE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };
/** How long the thread for whole bodies lives on: its memory is given back with its end. */
const WHOLE_IDLE_MS = 2000;
const FILE = new URL('./examine-thread.ts', import.meta.url).href;

type Run = <N extends keyof typeof thread>(
  name: N,
  task: Parameters<(typeof thread)[N]>[0],
  given?: readonly Buffer<ArrayBuffer>[],
) => Promise<ReturnType<(typeof thread)[N]>>;

/* Bytes are given to a thread, which frees them: shared or left behind they would stay until this thread collects its garbage, which it does not see grow. */
function runIn(threads: Piscina): Run {
  return (name, task, given = []) =>
    threads.run(task, { name, transferList: given.map(({ buffer }) => buffer) });
}

/** Opens an examiner. Its threads start when they are needed first. */
export function openExaminer(): Examiner {
  const threads = new Piscina({
    filename: FILE,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: Infinity,
    resourceLimits: LIMITS,
  });
  // One at a time: each may take ten times its bytes.
  const wholeThread = new Piscina({
    filename: FILE,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: WHOLE_IDLE_MS,
    resourceLimits: WHOLE_LIMITS,
  });
  const run = runIn(threads);
  const runWhole = runIn(wholeThread);

  /**
   * Not more parts of a body at a time than there are threads, so that bodies that come behind a huge one have their turns.
   * @returns null when the parts cannot tell.
   */
  const examineParts = async (body: Buffer, context: ExamineContext) => {
    const count = THREADS * Math.ceil(body.length / THREADS / PART_BYTES);
    const cut = cutBody(body, count) ?? [];
    const parts = cut.entries();
    const examined: ExaminedPart[] = [];
    let isRight = cut.every(({ bytes }) => bytes <= LARGEST_PART_BYTES);
    const examineNext = async () => {
      for (const [index, part] of parts) {
        const bytes = isRight ? part.copy() : null;
        const found = bytes && (await run('examineOnePart', { body: bytes, context }, [bytes]));
        if (found) examined[index] = found;
        else isRight = false;
      }
    };
    await Promise.all(Array.from({ length: THREADS }, examineNext));
    return isRight && examined.length > 0 ? joinParts(examined) : null;
  };

  return {
    async examine(body, context) {
      if (body.length <= SMALL_BODY_BYTES) return examineBody(body, context);
      const examined = await examineParts(body, context);
      if (examined) return examined;
      const bytes = copy(body);
      return runWhole('examine', { body: bytes, context }, [bytes]);
    },
    async isSame(body, stored) {
      if (body.length <= SMALL_BODY_BYTES) return isSameBody(body, stored);
      const compare = (how: 'compareTexts' | 'compare', runIt: Run) => {
        const [bytes, known] = [copy(body), copy(stored)];
        return runIt(how, { body: bytes, stored: known }, [bytes, known]);
      };
      return (await compare('compareTexts', run)) || compare('compare', runWhole);
    },
    async warmUp() {
      await Promise.all(Array.from({ length: THREADS }, () => run('warmUp', null)));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([threads.destroy(), wholeThread.destroy()]);
    },
  };
}

function copy(bytes: Buffer): Buffer<ArrayBuffer> {
  const copied = Buffer.allocUnsafeSlow(bytes.length);
  copied.set(bytes);
  return copied;
}
