import { DOCUMENT_VERSION, type InvoiceDocument } from '../../contracts/invoice-document.ts';

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

/*
 * Issued documents are never rewritten, and every release reads those of all earlier releases (ops/adr/0013). Whoever
 * changes what a document says adds a version: its number in the contract, its line here, and a golden file of it in test/golden/documents.
 */

type Stored = Omit<InvoiceDocument, 'version'> & { readonly version?: unknown };

/** How a stored document of each version becomes what today's code reads. A later version adds a line for each version before it. */
const COMPLETE: ReadonlyMap<unknown, (stored: Stored) => InvoiceDocument> = new Map([
  [DOCUMENT_VERSION, (stored) => stored as InvoiceDocument],
]);

/**
 * Reads an issued document, whatever release wrote it. Nothing else reads one.
 * @throws where a newer release wrote it: what this one does not know it would leave out of a page or a record.
 */
export function readDocument(text: string): InvoiceDocument {
  const stored = JSON.parse(text) as Stored;
  const { version } = stored;
  const complete = COMPLETE.get(version);
  if (complete === undefined) {
    throw new Error(
      `The issued document of invoice ${stored.number} has version ${JSON.stringify(version)}, which this release does not know (1 to ${DOCUMENT_VERSION}): a newer release wrote it, and render batches and corrects it`,
    );
  }
  return complete(stored);
}
