import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { limitText, readCsv, readWord } from 'verifactu-protocol/remission/read-fields';
import {
  findChild,
  findChildren,
  findText,
  isNamed,
  type XmlElement,
} from 'verifactu-protocol/remission/xml-element';
import { DOCUMENT_STATUS } from './namespaces.ts';
import { keyOf } from './unique-code.ts';

/*
 * What the SPFE answers: a DocumentStatus of UBL 2.5. AEAT has published neither its shape nor its
 * codes; this is the reading of slides that the stand-in shares. What is absent or has another form is
 * null, and a document without its unique code or its status counts as unread.
 */

/** How the SPFE answers about one document. */
export type DocumentAnswer = InvoiceIdentity & {
  /** `200`, or a code like `SPFE-GEN-05`. */
  readonly status: string;
  readonly text: string | null;
  /** AEAT's reference of the stored document. */
  readonly localizador: string | null;
};

/** The answer to documents or a message: 200 takes all, 206 some, 400 none. */
export type SubmissionAnswer = {
  /** The acknowledgement (art. 5.4). */
  readonly csv: string | null;
  readonly code: 200 | 206 | 400;
  readonly documents: readonly DocumentAnswer[];
  /** Number of documents that could not be read. They count as not answered. */
  readonly unread: number;
};

/** An event of an invoice that the SPFE knows, of its recipient or its issuer. */
export type FoundEvent = {
  /** As in Annex II: `PAYMENT`, `REJECTION`, `SETTLEMENT`… */
  readonly code: string;
  /** Days are `YYYY-MM-DD`. */
  readonly effectiveOn: string | null;
  readonly dueOn: string | null;
  readonly goodsReceivedOn: string | null;
  readonly invoiceReceivedOn: string | null;
  /** `01` commercial, `02` private use. */
  readonly reason: string | null;
  readonly isFinanced: boolean;
  readonly isCorrected: boolean;
  readonly isNegative: boolean;
};

/** A document as the SPFE has it. */
export type FoundDocument = DocumentAnswer & {
  readonly kind: 'original' | 'copy' | null;
  /** The CSV under which it was taken. */
  readonly csv: string | null;
  readonly events: readonly FoundEvent[];
};

/** A page of documents. */
export type FoundAnswer = {
  /** The identifier of the answer itself; null if it cannot be read. */
  readonly id: string | null;
  readonly documents: readonly FoundDocument[];
  /** The key of the next page; null on the last one. */
  readonly next: string | null;
  /** Whether all of it could be read. If not, documents that it does not show may exist. */
  readonly isWhole: boolean;
};

/**
 * The statuses of a document whose meaning decides what happens. All others refuse it. Those with
 * `SPFE-GEN` are codes of the stand-in.
 */
export const STATUS = {
  /** It was taken, or is there. */
  taken: '200',
  unknown: 'SPFE-GEN-04',
  /** A copy, or an original, with this unique code is there (art. 5.5). */
  copyExists: 'SPFE-GEN-05',
  originalExists: 'SPFE-GEN-06',
  withdrawn: 'SPFE-GEN-09',
  alreadyReported: 'SPFE-GEN-10',
  nothingToCancel: 'SPFE-GEN-11',
} as const;

const CODES = { 200: 200, 206: 206, 400: 400 } as const;
const KINDS = { original: 'original', copy: 'copy' } as const;
const HAS_NEXT = { MORE: true, LAST: false } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The status of a document: `200`, or a code of AEAT. */
const WORD = /^[A-Z0-9][A-Z0-9-]{0,39}$/;
/** An opaque text: a localizador or the key of a page. */
const OPAQUE = /^[\u0021-\u007E]{1,500}$/;

/** Reads the answer to documents or a message. @returns null if it is none. */
export function readSubmission(root: XmlElement): SubmissionAnswer | null {
  const response = openStatus(root);
  const code = readWord(CODES, findText(findChild(response, 'Response'), 'ResponseCode'));
  if (code === null) return null;
  const rows = findChildren(response, 'DocumentReference');
  const documents = rows.map(readDocument).filter((each) => each !== null);
  return { csv: readCsv(findText(root, 'ID')), code, documents, unread: rows.length - documents.length };
}

