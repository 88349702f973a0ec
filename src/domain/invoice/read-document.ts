import { DOCUMENT_VERSION, type InvoiceDocument } from '../../contracts/invoice-document.ts';

/*
 * Issued documents are kept as they were written, for ever, and every release reads those of all releases before it (ops/adr/0034). Whoever
 * changes what a document says adds a version: its number in the contract, its line here, and a golden file of it in test/golden/documents.
 */

type Stored = Omit<InvoiceDocument, 'version'> & { readonly version?: unknown };

/** How a document of each version becomes what today's code reads: what it lacks gets the value that it was issued with. */
const COMPLETE: ReadonlyMap<unknown, (stored: Stored) => InvoiceDocument> = new Map([
  // Net amounts of lines may have up to six decimals. They are printed as they were issued.
  [1, (stored) => ({ ...stored, version: 1, addressee: null })],
  // Who is not identified is not named.
  [2, (stored) => ({ ...stored, version: 2, addressee: null })],
  [DOCUMENT_VERSION, (stored) => stored as InvoiceDocument],
]);

/**
 * Reads an issued document, whatever release wrote it. Nothing else reads one, but for `type`, `operationDate` and `issuer.name` in SQL, which
 * are where they are in every version.
 * @throws where a newer release wrote it: what this one does not know it would leave out of a page or a record.
 */
export function readDocument(text: string): InvoiceDocument {
  const stored = JSON.parse(text) as Stored;
  // The first version had no such member.
  const version = 'version' in stored ? stored.version : 1;
  const complete = COMPLETE.get(version);
  if (complete === undefined) {
    throw new Error(
      `The issued document of invoice ${stored.number} has version ${JSON.stringify(version)}, which this release does not know (1 to ${DOCUMENT_VERSION}): a newer release wrote it, and prints and corrects it`,
    );
  }
  return complete(stored);
}
