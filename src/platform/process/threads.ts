import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

/**
 * The threads of a process, for work that would hold up its event loop. All duties of the process
 * share them, so that their number is bounded by the cores. Work of one organization at a time must
 * be limited by those who submit it: the threads take work in the order of its arrival.
 */
export type Threads = AsyncDisposable & {
  readonly count: number;
  /**
   * Runs a function of a module in a thread.
   * @param file URL of the module, which lowers the priority of its thread.
   * @param given the bytes in the task that the thread takes over; they can no longer be used here.
   */
  run<T>(file: string, name: string, task: unknown, given?: readonly Buffer<ArrayBuffer>[]): Promise<T>;
  /**
   * Starts the threads and loads a module in each by running its function `warmUp`, so that the
   * first task does not wait for them.
   */
  warmUp(file: string): Promise<void>;
};

/**
 * Memory limit per thread: a thread that exceeds it fails only its own task. A process flag bounds
 * the young generation (ops/adr/0045).
 */
const LIMITS = { maxOldGenerationSizeMb: 128 };

/** Opens the threads. They start on first use and run until the end. */
export function openThreads(): Threads {
  const count = Math.min(availableParallelism(), 4);
  const pool = new Piscina<unknown, unknown>({
    // Each task names its own module.
    filename: import.meta.url,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: Infinity,
    resourceLimits: LIMITS,
  });
  let isDisposed = false;
  return {
    count,
    run: async <T>(
      filename: string,
      name: string,
      task: unknown,
      given: readonly Buffer<ArrayBuffer>[] = [],
    ) => (await pool.run(task, { filename, name, transferList: given.map(({ buffer }) => buffer) })) as T,
    async warmUp(filename) {
      const warming = Array.from({ length: count }, () => pool.run(null, { filename, name: 'warmUp' }));
      await Promise.all(warming).catch((error: unknown) => {
        // If the process stops right after its start, its threads end while they are starting.
        if (!isDisposed) throw error;
      });
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      await pool.destroy();
    },
  };
}

/** Returns a copy of bytes that a thread can take over. */
export function copyForThread(bytes: Uint8Array): Buffer<ArrayBuffer> {
  return joinForThread([bytes]);
}

/** Returns a copy of several pieces of bytes, one after another, that a thread can take over. */
export function joinForThread(pieces: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const copied = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    copied.set(piece, at);
    at += piece.length;
  }
  return copied;
}
