import { Piscina } from 'piscina';
import { createClientCounts } from '../platform/admission/connections/client-counts.ts';
import { splitBody } from '../json/split-body.ts';
import { examineBody, joinParts, type ExaminedBody, type ExaminedPart } from './examine-body.ts';
import type { ExamineContext } from './examine-context.ts';
import type { BodyRefusal } from './refuse-shape.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import type * as thread from './examine-thread.ts';
import { decompressBody } from '../platform/literals/stored-body.ts';
import { createSemaphore } from '../platform/admission/semaphore.ts';
import { preparePreview, type PreparedPreview } from './prepare-preview.ts';
import { isSameBody } from './same-body.ts';
import { PERMITS, SMALL_BODY_BYTES } from '../platform/admission/limits.ts';
import { copyForThread, type Threads } from '../platform/process/threads.ts';

/** A request body and the rules that apply to it. */
export type SentBody = { readonly body: Buffer; readonly rules: RequestRules };

/**
 * Examines request bodies. A small body is examined at once on the event loop. A large body is
 * examined in threads, and so is a small body of an organization whose small bodies recently took
 * too long, or whose invoices are written in electronic formats.
 */
export type Examiner = AsyncDisposable & {
  examine(body: Buffer, organizationId: number, context: ExamineContext): Promise<ExaminedBody | BodyRefusal>;
  /** Prepares an invoice for its preview: a thread prepares a long one. */
  prepare(body: Buffer, organizationId: number, context: ExamineContext): Promise<PreparedPreview>;
  /**
   * Returns whether a small body is the same JSON value as a stored, compressed one; null if the
   * stored body is too large to compare beside other work.
   */
  isSame(sent: SentBody, organizationId: number, stored: Buffer): Promise<boolean | null>;
  /**
   * Compares bodies of any size. Call it for one pair at a time: the comparison may take ten times
   * the bytes of both bodies.
   */
  isSameLarge(sent: SentBody, stored: Buffer): Promise<boolean>;
  /** Starts the threads, so the first large body does not wait for them. */
  warmUp(): Promise<void>;
};

/**
 * Bytes that a thread parses at a time. A text of this size and its parsed value are freed by a
 * young-generation collection; V8 keeps larger texts until a full collection (ops/adr/0045).
 */
const PART_BYTES = 64 * 1024;
/**
 * Largest part in bytes. One invoice may exceed `PART_BYTES`, and a split point is a guess. A body
 * with a larger part is examined whole.
 */
const MAX_PART_BYTES = 2 * 1024 * 1024;
/**
 * Largest stored body that is compared beside other work. A stored body with more white space may
 * equal a smaller sent body.
 */
const SMALL_STORED_BYTES = 2 * SMALL_BODY_BYTES;
/**
 * Largest body whose electronic formats are written on the event loop, or which is prepared for a
 * preview there, in bytes. Writing an invoice in four formats takes up to ten times as long as
 * examining it.
 */
const SMALL_WRITTEN_BYTES = SMALL_BODY_BYTES / 16;
/**
 * Memory limit of the thread for whole bodies, which fails only its own request: enough for a body
 * of 32 MB without excess, with a reserve.
 */
const WHOLE_LIMITS = { maxOldGenerationSizeMb: 512 };
/** Idle time after which the thread for whole bodies ends, which releases its memory. */
const WHOLE_IDLE_MS = 2000;
/**
 * Processor time in ms beyond which a small body counts as slow. With warm code a normal one takes
 * at most 5 ms and a hostile one 30 ms.
 */
const LONG_MS = 8;
/**
 * Slow bodies within the window after which the threads examine all bodies of the organization
 * until the window ends.
 */
const LONG_BODIES = 3;
const LONG_WINDOW_MS = 10_000;
const FILE = new URL('./examine-thread.ts', import.meta.url).href;

type Run = <N extends keyof typeof thread>(
  name: N,
  task: Parameters<(typeof thread)[N]>[0],
  given?: readonly Buffer<ArrayBuffer>[],
) => Promise<ReturnType<(typeof thread)[N]>>;

/**
 * Opens an examiner.
 * @param threads the threads of the process, which outlive the examiner.
 * @param longMs processor time in ms beyond which a small body counts as slow.
 */