/** Reads the answer to a query. @returns null if it is none. */
export function readFound(root: XmlElement): FoundAnswer | null {
  const response = openStatus(root);
  const head = findChild(response, 'Response');
  if (readWord(CODES, findText(head, 'ResponseCode')) === null) return null;
  const page = findChild(head, 'Status');
  const hasNext = page === undefined ? false : readWord(HAS_NEXT, findText(page, 'StatusReasonCode'));
  const next = hasNext === true ? matching(OPAQUE, findText(page, 'SequenceID')) : null;
  const additional = findChildren(root, 'AdditionalDocumentResponse');
  const events = additional.flatMap(readEvents);
  const byInvoice = Map.groupBy(events, ({ key }) => key);
  const rows = findChildren(response, 'DocumentReference').filter((row) => !isPlaceholder(row));
  const documents = rows.flatMap((row) => readFoundDocument(row, byInvoice));
  const isWhole =
    documents.length === rows.length &&
    events.length ===
      additional.reduce((sum, each) => sum + findChildren(each, 'DocumentReference').length, 0) &&
    hasNext === (next !== null);
  return { id: readCsv(findText(root, 'ID')), documents, next, isWhole };
}

function openStatus(root: XmlElement): XmlElement | undefined {
  return isNamed(root, { namespace: DOCUMENT_STATUS, name: 'DocumentStatus' })
    ? findChild(root, 'DocumentResponse')
    : undefined;
}

/** Reads the unique code of a DocumentReference. */
function readCode(row: XmlElement): InvoiceIdentity | null {
  const number = findText(row, 'ID');
  const issueDate = matching(DAY, findText(row, 'IssueDate'));
  const issuer = findChild(row, 'IssuerParty');
  const issuerNif = findText(findChild(issuer, 'PartyTaxScheme'), 'CompanyID');
  return number === null || issueDate === null || issuerNif === null
    ? null
    : { issuerNif, number, issueDate };
}

function readDocument(row: XmlElement): DocumentAnswer | null {
  const code = readCode(row);
  const status = matching(WORD, findText(row, 'DocumentStatusCode'));
  if (code === null || status === null) return null;
  return {
    ...code,
    status,
    text: limitText(findText(row, 'DocumentDescription')),
    localizador: matching(OPAQUE, findText(row, 'ReferencedDocumentInternalAddress')),
  };
}

/** UBL demands a reference, so an answer without documents has one that names none. */
function isPlaceholder(row: XmlElement): boolean {
  return (
    findText(row, 'DocumentStatusCode') === STATUS.unknown &&
    findChild(row, 'IssueDate') === undefined &&
    findChild(row, 'IssuerParty') === undefined
  );
}

type EventOf = { readonly key: string; readonly event: FoundEvent };

function readFoundDocument(
  row: XmlElement,
  events: ReadonlyMap<string, readonly EventOf[]>,
): FoundDocument[] {
  const document = readDocument(row);
  if (document === null) return [];
  return [
    {
      ...document,
      kind: readWord(KINDS, findText(row, 'DocumentTypeCode')),
      csv: readCsv(findText(row, 'UUID')),
      events: (events.get(keyOf(document)) ?? []).map(({ event }) => event),
    },
  ];
}

/** Reads what one AdditionalDocumentResponse says of its invoices. */
function readEvents(element: XmlElement): EventOf[] {
  const response = findChild(element, 'Response');
  const code = matching(WORD, findText(response, 'ResponseCode'));
  if (code === null) return [];
  const statuses = findChildren(response, 'Status');
  const hasReason = (reason: string) => statuses.some((each) => findText(each, 'StatusReason') === reason);
  const find = (name: string) =>
    statuses.find((each) => findText(findChild(each, 'Condition'), 'AttributeID') === name);
  const dayOf = (name: string) => matching(DAY, findText(find(name), 'ReferenceDate'));
  const event: FoundEvent = {
    code,
    effectiveOn: matching(DAY, findText(response, 'EffectiveDate')),
    dueOn: dayOf('DueDate'),
    goodsReceivedOn: dayOf('ShipmentDate'),
    invoiceReceivedOn: dayOf('ReceptionDate'),
    reason: matching(
      WORD,
      statuses.map((each) => findText(each, 'ConditionCode')).find((text) => text) ?? null,
    ),
    isFinanced: find('FinancingArrangement') !== undefined,
    isCorrected: hasReason('CorrectedInvoice'),
    isNegative: hasReason('NegativeAmountInvoice'),
  };
  return findChildren(element, 'DocumentReference').flatMap((row) => {
    const invoice = readCode(row);
    return invoice === null ? [] : [{ key: keyOf(invoice), event }];
  });
}

function matching(pattern: RegExp, text: string | null): string | null {
  return text !== null && pattern.test(text) ? text : null;
}
