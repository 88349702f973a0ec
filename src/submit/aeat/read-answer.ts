import { Piscina } from 'piscina';
import type { ReadTask } from './answer-thread.ts';
import type { Exchange, HttpAnswer } from './exchange-message.ts';
import { fail, type Failure } from './failure.ts';
import { type Answers, type Operation, READINGS } from './operations.ts';
import type { Outcome } from './outcome.ts';
import { describeFailure, readOutcome } from './read-outcome.ts';

/** A larger answer holds up whatever else the process does: a page of 10,000 invoices takes seconds. Those to messages of 1000 records are smaller: a thread took the worker from 320 to 450 MB. */
const SMALL_BYTES = 3 * 1024 * 1024;
/** For what is made of the largest answer. A thread that runs out of it fails its answer alone. */
const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 };
/** Its memory is given back with its end. */
const IDLE_MS = 2000;
/** What is kept of an answer that is given to the thread. */
const KEPT_BYTES = 64 * 1024;
const FILE = new URL('./answer-thread.ts', import.meta.url).href;

/** One for the process, since each may take many times its bytes: made when it is needed first, and no reason to go on living. */
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
 * Reads what an exchange came to: what is small at once, what is large in a thread beside the event loop, one after the other.
 * @param signal ends the reading.
 */
export async function readAnswer<O extends Operation>(
  exchange: Exchange,
  operation: O,
  signal: AbortSignal,
): Promise<Outcome<Answers[O]>> {
  const { answer, failure } = exchange;
  if (answer === null || failure !== null || answer.body.length <= SMALL_BYTES)
    return readOutcome(exchange, READINGS[operation]);
  const beginning = { ...answer, body: Buffer.from(answer.body.subarray(0, KEPT_BYTES)) };
  try {
    return await readInThread(answer, operation, signal);
  } catch (error) {
    const explained = explain(error);
    if (explained === null) throw error;
    return describeFailure(explained, beginning, true);
  }
}

async function readInThread<O extends Operation>(
  { host, status, headers, body }: HttpAnswer,
  operation: O,
  signal: AbortSignal,
): Promise<Outcome<Answers[O]>> {
  const bytes = ownBytes(body);
  const task: ReadTask<O> = { operation, answer: { host, status, headers }, body: bytes };
  return (await openThread().run(task, {
    name: 'read',
    transferList: [bytes.buffer],
    signal,
  })) as Outcome<Answers[O]>;
}

/** Bytes that can be given away: no others are in their memory. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  if (bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length)
    return new Uint8Array(bytes.buffer);
  return new Uint8Array(bytes);
}

/** @returns null for a fault of ours. */
function explain(error: unknown): Failure | null {
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'AbortError') return fail('aborted', 'the client was closed');
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return fail('too_large', 'an answer that takes more memory than there is for one');
  return null;
}
