import { writeHttp } from '../../../../packages/verifactu/test/support/raw-server.ts';

/* Answers of the SPFE in HTTP, as the stand-in writes them. */

const EBMS = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

/** Writes the envelope of the answer to a request. @param refersTo another message than that one. */
export function envelopeOf(request: string, refersTo?: string): string {
  const id = refersTo ?? /<eb:MessageId>([^<]+)</.exec(request)?.[1] ?? '';
  return (
    `<?xml version="1.0"?><e:Envelope xmlns:e="${SOAP}" xmlns:eb="${EBMS}"><e:Header><eb:Messaging><eb:UserMessage>` +
    `<eb:MessageInfo><eb:MessageId>1@x</eb:MessageId><eb:RefToMessageId>${id}</eb:RefToMessageId></eb:MessageInfo>` +
    '</eb:UserMessage></eb:Messaging></e:Header><e:Body></e:Body></e:Envelope>'
  );
}

/** Writes a SOAP Fault. */
export function faultOf(code: string, text: string): string {
  return `<e:Envelope xmlns:e="${SOAP}"><e:Body><e:Fault><faultcode>e:${code}</faultcode><faultstring>${text}</faultstring></e:Fault></e:Body></e:Envelope>`;
}

/** Writes an answer of parts, of which the first is the root. @param change changes its body. */
export function multipartOf(parts: readonly string[], change = (text: string) => text): string {
  const written = parts.map(
    (part, at) =>
      `--b\r\nContent-Type: ${at === 0 ? 'text/xml' : 'application/xml'}; charset=utf-8\r\nContent-ID: <${at}>\r\n\r\n${part}\r\n`,
  );
  return writeHttp(change(`${written.join('')}--b--\r\n`), '200 OK', {
    'content-type': 'multipart/related; type="text/xml"; start="<0>"; boundary="b"',
  });
}

/** Writes the answer to a request with one document. */
export function answerOf(request: string, document: string): string {
  return multipartOf([envelopeOf(request), document]);
}
