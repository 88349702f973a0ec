import { hash } from 'node:crypto';
import { Piscina } from 'piscina';
import type { CutTask } from './cut-thread.ts';

/** A print as it is stored. */
export type StoredPrint = {
  readonly id: number;
  readonly version: number;
  readonly sha256: Buffer;
  readonly content: Buffer;
};

/** The bytes of a stored print are not those that were stored. */
export class DamagedPrintError extends Error {
  override readonly name = 'DamagedPrintError';
}

export type Cutter = AsyncDisposable & {
  /**
   * The PDFs of some invoices of a print.
   * @throws DamagedPrintError
   */
  cut(print: StoredPrint, issuedInvoiceIds: readonly number[]): Promise<Buffer[]>;
};

/** Longer than a client pauses between two downloads: the thread takes a moment to start. */
const IDLE_MS = 60_000;
/** A thread that runs out of memory fails its task alone. */
const LIMITS = { maxOldGenerationSizeMb: 256 };

/** Opens a cutter: prints are cut in a thread beside the event loop, which runs while there is such work. Cutting one PDF takes some milliseconds, and an organization may ask for many. */
export function openCutter(): Cutter {
  const thread = new Piscina<CutTask, Uint8Array[]>({
    filename: new URL('./cut-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
  });
  return {
    async cut({ id, version, sha256, content }, issuedInvoiceIds) {
      if (!hash('sha256', content, 'buffer').equals(sha256))
        throw new DamagedPrintError(`The stored print ${id} has other bytes than were stored`);
      const pdfs = await thread.run({ version, content, issuedInvoiceIds }, { name: 'cut' });
      return pdfs.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
    },
    [Symbol.asyncDispose]: () => thread.destroy(),
  };
}
