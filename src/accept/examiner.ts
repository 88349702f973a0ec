import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { createClientCounts } from '../platform/admission/connections/client-counts.ts';
import { splitBody } from './split-body.ts';
import {
  examineBody,
  joinParts,
  type BodyRefusal,
  type ExamineContext,
  type ExaminedBody,
  type ExaminedPart,
} from './examine-body.ts';
import type * as thread from './examine-thread.ts';
import { decompressBody } from '../platform/literals/stored-body.ts';
import { createSemaphore } from '../platform/admission/semaphore.ts';
import { isSameBody } from './same-body.ts';
import { PERMITS, SMALL_BODY_BYTES } from '../platform/admission/limits.ts';

/** Examines bodies: small ones at once, large ones in threads beside the event loop, and small ones of an organization whose bodies take long. */
export type Examiner = AsyncDisposable & {
  examine(body: Buffer, organizationId: number, context: ExamineContext): Promise<ExaminedBody | BodyRefusal>;
  /** Whether a small body is the same JSON value as a stored, compressed one; null where that is too large to tell beside other work. */
  isSame(body: Buffer, organizationId: number, stored: Buffer): Promise<boolean | null>;
  /** The same whatever their sizes, for one at a time: both together may take ten times their bytes. */
  isSameLarge(body: Buffer, stored: Buffer): Promise<boolean>;
  /** Starts the threads, so that the first large body need not wait for them. */
  warmUp(): Promise<void>;
};

/** What a thread parses at a time: its text is young garbage like what becomes of it. V8 keeps larger ones until it collects everything (ops/adr/0045). */
const PART_BYTES = 64 * 1024;
/** One invoice may be larger, and a split point is a guess: a body with a part of this size is examined like one that cannot be split. */
const MAX_PART_BYTES = 2 * 1024 * 1024;
/** A small body may be the same value as a larger one with more blanks; with a much larger one it is compared when others are not. */
const SMALL_STORED_BYTES = 2 * SMALL_BODY_BYTES;
const THREADS = Math.min(availableParallelism(), 4);
/** A thread that runs out of memory fails its request alone. Young garbage is bounded by the process's own flag (ops/adr/0045). */
const LIMITS = { maxOldGenerationSizeMb: 128 };
/** What is made of a whole body of 32 MB that has no excess, with room to spare. */
const WHOLE_LIMITS = { maxOldGenerationSizeMb: 512 };
/** How long the thread for whole bodies lives on: its memory is given back with its end. */
const WHOLE_IDLE_MS = 2000;
/** Of processor time: an honest small body takes 5 ms at most once the code is warm, a hostile one 30. */
const LONG_MS = 8;
/** An organization that had so many that took long has none examined at once until the window is over. */
const LONG_BODIES = 3;
const LONG_WINDOW_MS = 10_000;
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

/**
 * Opens an examiner. Its threads start when they are needed first.
 * @param longMs of processor time: a small body that takes more took long.
 */
export function openExaminer({ longMs = LONG_MS } = {}): Examiner {
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
  const slow = createClientCounts({ max: LONG_BODIES, windowMs: LONG_WINDOW_MS });
  const isAtOnce = (body: Buffer, organizationId: number) =>
    body.length <= SMALL_BODY_BYTES && slow.secondsToWait(String(organizationId)) === 0;
  function timed<T>(organizationId: number, work: () => T): T {
    const before = process.threadCpuUsage();
    const done = work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > longMs * 1000) slow.count(String(organizationId));
    return done;
  }
  const run = runIn(threads);
  const runWhole = runIn(wholeThread);
  // One at a time as well: the main thread has work with what it finds out, and others need the processor.
  const withSmallPermit = createSemaphore(PERMITS.examining);
  let isDisposed = false;
  const runSmall: Run = (...task) => withSmallPermit('all', () => run(...task));

  /**
   * Not more parts of a body at a time than there are threads, so that bodies that come behind a huge one have their turns.
   * @returns null when the parts cannot tell.
   */
  const examineParts = async (body: Buffer, context: ExamineContext) => {
    const count = THREADS * Math.ceil(body.length / THREADS / PART_BYTES);
    const split = splitBody(body, count) ?? [];
    const parts = split.entries();
    const examined: ExaminedPart[] = [];
    let isRight = split.every(({ bytes }) => bytes <= MAX_PART_BYTES);
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
    async examine(body, organizationId, context) {
      if (isAtOnce(body, organizationId)) return timed(organizationId, () => examineBody(body, context));
      const isSmall = body.length <= SMALL_BODY_BYTES;
      const examined = isSmall ? null : await examineParts(body, context);
      if (examined) return examined;
      const bytes = copy(body);
      return (isSmall ? runSmall : runWhole)('examine', { body: bytes, context }, [bytes]);
    },
    async isSame(body, organizationId, stored) {
      const known = decompressSmall(stored);
      if (known === null) return null;
      if (isAtOnce(body, organizationId)) return timed(organizationId, () => isSameBody(body, known));
      return compare('compare', runSmall, body, stored);
    },
    async isSameLarge(body, stored) {
      return (await compare('compareTexts', run, body, stored)) || compare('compare', runWhole, body, stored);
    },
    async warmUp() {
      const warming = Array.from({ length: THREADS }, () => run('warmUp', null));
      await Promise.all(warming).catch((error: unknown) => {
        // A process that stops at once ends its threads while they start.
        if (!isDisposed) throw error;
      });
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      await Promise.all([threads.destroy(), wholeThread.destroy()]);
    },
  };
}

function compare(how: 'compareTexts' | 'compare', run: Run, body: Buffer, stored: Buffer): Promise<boolean> {
  const [sent, kept] = [copy(body), copy(stored)];
  return run(how, { body: sent, stored: kept }, [sent, kept]);
}

/** What a small body may be compared with at once. @returns null for more, of which no more than that is unpacked. */
function decompressSmall(stored: Buffer): Buffer | null {
  try {
    return decompressBody(stored, { maxOutputLength: SMALL_STORED_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

function copy(bytes: Buffer): Buffer<ArrayBuffer> {
  const copied = Buffer.allocUnsafeSlow(bytes.length);
  copied.set(bytes);
  return copied;
}
