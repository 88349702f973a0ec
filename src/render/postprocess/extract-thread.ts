import { constants, setPriority } from 'node:os';
import { extractPdfs } from './stored-render-batch.ts';

// Of this thread alone (Linux): the event loop and PostgreSQL go first where cores are few.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/* The work of the extractor's thread. */

export type ExtractTask = {
  readonly version: number;
  readonly content: Uint8Array;
  readonly issuedInvoiceIds: readonly number[];
};

/** @returns the PDFs one after the other: bytes of their own, which can be handed over. */
export function extract({ version, content, issuedInvoiceIds }: ExtractTask): Uint8Array[] {
  const compressed = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return extractPdfs(version, compressed, issuedInvoiceIds);
}
