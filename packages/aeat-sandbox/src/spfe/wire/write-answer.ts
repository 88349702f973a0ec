import { escapeXml, branch, leaf } from '../../xml/write-xml.ts';
import { SOAP } from '../../xml/namespaces.ts';
import { AEAT_NIF, EBMS, PARTY_TYPE, type MessageHeader } from './message-header.ts';
import { writeMultipart } from './multipart.ts';

const SANDBOX = 'urn:verifactu-aeat-sandbox';

/** A part of an answer; without a text the header only says what is known of it. */
export type AnswerPart = {
  readonly text: string | null;
  readonly properties?: Readonly<Record<string, string>>;
};

export type Answer = {
  readonly request: MessageHeader;
  readonly service: string;
  readonly action: string;
  /** The number of the message in the log. */
  readonly sequence: number;
  readonly now: number;
  /** The sentence that stands in the header, because this is no answer of AEAT. */
  readonly notice: string;
  readonly parts: readonly AnswerPart[];
};

/** Writes an answer: an envelope with the header and an empty body, and the parts. */
export function writeAnswer(answer: Answer): { readonly contentType: string; readonly body: string } {
  const { sequence, parts } = answer;
  const named = parts.map((part, index) => ({ ...part, id: `part-${index + 1}@aeat-sandbox` }));
  const envelope = {
    id: 'root@aeat-sandbox',
    type: 'text/xml; charset=utf-8',
    text: writeEnvelope(answer, named),
  };
  const written = named.flatMap(({ id, text }) =>
    text === null ? [] : { id, type: 'application/xml', text },
  );
  const texts = written.map(({ text }) => text).join('');
  let boundary = `sandbox-${sequence}`;
  while (texts.includes(boundary)) boundary += '-';
  return writeMultipart(boundary, [envelope, ...written]);
}

function writeEnvelope(answer: Answer, parts: readonly (AnswerPart & { readonly id: string })[]): string {
  const { request, service, action, sequence, now, notice } = answer;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="${SOAP}" xmlns:eb="${EBMS}" ` +
    `xmlns:sandbox="${SANDBOX}"><env:Header>` +
    leaf('sandbox:Notice', notice) +
    branch(
      'eb:Messaging',
      branch(
        'eb:UserMessage',
        branch(
          'eb:MessageInfo',
          leaf('eb:Timestamp', new Date(now).toISOString()),
          leaf('eb:MessageId', `answer-${sequence}-${now}@aeat-sandbox`),
          leaf('eb:RefToMessageId', request.messageId),
        ),
        branch(
          'eb:PartyInfo',
          branch('eb:From', writeParty(AEAT_NIF), leaf('eb:Role', 'responder')),
          branch('eb:To', writeParty(request.from), leaf('eb:Role', 'initiator')),
        ),
        branch(
          'eb:CollaborationInfo',
          leaf('eb:Service', service),
          leaf('eb:Action', action),
          leaf('eb:ConversationId', request.conversationId),
        ),
        branch('eb:PayloadInfo', parts.map(writePartInfo).join('')),
      ),
    ) +
    '</env:Header><env:Body></env:Body></env:Envelope>'
  );
}

function writeParty(nif: string): string {
  return `<eb:PartyId type="${PARTY_TYPE}">${escapeXml(nif)}</eb:PartyId>`;
}

function writePartInfo({ id, text, properties = {} }: AnswerPart & { readonly id: string }): string {
  const written = Object.entries(properties).map(
    ([name, value]) => `<eb:Property name="${name}">${escapeXml(value)}</eb:Property>`,
  );
  const inside = written.length === 0 ? '' : branch('eb:PartProperties', written.join(''));
  return `<eb:PartInfo${text === null ? '' : ` href="cid:${id}"`}>${inside}</eb:PartInfo>`;
}
