import { hash } from 'node:crypto';
import { Piscina } from 'piscina';
import type { ExtractTask } from './extract-thread.ts';

/** A stored render batch. */
export type StoredRenderBatch = {
  readonly id: number;
  readonly version: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** The bytes of a stored render batch differ from those that were stored. */
export class DamagedRenderBatchError extends Error {
  override readonly name = 'DamagedRenderBatchError';
}

export type Extractor = AsyncDisposable & {
  /**
   * Extracts the PDFs of some invoices from a render batch.
   * @throws DamagedRenderBatchError when its bytes have changed.
   */
  extract(renderBatch: StoredRenderBatch, issuedInvoiceIds: readonly number[]): Promise<Buffer[]>;
};

/**
 * The thread ends after this idle time, in ms. It exceeds the usual pause between two downloads of
 * a client, because the thread takes a moment to start.
 */
const IDLE_MS = 60_000;
/** When the thread exceeds this memory, only its current task fails. */
const LIMITS = { maxOldGenerationSizeMb: 256 };

/**
 * Opens an extractor, which works in a thread. The thread runs while there is work. Extracting one
 * PDF takes a few milliseconds, and an organization may request many.
 */
export function openExtractor(): Extractor {
  const thread = new Piscina<ExtractTask, Uint8Array[]>({
    filename: new URL('./extract-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
  });
  return {
    async extract({ id, version, sha256, content }, issuedInvoiceIds) {
      if (!hash('sha256', content, 'buffer').equals(sha256))
        throw new DamagedRenderBatchError(
          `The bytes of render batch ${id} differ from those that were stored`,
        );
      const pdfs = await thread.run({ version, content, issuedInvoiceIds }, { name: 'extract' });
      return pdfs.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
    },
    [Symbol.asyncDispose]: () => thread.destroy(),
  };
}
