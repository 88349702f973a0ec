import type { XmlElement } from '../../xml/element.ts';
import { MessageFault } from '../../xml/message-fault.ts';
import { SOAP } from '../../xml/namespaces.ts';
import type { MimeMessage, MimePart } from './multipart.ts';
import { FAULTS } from './refusals.ts';
import { attributeOf, selectAll, textAt } from './select.ts';
import { SPFE_SERVICES, type SpfeServiceName } from './service-actions.ts';

export const EBMS = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/';
/** The NIF of the AEAT, to which every message goes. */
export const AEAT_NIF = 'Q2826000H';
/** ISO 6523 with the code of the Spanish NIF. */
export const PARTY_TYPE = 'urn:oasis:names:tc:ebcore:partyid-type:iso6523:9920';

/** What the header of a message says (ebMS 3.0). */
export type MessageHeader = {
  readonly messageId: string;
  readonly conversationId: string;
  /** The NIF of the sender. */
  readonly from: string;
  readonly properties: ReadonlyMap<string, string>;
  /** The parts that the header lists, in its order. */
  readonly payload: readonly MimePart[];
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads the header of a SOAP 1.1 envelope with an empty body.
 * @throws MessageFault 2 with the element that is missing or wrong.
 */
export function readMessageHeader(
  envelope: XmlElement,
  { parts }: MimeMessage,
  name: SpfeServiceName,
): MessageHeader {
  const message = openEnvelope(envelope);
  const read = (path: string): string => {
    const text = textAt(message, path)?.trim() ?? '';
    return text === '' ? refuse(path) : text;
  };
  if (!INSTANT.test(read('MessageInfo/Timestamp'))) refuse('MessageInfo/Timestamp');
  const { service, action } = SPFE_SERVICES[name];
  if (read('CollaborationInfo/Service') !== service) refuse('CollaborationInfo/Service');
  if (read('CollaborationInfo/Action') !== action) refuse('CollaborationInfo/Action');
  checkParty(message, 'PartyInfo/From', 'initiator');
  checkParty(message, 'PartyInfo/To', 'responder');
  if (read('PartyInfo/To/PartyId') !== AEAT_NIF) refuse('PartyInfo/To/PartyId');
  const payload = selectAll(message, 'PayloadInfo/PartInfo').map((part) => findPart(part, parts));
  if (payload.length !== parts.length || new Set(payload).size < parts.length) refuse('PayloadInfo');
  return {
    messageId: read('MessageInfo/MessageId'),
    conversationId: read('CollaborationInfo/ConversationId'),
    from: read('PartyInfo/From/PartyId'),
    properties: readProperties(message),
    payload,
  };
}

function openEnvelope(envelope: XmlElement): XmlElement {
  if (envelope.name !== 'Envelope' || envelope.namespace !== SOAP) refuse('Envelope');
  const [body, ...more] = selectAll(envelope, 'Body');
  if (!body || body.namespace !== SOAP || more.length > 0 || body.children.length > 0) refuse('Body');
  const messages = selectAll(envelope, 'Header/Messaging').filter(({ namespace }) => namespace === EBMS);
  const found = messages.flatMap((messaging) => selectAll(messaging, 'UserMessage'));
  return found.length === 1 && found[0]!.namespace === EBMS ? found[0]! : refuse('UserMessage');
}

function checkParty(message: XmlElement, path: string, role: string): void {
  const ids = selectAll(message, `${path}/PartyId`);
  if (ids.length !== 1 || attributeOf(ids[0]!, 'type') !== PARTY_TYPE) refuse(`${path}/PartyId`);
  // ebMS has a URL whose last segment is the role.
  const stated = textAt(message, `${path}/Role`)?.trim().split('/').at(-1);
  if (stated !== role) refuse(`${path}/Role`);
}

function readProperties(message: XmlElement): ReadonlyMap<string, string> {
  const pairs = selectAll(message, 'MessageProperties/Property').map((property): [string, string] => [
    attributeOf(property, 'name') ?? '',
    property.text.trim(),
  ]);
  const properties = new Map(pairs);
  return properties.size < pairs.length || properties.has('') ? refuse('MessageProperties') : properties;
}

function findPart(info: XmlElement, parts: readonly MimePart[]): MimePart {
  const href = attributeOf(info, 'href') ?? '';
  const part = parts.find(({ id }) => href === `cid:${id}` || href === `cid:${encodeURIComponent(id)}`);
  return part ?? refuse(`PartInfo ${href}`);
}

function refuse(detail: string): never {
  throw new MessageFault(FAULTS.malformed, detail);
}
