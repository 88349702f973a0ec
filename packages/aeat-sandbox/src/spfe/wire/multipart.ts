import { MessageFault } from '../../xml/message-fault.ts';
import { FAULTS } from './refusals.ts';

/** A part of a message in MIME (RFC 2387). */
export type MimePart = {
  /** The Content-ID without its angle brackets. */
  readonly id: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
};
export type MimeMessage = { readonly root: MimePart; readonly parts: readonly MimePart[] };

const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['', 'binary', '8bit', '7bit']);
/** The types of the root part: plain MIME, and MTOM. */
const ROOT_TYPES: ReadonlySet<string> = new Set(['text/xml', 'application/xop+xml']);
const END_OF_HEADERS = '\r\n\r\n';

/**
 * Splits the body of a request into its root part and the others, in order.
 * @throws MessageFault 2 if it is no `multipart/related` whose start is an XML part.
 */
export function readMultipart(bytes: Uint8Array, contentType: string | undefined): MimeMessage {
  const { type, parameters } = readContentType(contentType ?? '');
  const boundary = parameters.get('boundary');
  if (type !== 'multipart/related' || boundary === undefined) throw malformed('multipart/related');
  if (!ROOT_TYPES.has(parameters.get('type') ?? '')) throw malformed('type');
  const all = splitParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), `--${boundary}`);
  const start = parameters.get('start');
  const root = start === undefined ? all[0] : all.find(({ id }) => id === trimBrackets(start));
  if (!root || readContentType(root.contentType).type !== parameters.get('type')) throw malformed('start');
  const ids = new Set(all.map(({ id }) => id));
  if (ids.size < all.length || ids.has('')) throw malformed('Content-ID');
  return { root, parts: all.filter((part) => part !== root) };
}

/** Writes the body of an answer in the same form. The boundary must not occur in a part. */
export function writeMultipart(
  boundary: string,
  parts: readonly { readonly id: string; readonly type: string; readonly text: string }[],
): { readonly contentType: string; readonly body: string } {
  const written = parts.map(
    ({ id, type, text }) =>
      `--${boundary}\r\nContent-Type: ${type}\r\nContent-ID: <${id}>\r\n` +
      `Content-Transfer-Encoding: binary\r\n\r\n${text}\r\n`,
  );
  return {
    contentType: `multipart/related; type="text/xml"; start="<${parts[0]!.id}>"; boundary="${boundary}"`,
    body: `${written.join('')}--${boundary}--\r\n`,
  };
}

function splitParts(body: Buffer, delimiter: string): MimePart[] {
  const parts: MimePart[] = [];
  const isAtBeginning = body.subarray(0, delimiter.length).toString('latin1') === delimiter;
  const preamble = isAtBeginning ? 0 : body.indexOf(`\r\n${delimiter}`);
  if (preamble < 0) throw malformed('boundary');
  let at = isAtBeginning ? 0 : preamble + 2;
  for (;;) {
    const from = at + delimiter.length;
    if (body.subarray(from, from + 2).toString('latin1') === '--') return parts;
    const end = body.indexOf(`\r\n${delimiter}`, from);
    const content = body.indexOf(END_OF_HEADERS, from);
    if (end < 0 || content < 0 || content > end) throw malformed('boundary');
    parts.push(readPart(body.subarray(from + 2, content).toString('latin1'), body, content, end));
    at = end + 2;
  }
}

function readPart(head: string, body: Buffer, content: number, end: number): MimePart {
  const headers = new Map(
    head.split(/\r\n(?![ \t])/).map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const encoding = headers.get('content-transfer-encoding') ?? '';
  if (!PLAIN_ENCODINGS.has(encoding.toLowerCase())) throw malformed('Content-Transfer-Encoding');
  const from = content + END_OF_HEADERS.length;
  return {
    id: trimBrackets(headers.get('content-id') ?? ''),
    contentType: headers.get('content-type') ?? '',
    bytes: body.subarray(Math.min(from, end), end),
  };
}

/** Reads a media type in small letters, and its parameters with or without quotes. */
function readContentType(text: string): { type: string; parameters: ReadonlyMap<string, string> } {
  const [type = '', ...rest] = text.split(';');
  const parameters = rest.map((parameter): [string, string] => {
    const equals = parameter.indexOf('=');
    const value = parameter.slice(equals + 1).trim();
    const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    return [parameter.slice(0, equals).trim().toLowerCase(), isQuoted ? value.slice(1, -1) : value];
  });
  return { type: type.trim().toLowerCase(), parameters: new Map(parameters) };
}

function trimBrackets(id: string): string {
  return id.startsWith('<') && id.endsWith('>') ? id.slice(1, -1) : id;
}

function malformed(detail: string): MessageFault {
  return new MessageFault(FAULTS.malformed, detail);
}
