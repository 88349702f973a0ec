import { constants, setPriority } from 'node:os';
import { cutPrint } from './pack-print.ts';

// Of this thread alone (Linux): the event loop and PostgreSQL go first where cores are few.
setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/* What the thread of the cutter does. */

export type CutTask = {
  readonly version: number;
  readonly content: Uint8Array;
  readonly issuedInvoiceIds: readonly number[];
};

/** @returns the PDFs one after the other: bytes of their own, which can be handed over. */
export function cut({ version, content, issuedInvoiceIds }: CutTask): Uint8Array[] {
  const packed = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return cutPrint(version, packed, issuedInvoiceIds);
}
