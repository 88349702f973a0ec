import { RECIPIENT_DOCUMENT_TYPES } from '../../contracts/codes.ts';
import { DOCUMENT_VERSION, InvoiceDocument } from '../../contracts/invoice-document.ts';

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

/** The members that version 1 of the document has at its top level. Only these are required. */
const FIRST_MEMBERS: ReadonlySet<string> = new Set(InvoiceDocument.required);
const FIRST_OF_TOTALS: ReadonlySet<string> = new Set(InvoiceDocument.properties.totals.required);
const FIRST_OF_LINES: ReadonlySet<string> = new Set(InvoiceDocument.properties.lines.items.required);
const FIRST_OF_RECIPIENTS: ReadonlySet<string> = new Set(
  InvoiceDocument.properties.recipient.anyOf[0].required,
);
const FIRST_DOCUMENT_TYPES: ReadonlySet<string> = new Set(RECIPIENT_DOCUMENT_TYPES);

/**
 * Returns the lowest version that has all members and codes of a document. A document with only the members of version 1 keeps the bytes that version 1
 * gave it, and earlier releases can read it.
 */
export function findVersion(document: InvoiceDocument): InvoiceDocument['version'] {
  if (hasFourthMembers(document)) return 4;
  if (hasThirdMembers(document)) return 3;
  const isFirst =
    hasOnly(document, FIRST_MEMBERS) &&
    hasOnly(document.totals, FIRST_OF_TOTALS) &&
    document.lines.every((line) => hasOnly(line, FIRST_OF_LINES) && isFirstKey(line)) &&
    document.paymentMethod !== 'direct_debit' &&
    (document.recipient === null ||
      (FIRST_DOCUMENT_TYPES.has(document.recipient.documentType) &&
        hasOnly(document.recipient, FIRST_OF_RECIPIENTS)));
  return isFirst ? 1 : 2;
}

/** Returns whether a document has a member that version 4 added. */
function hasFourthMembers({ issuer, recipient, otherRecipients = [] }: InvoiceDocument): boolean {
  return [issuer, recipient, ...otherRecipients].some((party) => party?.personName !== undefined);
}

/** Returns whether a document has a member that version 3 added. */
function hasThirdMembers(document: InvoiceDocument): boolean {
  const { recipient, otherRecipients = [], references, delivery, payee, payment, lines } = document;
  return (
    delivery !== undefined ||
    payee !== undefined ||
    references?.accounting !== undefined ||
    payment?.reference !== undefined ||
    recipient?.contact !== undefined ||
    otherRecipients.some(({ contact }) => contact !== undefined) ||
    lines.some(({ charges, secondHandKind }) => charges !== undefined || secondHandKind !== undefined)
  );
}

/** Version 1 of the document has regimes and exemptions only for the IVA. */
function isFirstKey({ taxType, regime, exemptionCode }: InvoiceDocument['lines'][number]): boolean {
  return taxType === 'iva'
    ? true
    : taxType !== 'oss' && (regime === '01' || regime === null) && exemptionCode === null;
}

function hasOnly(value: object, members: ReadonlySet<string>): boolean {
  for (const member in value) if (!members.has(member)) return false;
  return true;
}

/*
 * Issued documents are never rewritten, and every release reads the documents of all earlier releases (ops/adr/0013). A change of the
 * document's content requires a new version: its number in the contract, an entry here, and a golden file in test/golden/documents.
 */

type Stored = Omit<InvoiceDocument, 'version'> & { readonly version?: unknown };

/** Converts a stored document of each version to the current type. A later version adds an entry for each version before it. */
const COMPLETE: ReadonlyMap<unknown, (stored: Stored) => InvoiceDocument> = new Map([
  // Versions 2 to 4 added optional members, and version 2 further codes.
  [1, (stored) => stored as InvoiceDocument],
  [2, (stored) => stored as InvoiceDocument],
  [3, (stored) => stored as InvoiceDocument],
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
