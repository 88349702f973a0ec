import { DOCUMENT_VERSION, type InvoiceDocument } from '../../contracts/invoice-document.ts';

/** A document without its lines, which make up most of it. It contains the data that is registered and looked up. */
export type DocumentHead = Omit<InvoiceDocument, 'lines'>;

/** An issued invoice with its serialized text. */
export type WrittenInvoice = {
  readonly document: DocumentHead;
  /** The whole InvoiceDocument as JSON. */
  readonly text: string;
};

/** Serializes a document and returns its text with its head. */
export function writeInvoice(document: InvoiceDocument): WrittenInvoice {
  const { lines: _lines, ...head } = document;
  return { document: head, text: JSON.stringify(document) };
}

/*
 * Issued documents are never rewritten, and every release reads the documents of all earlier releases (ops/adr/0013). A change of the
 * document's content requires a new version: its number in the contract, an entry here, and a golden file in test/golden/documents.
 */

type Stored = Omit<InvoiceDocument, 'version'> & { readonly version?: unknown };

/** Converts a stored document of each version to the current type. A later version adds an entry for each version before it. */
const COMPLETE: ReadonlyMap<unknown, (stored: Stored) => InvoiceDocument> = new Map([
  [DOCUMENT_VERSION, (stored) => stored as InvoiceDocument],
]);

/**
 * Reads an issued document of any version up to the current one. No other function reads stored documents.
 * @throws Error if a newer release wrote the document: this release would omit unknown data from a page or a record.
 */
export function readDocument(text: string): InvoiceDocument {
  const stored = JSON.parse(text) as Stored;
  const { version } = stored;
  const complete = COMPLETE.get(version);
  if (complete === undefined) {
    throw new Error(
      `The issued document of invoice ${stored.number} has version ${JSON.stringify(version)}, which this release does not know (1 to ${DOCUMENT_VERSION}): a newer release wrote it, and only such a release can render or correct it`,
    );
  }
  return complete(stored);
}
