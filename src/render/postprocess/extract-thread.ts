import { constants, setPriority } from 'node:os';
import { extractPdfs } from './stored-render-batch.ts';

// Sets the priority of this thread only (on Linux). The event loop and PostgreSQL take precedence
// when there are few cores.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/* The work of the extractor's thread. */

export type ExtractTask = {
  readonly version: number;
  readonly content: Uint8Array;
  readonly issuedInvoiceIds: readonly number[];
};

/**
 * Extracts PDFs from a stored render batch.
 * @returns the PDFs in order, each in a buffer of its own that can be transferred.
 */
export function extract({ version, content, issuedInvoiceIds }: ExtractTask): Uint8Array[] {
  const compressed = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return extractPdfs(version, compressed, issuedInvoiceIds);
}
