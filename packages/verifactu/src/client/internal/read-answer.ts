import path from 'node:path';
import { Piscina } from 'piscina';
import type { ReadTask } from './answer-thread.ts';
import type { Exchange, HttpAnswer } from './exchange-message.ts';
import { fail, type Failure } from './failure.ts';
import type { Outcome } from '../outcome.ts';
import type { Reading } from '../../remission/reading.ts';
import { describeFailure, readOutcome } from './read-outcome.ts';

/**
 * Larger answers are read in a thread, because a page of 10,000 invoices would block the event loop
 * for seconds. Answers to messages of 1000 records are smaller; a thread for them raised the memory
 * of a sending process from 320 to 450 MB.
 */
const SMALL_BYTES = 3 * 1024 * 1024;
/**
 * Memory limits for reading the largest answer. When the thread exceeds them, only that answer
 * fails.
 */
const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 };
/** The thread ends after this idle time, in ms, which releases its memory. */
const IDLE_MS = 2000;
/** Bytes of an answer that are kept when the answer is transferred to the thread. */
const KEPT_BYTES = 64 * 1024;
/** Beside this file: TypeScript in the repository, JavaScript in the published package. */
const FILE = import.meta.resolve(`./answer-thread${path.extname(import.meta.url)}`);

/**
 * The process has one thread, because each thread may use many times the size of its answer. It is
 * created on first use and does not keep the process alive.
 */
let thread: Piscina | undefined;

function openThread(): Piscina {
  thread ??= new Piscina({
    filename: FILE,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
  });
  return thread;
}

/**
 * Reads the result of an exchange: a small answer at once, a large one in a thread if its reading
 * names its module. The thread reads one answer at a time.
 * @param signal aborts the reading.
 */
export async function readAnswer<Answer>(
  exchange: Exchange,
  reading: Reading<Answer>,
  signal: AbortSignal,
): Promise<Outcome<Answer>> {
  const { answer, failure } = exchange;
  const { module } = reading;
  if (answer === null || failure !== null || module === undefined || answer.body.length <= SMALL_BYTES)
    return readOutcome(exchange, reading);
  const beginning = { ...answer, body: Buffer.from(answer.body.subarray(0, KEPT_BYTES)) };
  try {
    return (await readInThread(answer, module, signal)) as Outcome<Answer>;
  } catch (error) {
    const explained = explain(error);
    if (explained === null) throw error;
    return describeFailure(explained, beginning, true);
  }
}

async function readInThread(
  { host, status, headers, body }: HttpAnswer,
  module: ReadTask['module'],
  signal: AbortSignal,
): Promise<unknown> {
  const bytes = ownBytes(body);
  const task: ReadTask = { module, answer: { host, status, headers }, body: bytes };
  return await openThread().run(task, { name: 'read', transferList: [bytes.buffer], signal });
}

/** Returns the bytes in a buffer of their own, which can be transferred to the thread. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  if (bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length)
    return new Uint8Array(bytes.buffer);
  return new Uint8Array(bytes);
}

/**
 * Translates an error of the thread into a failure.
 * @returns null when the error is a defect of this program.
 */
function explain(error: unknown): Failure | null {
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'AbortError') return fail('aborted', 'the client was closed');
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return fail('too_large', 'an answer that needs more memory than one answer may use');
  return null;
}
