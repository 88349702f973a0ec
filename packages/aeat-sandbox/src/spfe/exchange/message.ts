import { decodeMessage } from '../../xml/decode-message.ts';
import type { XmlElement } from '../../xml/element.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { checkElement } from '../../schema/check-element.ts';
import { hashBytes } from '../../registry/hash-bytes.ts';
import type { RawMessage } from '../../http/soap-service.ts';
import type { UniqueCode } from '../book/change.ts';
import { nifOf, sellerNifOf } from '../rules/party-rules.ts';
import { DOCUMENT_TYPES } from '../schema/document-types.ts';
import { readMessageHeader, type MessageHeader } from '../wire/message-header.ts';
import { readMultipart, type MimePart } from '../wire/multipart.ts';
import { FAULTS } from '../wire/refusals.ts';
import { selectAll, textAt } from '../wire/select.ts';
import { SPFE_SERVICES, type SpfeServiceName } from '../wire/service-actions.ts';

/** A document of SendInvoiceSOAP. */
export type SentDocument = {
  /** The Content-ID, which names a document that cannot be read. */
  readonly id: string;
  readonly bytes: number;
  readonly sha256: string;
  /** null if it is not well-formed XML in UTF-8. */
  readonly read: { readonly text: string; readonly root: XmlElement } | null;
  /** null if it lacks a part of it. */
  readonly code: UniqueCode | null;
};

/** An invoice that a message names, with the response that names it. */
export type NamedInvoice = {
  /** null if the reference lacks a part of it. */
  readonly code: UniqueCode | null;
  readonly locator: string | null;
  readonly hasName: boolean;
  /** cac:Response. */
  readonly response: XmlElement;
};

export type SpfeMessage = {
  readonly name: SpfeServiceName;
  readonly header: MessageHeader;
  readonly documents: readonly SentDocument[];
  readonly invoices: readonly NamedInvoice[];
};

const MOST_DOCUMENTS = 100;
const MOST_QUERIES = 1000;

/** Reads a request. @throws MessageFault 1 or 2 if the request is refused as a whole. */
export function readSpfeMessage({ bytes, contentType }: RawMessage, name: SpfeServiceName): SpfeMessage {
  const message = readMultipart(bytes, contentType);
  const envelope = readPart(message.root);
  if (!envelope) throw new MessageFault(FAULTS.malformed, 'Envelope');
  const header = readMessageHeader(envelope.root, message, name);
  const { payload } = header;
  if (name === 'SendInvoiceSOAP') {
    checkCount(payload.length, MOST_DOCUMENTS);
    return { name, header, documents: payload.map(readDocument), invoices: [] };
  }
  if (payload.length !== (name === 'GetRegisteredInvoiceSOAP' ? 0 : 1))
    throw new MessageFault(FAULTS.count, `${payload.length}`);
  const invoices = payload.flatMap(readInvoices);
  if (payload.length > 0)
    checkCount(invoices.length, name === 'GetInvoicesSOAP' ? MOST_QUERIES : MOST_DOCUMENTS);
  return { name, header, documents: [], invoices };
}

/** Whether a message changes the book. */
export function isSubmission(name: SpfeServiceName): boolean {
  return SPFE_SERVICES[name].kind === 'remission';
}

function checkCount(count: number, most: number): void {
  if (count < 1 || count > most) throw new MessageFault(FAULTS.count, `${count}`);
}

function readPart({ bytes, contentType }: MimePart): { text: string; root: XmlElement } | null {
  try {
    const text = decodeMessage(bytes, contentType);
    return { text, root: parseXml(text) };
  } catch (error) {
    if (error instanceof MessageFault) return null;
    throw error;
  }
}

function readDocument(part: MimePart): SentDocument {
  const read = readPart(part);
  const nif = read && sellerNifOf(read.root);
  const number = read && textAt(read.root, 'ID');
  const date = read && textAt(read.root, 'IssueDate');
  return {
    id: part.id,
    bytes: part.bytes.length,
    sha256: hashBytes(part.bytes),
    read,
    code: nif && number && date ? { nif, number, date } : null,
  };
}

function readInvoices(part: MimePart): NamedInvoice[] {
  const { name, namespace, type } = DOCUMENT_TYPES.message;
  const root = readPart(part)?.root;
  if (root?.name !== name || root.namespace !== namespace) throw new MessageFault(FAULTS.malformed, name);
  const [finding] = checkElement(root, type);
  if (finding) throw new MessageFault(FAULTS.malformed, `${finding.within}/${finding.field}`);
  return selectAll(root, 'DocumentResponse').flatMap((entry) => {
    const [response] = selectAll(entry, 'Response');
    return selectAll(entry, 'DocumentReference').map((reference) => readReference(reference, response!));
  });
}

function readReference(reference: XmlElement, response: XmlElement): NamedInvoice {
  const [issuer] = selectAll(reference, 'IssuerParty');
  const nif = issuer ? nifOf(issuer) : null;
  const number = textAt(reference, 'ID');
  const date = textAt(reference, 'IssueDate');
  return {
    code: nif && number && date ? { nif, number, date } : null,
    locator: textAt(reference, 'ReferencedDocumentInternalAddress'),
    hasName: textAt(reference, 'IssuerParty/PartyLegalEntity/RegistrationName') !== null,
    response,
  };
}
