import {
  openAeatSandbox,
  type AeatSandbox,
  type AeatSandboxOptions,
} from '../../../src/open-aeat-sandbox.ts';
import { SPFE_SERVICES, type SpfeServiceName } from '../../../src/spfe/wire/service-actions.ts';
import { escapeXml } from '../../../src/xml/write-xml.ts';
import { post, textsOf, type Reply } from '../../support/sandbox.ts';
import { NOW, SELLER, writeInvoice, type Draft, type Edit } from './write-invoice.ts';
import { writeApplicationResponse, type Named } from './write-message.ts';

/** Opens a stand-in on a free port that stores nothing on disk, on the day of the test invoices. */
export function openSpfe(options: AeatSandboxOptions = {}): Promise<AeatSandbox> {
  return openAeatSandbox({ port: 0, now: () => NOW, ...options });
}

export type Request = {
  readonly parts?: readonly string[];
  readonly from?: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** Replacements in the envelope, and in the whole body. */
  readonly envelope?: readonly Edit[];
  readonly body?: readonly Edit[];
  readonly isMtom?: boolean;
  readonly contentType?: string;
};

const PARTY = 'type="urn:oasis:names:tc:ebcore:partyid-type:iso6523:9920"';
const change = (text: string, edits: readonly Edit[] = []) =>
  edits.reduce((edited, [find, put]) => {
    if (!edited.includes(find)) throw new Error(`The message has no ${find}`);
    return edited.replace(find, put);
  }, text);

/** Writes the body of a request and its Content-Type. */
export function writeRequest(name: SpfeServiceName, request: Request): { body: string; contentType: string } {
  const { parts = [], from = SELLER, properties = {}, isMtom = false } = request;
  const { service, action } = SPFE_SERVICES[name];
  const type = isMtom ? 'application/xop+xml' : 'text/xml';
  const envelope = change(
    '<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/">' +
      '<s:Header><eb:Messaging><eb:UserMessage><eb:MessageInfo><eb:Timestamp>2027-11-30T11:00:00Z</eb:Timestamp><eb:MessageId>m-1@test</eb:MessageId></eb:MessageInfo>' +
      `<eb:PartyInfo><eb:From><eb:PartyId ${PARTY}>${from}</eb:PartyId><eb:Role>initiator</eb:Role></eb:From><eb:To><eb:PartyId ${PARTY}>Q2826000H</eb:PartyId><eb:Role>responder</eb:Role></eb:To></eb:PartyInfo>` +
      `<eb:CollaborationInfo><eb:Service>${service}</eb:Service><eb:Action>${action}</eb:Action><eb:ConversationId>c-1</eb:ConversationId></eb:CollaborationInfo>` +
      `<eb:MessageProperties>${Object.entries(properties)
        .map(([key, value]) => `<eb:Property name="${key}">${escapeXml(value)}</eb:Property>`)
        .join('')}</eb:MessageProperties>` +
      `<eb:PayloadInfo>${parts.map((_, index) => `<eb:PartInfo href="cid:p${index}@test"/>`).join('')}</eb:PayloadInfo>` +
      '</eb:UserMessage></eb:Messaging></s:Header><s:Body/></s:Envelope>',
    request.envelope,
  );
  const rootType = isMtom ? `${type}; charset=UTF-8; type="text/xml"` : `${type}; charset=utf-8`;
  const part = (id: string, contentType: string, text: string) =>
    `--b0\r\nContent-Type: ${contentType}\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: binary\r\n\r\n${text}\r\n`;
  const body = `${part('root@test', rootType, envelope)}${parts
    .map((text, index) => part(`p${index}@test`, 'application/xml', text))
    .join('')}--b0--\r\n`;
  return {
    body: change(body, request.body),
    contentType:
      request.contentType ?? `multipart/related; type="${type}"; start="<root@test>"; boundary="b0"`,
  };
}

export function call({ spfeUrl }: AeatSandbox, name: SpfeServiceName, request: Request): Promise<Reply> {
  const { body, contentType } = writeRequest(name, request);
  return post(`${spfeUrl}/${name}`, body, { 'content-type': contentType });
}

/** Sends invoices. @returns the text of the answer. */
export async function submit(sandbox: AeatSandbox, drafts: readonly Draft[], from = SELLER): Promise<string> {
  return (await call(sandbox, 'SendInvoiceSOAP', { parts: drafts.map(writeInvoice), from })).text;
}

/** Sends a message about invoices, or asks for them. */
export async function tell(
  sandbox: AeatSandbox,
  name: SpfeServiceName,
  invoices: readonly Named[],
  from = SELLER,
): Promise<string> {
  return (await call(sandbox, name, { parts: [writeApplicationResponse(invoices)], from })).text;
}

/** Returns the number and the verdict of each reference of an answer, `F-1 200`; else its fault. */
export function verdictsOf(text: string): string[] {
  const [fault] = textsOf(text, 'faultstring');
  if (fault !== undefined) return [fault.slice(0, fault.indexOf(':'))];
  const [response = text] = /<cac:DocumentResponse>.*?<\/cac:DocumentResponse>/s.exec(text) ?? [];
  return [...response.matchAll(/<cac:DocumentReference>.*?<\/cac:DocumentReference>/gs)].map(([reference]) =>
    [...textsOf(reference, 'ID').slice(0, 1), ...textsOf(reference, 'DocumentStatusCode')]
      .join(' ')
      .replace('SPFE-GEN-', ''),
  );
}

/** Returns 200, 206 or 400. */
export function codeOf(text: string): string | undefined {
  return textsOf(text, 'ResponseCode')[0];
}