export function openExaminer(threads: Threads, { longMs = LONG_MS } = {}): Examiner {
  // One thread only: a whole body may take ten times its bytes.
  const wholeThread = new Piscina({
    filename: FILE,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: WHOLE_IDLE_MS,
    resourceLimits: WHOLE_LIMITS,
  });
  const slow = createClientCounts({ max: LONG_BODIES, windowMs: LONG_WINDOW_MS });
  const isAtOnce = (body: Buffer, organizationId: number, mostBytes = SMALL_BODY_BYTES) =>
    body.length <= mostBytes && slow.secondsToWait(String(organizationId)) === 0;
  function timed<T>(organizationId: number, work: () => T): T {
    const before = process.threadCpuUsage();
    const done = work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > longMs * 1000) slow.count(String(organizationId));
    return done;
  }
  /*
   * Bytes are transferred to a thread, which frees them. Shared or copied bytes would remain until
   * this thread's garbage collector runs, and that collector does not count them.
   */
  const run: Run = (name, task, given) => threads.run(FILE, name, task, given);
  const runWhole: Run = (name, task, given = []) =>
    wholeThread.run(task, { name, transferList: given.map(({ buffer }) => buffer) });
  // Also one at a time: the main thread must process each result, and other organizations need the
  // processor.
  const withSmallPermit = createSemaphore(PERMITS.examining);
  const runSmall: Run = (...task) => withSmallPermit('all', () => run(...task));

  /**
   * Examines a body in parts. Submits at most as many parts at a time as there are threads, so a
   * huge body does not delay those behind it.
   * @returns null if the body cannot be split or the parts alone cannot decide; then it must be
   *   examined whole.
   */
  const examineParts = async (body: Buffer, context: ExamineContext) => {
    const count = threads.count * Math.ceil(body.length / threads.count / PART_BYTES);
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
    await Promise.all(Array.from({ length: threads.count }, examineNext));
    return isRight && examined.length > 0 ? joinParts(examined) : null;
  };

  return {
    async examine(body, organizationId, context) {
      const mostBytes = context.formats === undefined ? SMALL_BODY_BYTES : SMALL_WRITTEN_BYTES;
      if (isAtOnce(body, organizationId, mostBytes))
        return timed(organizationId, () => examineBody(body, context));
      const isSmall = body.length <= SMALL_BODY_BYTES;
      const examined = isSmall ? null : await examineParts(body, context);
      if (examined) return examined;
      const bytes = copyForThread(body);
      return (isSmall ? runSmall : runWhole)('examine', { body: bytes, context }, [bytes]);
    },
    async prepare(body, organizationId, context) {
      if (isAtOnce(body, organizationId, SMALL_WRITTEN_BYTES))
        return timed(organizationId, () => preparePreview(body, context));
      const bytes = copyForThread(body);
      return runSmall('prepare', { body: bytes, context }, [bytes]);
    },
    async isSame({ body, rules }, organizationId, stored) {
      const known = decompressSmall(stored);
      if (known === null) return null;
      if (isAtOnce(body, organizationId)) return timed(organizationId, () => isSameBody(body, known));
      return compare('compare', runSmall, { body, rules }, stored);
    },
    async isSameLarge(sent, stored) {
      return (await compare('compareTexts', run, sent, stored)) || compare('compare', runWhole, sent, stored);
    },
    warmUp: () => threads.warmUp(FILE),
    [Symbol.asyncDispose]: () => wholeThread.destroy(),
  };
}

function compare(
  how: 'compareTexts' | 'compare',
  run: Run,
  { body, rules }: SentBody,
  stored: Buffer,
): Promise<boolean> {
  const [sent, kept] = [copyForThread(body), copyForThread(stored)];
  return run(how, { body: sent, stored: kept, rules }, [sent, kept]);
}

/**
 * Decompresses a stored body of at most `SMALL_STORED_BYTES`.
 * @returns null if it is larger; decompression stops at that size.
 */
function decompressSmall(stored: Buffer): Buffer | null {
  try {
    return decompressBody(stored, { maxOutputLength: SMALL_STORED_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
