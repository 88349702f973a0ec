import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BlockDamage } from '../../platform/literals/literal-block.ts';
import { copyForThread } from '../../platform/process/threads.ts';
import type { ListedInvoice } from './read-book.ts';
import type { BookSummary, BookTask, GivenBlock, GivenInvoice, Reply, Request } from './book-thread.ts';

/** The thread of one book. Each call returns the bytes of the file that were written meanwhile. */
export type BookThread = AsyncDisposable & {
  /** Gives literal blocks. @throws BlockDamage if a document cannot be read. */
  readBlocks(blocks: readonly GivenBlock[]): Promise<readonly Uint8Array[]>;
  /** Enters invoices whose blocks were given since the last call. */
  enter(invoices: readonly GivenInvoice[]): Promise<readonly Uint8Array[]>;
  /** Notes invoices that belong to another book. */
  mention(invoices: readonly ListedInvoice[]): Promise<readonly Uint8Array[]>;
  /** Ends the file. */
  end(): Promise<{ readonly pieces: readonly Uint8Array[]; readonly summary: BookSummary }>;
};

/**
 * Memory limit: a thread that exceeds it fails only its own book. Its largest parts are the
 * documents of a part and the notes.
 */
const LIMITS = { maxOldGenerationSizeMb: 192 };

/**
 * Starts the thread of a book. It is not one of the threads that requests share: a book takes
 * seconds and keeps its state.
 */
export function openBookThread(task: BookTask): BookThread {
  const worker = new Worker(new URL('./book-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: LIMITS,
  });
  // A book whose reader has gone does not keep the process alive.
  worker.unref();
  const failed = once(worker, 'exit').then(([code]) => {
    throw new Error(`The thread of a book ended with code ${code}`);
  });
  failed.catch(() => {});

  async function ask(request: Request, given: readonly ArrayBuffer[] = []) {
    worker.postMessage(request, given);
    const [reply] = (await Promise.race([once(worker, 'message'), failed])) as [Reply];
    if ('damage' in reply) throw new BlockDamage(reply.damage);
    if ('error' in reply) throw new Error(`A book could not be written: ${reply.error}`);
    return reply;
  }

  return {
    async readBlocks(blocks) {
      const owned = blocks.map(({ sha256, content, ...block }) => ({
        ...block,
        sha256: copyForThread(sha256),
        content: copyForThread(content),
      }));
      const bytes = owned.flatMap(({ sha256, content }) => [sha256.buffer, content.buffer]);
      return (await ask({ kind: 'blocks', blocks: owned }, bytes)).pieces;
    },
    enter: async (invoices) => (await ask({ kind: 'invoices', invoices })).pieces,
    mention: async (invoices) => (await ask({ kind: 'elsewhere', invoices })).pieces,
    async end() {
      const { pieces, summary } = await ask({ kind: 'end' });
      return { pieces, summary: summary! };
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
