import { escapeXml, SOAP } from 'verifactu-protocol/records/xml';
import { limitText } from 'verifactu-protocol/remission/read-fields';
import { findChild, findText, isNamed, type XmlElement } from 'verifactu-protocol/remission/xml-element';
import { buildDocumentWriter, constant, each, leaf, parent, type Part } from '../../xml/parts.ts';
import { MESSAGE_RECEIVER } from '../../einvoice/spfe/switches.ts';
import { EBMS } from './namespaces.ts';

/*
 * The SOAP 1.1 envelope with the head of ebMS 3.0. AEAT has published no WSDL: this is the reading of
 * slides that the stand-in shares, and no statement about AEAT's service.
 */

/** The services, by the name of their address. */
export const SERVICES = {
  SendInvoiceSOAP: { service: 'submitinvoice', action: 'SubmitInvoice' },
  CancelInvoiceSOAP: { service: 'cancelinvoice', action: 'CANCELINVOICE' },
  GetInvoicesSOAP: { service: 'queryinvoice', action: 'QUERYBYID' },
  GetRegisteredInvoiceSOAP: { service: 'queryinvoices', action: 'QUERYBYFILTER' },
  DownloadInvoicesByIDSOAP: { service: 'downloadinvoice', action: 'DOWNLOADBYID' },
  SupplierInvoiceEventsSOAP: { service: 'submitaction', action: 'AccountingSupplierPartyAction' },
} as const;
export type ServiceName = keyof typeof SERVICES;

export type EnvelopeInput = {
  readonly service: ServiceName;
  /** Of this message, unique: `<uuid>@host`. */
  readonly messageId: string;
  readonly conversationId: string;
  readonly sentAt: Date;
  /** The NIF of the holder of the certificate. */
  readonly from: string;
  /** Of a query by filter. */
  readonly properties: Readonly<Record<string, string>>;
  /** The Content-IDs of the documents, in their order. */
  readonly parts: readonly string[];
};

/** What the envelope of an answer says. */
export type Envelope =
  | {
      readonly kind: 'message';
      /** The id of the message that it answers; null if it names none. */
      readonly refersTo: string | null;
    }
  | {
      readonly kind: 'fault';
      /** Whether it blames the message, so that nothing of it was taken. */
      readonly isRefusal: boolean;
      readonly code: string | null;
      readonly text: string | null;
    };

const PARTY_TYPE = 'urn:oasis:names:tc:ebcore:partyid-type:iso6523:9920';
const party = (name: string, role: string, read: (input: EnvelopeInput) => string): Part<EnvelopeInput> =>
  parent(name, leaf('eb:PartyId', read, { type: PARTY_TYPE }), constant('eb:Role', EBMS + role));

type Property = readonly [name: string, value: string];

const write = buildDocumentWriter<EnvelopeInput>(
  'soapenv:Envelope',
  { soapenv: SOAP, eb: EBMS },
  parent(
    'soapenv:Header',
    parent(
      'eb:Messaging',
      parent(
        'eb:UserMessage',
        parent(
          'eb:MessageInfo',
          leaf('eb:Timestamp', ({ sentAt }) => sentAt.toISOString()),
          leaf('eb:MessageId', ({ messageId }) => messageId),
        ),
        parent(
          'eb:PartyInfo',
          party('eb:From', 'initiator', ({ from }) => from),
          party('eb:To', 'responder', () => MESSAGE_RECEIVER.nif),
        ),
        parent(
          'eb:CollaborationInfo',
          leaf('eb:Service', ({ service }) => SERVICES[service].service),
          leaf('eb:Action', ({ service }) => SERVICES[service].action),
          leaf('eb:ConversationId', ({ conversationId }) => conversationId),
        ),
        parent(
          'eb:MessageProperties',
          each<EnvelopeInput, Property>(
            ({ properties }) => Object.entries(properties),
            leaf('eb:Property', ([, value]) => value, { name: ([name]) => name }),
          ),
        ),
        parent(
          'eb:PayloadInfo',
          each<EnvelopeInput, string>(
            ({ parts }) => parts,
            (id) => `<eb:PartInfo href="cid:${escapeXml(id)}"/>`,
          ),
        ),
      ),
    ),
  ),
  () => '<soapenv:Body/>',
);

/** Writes the envelope of a message. */
export function writeEnvelope(input: EnvelopeInput): string {
  return write(input, '');
}

/** Codes of SOAP 1.1 and 1.2 that blame the message. With another one it may have been taken. */
const REFUSALS = new Set(['Client', 'Sender', 'VersionMismatch', 'MustUnderstand']);
/** A code of AEAT for a refused message. */
const FAULT_CODE = /\bSPFE-[A-Z]{1,20}-\d{1,4}\b/;

/** Reads the envelope of an answer, by local names. @returns null if it is no envelope of SOAP. */
export function readEnvelope(root: XmlElement): Envelope | null {
  const body = findChild(root, 'Body');
  if (root.name !== 'Envelope' || body === undefined) return null;
  const fault = findChild(body, 'Fault');
  if (fault !== undefined) return readFault(fault);
  const messaging = findChild(findChild(root, 'Header'), 'Messaging');
  if (messaging === undefined || !isNamed(messaging, { namespace: EBMS, name: 'Messaging' })) return null;
  const info = findChild(findChild(messaging, 'UserMessage'), 'MessageInfo');
  return { kind: 'message', refersTo: findText(info, 'RefToMessageId') };
}

function readFault(fault: XmlElement): Envelope {
  const code = findText(fault, 'faultcode') ?? findText(findChild(fault, 'Code'), 'Value') ?? '';
  const text = findText(fault, 'faultstring') ?? findText(findChild(fault, 'Reason'), 'Text');
  const [main = ''] = code.slice(code.indexOf(':') + 1).split('.');
  const own = FAULT_CODE.exec(code) ?? FAULT_CODE.exec(text ?? '') ?? FAULT_CODE.exec(listText(fault));
  return {
    kind: 'fault',
    isRefusal: REFUSALS.has(main),
    code: own?.[0] ?? (code === '' ? null : code.slice(0, 60)),
    text: limitText(text),
  };
}

/** The text of an element and of those in it. */
function listText({ text, children }: XmlElement): string {
  return [text, ...children.map(listText)].join(' ');
}
