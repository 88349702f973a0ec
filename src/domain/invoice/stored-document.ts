import {
  DOCUMENT_VERSION,
  DOCUMENT_VERSIONS,
  type DocumentVersion,
  RECIPIENT_DOCUMENT_TYPES,
} from '../../contracts/codes.ts';
import { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { REFERENCES } from '../../contracts/v2/reference-members.ts';
import { LINE_TEXTS } from '../../contracts/v2/line-members.ts';

/**
 * A document without its lines, which make up most of it. It contains the data that is registered
 * and looked up.
 */
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
 * Returns the lowest version that has all members and codes of a document. A document with only the
 * members of version 1 keeps the bytes that version 1 gave it, and earlier releases can read it.
 */
export function findVersion(document: InvoiceDocument): DocumentVersion {
  const ofTexts = findVersionOfTexts(document);
  const ofOthers = findVersionOfOthers(document);
  return ofTexts > ofOthers ? ofTexts : ofOthers;
}

const LATER_REFERENCES = REFERENCES.filter(({ since }) => since > 2);
const LATER_LINE_TEXTS = LINE_TEXTS.filter(({ since }) => since > 2);

/**
 * Returns the version that added the newest of the texts that are only passed on; 1 without those
 * of later versions than 2.
 */
function findVersionOfTexts({ references = {}, lines }: InvoiceDocument): DocumentVersion {
  let version: DocumentVersion = 1;
  const consider = (texts: typeof LATER_REFERENCES | typeof LATER_LINE_TEXTS, holder: object): void => {
    for (const { stored, since } of texts) if (stored in holder && since > version) version = since;
  };
  consider(LATER_REFERENCES, references);
  if (LATER_LINE_TEXTS.length > 0) for (const line of lines) consider(LATER_LINE_TEXTS, line);
  return version;
}

function findVersionOfOthers(document: InvoiceDocument): DocumentVersion {
  if (hasFifthMembers(document)) return 5;
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

/** Returns whether a document has a member that version 5 added. */
function hasFifthMembers(document: InvoiceDocument): boolean {
  const { lines, allowances = [], recipient, otherRecipients = [], payment } = document;
  return (
    payment?.paidOn !== undefined ||
    document.reimbursableExpenses !== undefined ||
    document.billingAuthorisations !== undefined ||
    document.spfeChannel !== undefined ||
    lines.some(({ withholdingConcept }) => withholdingConcept !== undefined) ||
    recipient?.isBusiness !== undefined ||
    otherRecipients.some(({ isBusiness }) => isBusiness !== undefined) ||
    lines.some(({ supply, property }) => supply !== undefined || property !== undefined) ||
    allowances.some(({ supply, taxCode }) => supply !== undefined || taxCode !== undefined)
  );
}

/** Returns whether a document has a member that version 4 added. */
function hasFourthMembers({ issuer, recipient, otherRecipients = [] }: InvoiceDocument): boolean {
  return [issuer, recipient, ...otherRecipients].some((party) => party?.personName !== undefined);
}

/** Returns whether a document has a member that version 3 added. */
function hasThirdMembers(document: InvoiceDocument): boolean {
  const { recipient, otherRecipients = [], delivery, payee, payment, lines } = document;
  return (
    delivery !== undefined ||
    payee !== undefined ||
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
 * Issued documents are never rewritten, and every release reads the documents of all earlier
 * releases (ops/adr/0013). A change of the document's content requires a new version in
 * `DOCUMENT_VERSIONS` and a golden file in test/golden/documents. So far every version only added
 * optional members or codes, so that a document of an earlier version is also one of the current
 * type.
 */

const VERSIONS: ReadonlySet<unknown> = new Set(DOCUMENT_VERSIONS);

/**
 * Reads an issued document of any version up to the current one. No other function reads stored
 * documents.
 * @throws Error if a newer release wrote the document: this release would omit unknown data from a
 * page or a record.
 */
export function readDocument(text: string): InvoiceDocument {
  const stored = JSON.parse(text) as InvoiceDocument;
  const { version } = stored;
  if (VERSIONS.has(version)) return stored;
  throw new Error(
    `The issued document of invoice ${stored.number} has version ${JSON.stringify(version)}, which this release does not know (1 to ${DOCUMENT_VERSION}): a newer release wrote it, and only such a release can render or correct it`,
  );
}
