import type { InvoiceDocument } from '../../contracts/invoice-document.ts';

/** A document without its lines, which are most of it: what is registered and looked up. */
export type DocumentHead = Omit<InvoiceDocument, 'lines'>;

/** An invoice as it is issued, written out. */
export type WrittenInvoice = {
  readonly document: DocumentHead;
  /** The whole InvoiceDocument as JSON. */
  readonly text: string;
};

/** Writes a document out, and keeps of it what is needed beside its text. */
export function writeInvoice(document: InvoiceDocument): WrittenInvoice {
  const { lines: _lines, ...head } = document;
  return { document: head, text: JSON.stringify(document) };
}
