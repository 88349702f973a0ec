/*
 * `multipart/related` (RFC 2387): the envelope of a message and its documents, byte for byte.
 */

/** A part. `id` is its Content-ID without angle brackets. */
export type Part = { readonly id: string; readonly contentType: string; readonly body: Buffer };

/** The bytes are no whole message of parts. */
export class MultipartError extends Error {
  override name = 'MultipartError';
  /** Whether the message begins as one and ends too early. */
  readonly isTruncated: boolean;

  constructor(message: string, isTruncated = false) {
    super(message);
    this.isTruncated = isTruncated;
  }
}

const LINE = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const BOUNDARY = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/;
const PARAMETER = /;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g;
/** Encodings under which the bytes of a part are its content. */
const PLAIN = new Set(['binary', '8bit', '7bit']);

/**
 * Writes a message.
 * @param root its first part, which names the others.
 * @param boundary not contained in any part; a random one.
 */
export function writeMultipart(
  root: Part,
  parts: readonly Part[],
  boundary: string,
): { readonly contentType: string; readonly body: Buffer } {
  const written = [root, ...parts].flatMap(({ id, contentType, body }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Type: ${contentType}\r\n` +
        `Content-Transfer-Encoding: binary\r\nContent-ID: <${id}>\r\n\r\n`,
    ),
    body,
    LINE,
  ]);
  return {
    contentType: `multipart/related; type="text/xml"; start="<${root.id}>"; boundary="${boundary}"`,
    body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/**
 * Reads a message, plain or MTOM.
 * @param mostParts more are refused.
 * @returns its root, and the other parts by their Content-ID.
 * @throws MultipartError
 */
export function readMultipart(
  contentType: string,
  body: Buffer,
  mostParts: number,
): { readonly root: Part; readonly parts: ReadonlyMap<string, Part> } {
  const { start, boundary } = readType(contentType);
  const parts = splitParts(body, Buffer.from(`--${boundary}`), mostParts);
  const root = start === undefined ? parts[0] : parts.find(({ id }) => id === start);
  if (root === undefined) throw new MultipartError('it has no part that is its root');
  const others = new Map(parts.filter((part) => part !== root).map((part) => [part.id, part]));
  if (others.size !== parts.length - 1) throw new MultipartError('two of its parts have the same Content-ID');
  return { root, parts: others };
}

function readType(contentType: string): { readonly start: string | undefined; readonly boundary: string } {
  if (!/^\s*multipart\/related\s*(?:;|$)/i.test(contentType))
    throw new MultipartError(
      `its type is ${JSON.stringify(contentType.slice(0, 60))}, not multipart/related`,
    );
  const parameters = new Map(
    [...contentType.matchAll(PARAMETER)].map(([, name = '', quoted, bare = '']) => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(.)/g, '$1') ?? bare,
    ]),
  );
  const boundary = parameters.get('boundary') ?? '';
  if (!BOUNDARY.test(boundary)) throw new MultipartError('its type has no boundary');
  const start = parameters.get('start');
  return { boundary, start: start === undefined ? undefined : stripBrackets(start) };
}

function splitParts(body: Buffer, delimiter: Buffer, most: number): Part[] {
  const parts: Part[] = [];
  const isAtBeginning = body.subarray(0, delimiter.length).equals(delimiter);
  const inner = Buffer.concat([LINE, delimiter]);
  let at = isAtBeginning ? 0 : body.indexOf(inner);
  if (at === -1) throw new MultipartError('it does not contain its boundary');
  at += isAtBeginning ? delimiter.length : inner.length;
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (parts.length > most) throw new MultipartError(`it has more than ${most} parts`);
    const begin = body.indexOf(LINE, at);
    const end = begin === -1 ? -1 : body.indexOf(inner, begin);
    if (begin === -1 || end === -1) throw new MultipartError('it ends before its last boundary', true);
    if (body.toString('latin1', at, begin).trim() !== '') throw new MultipartError('a boundary is no line');
    parts.push(readPart(body.subarray(begin, end)));
    at = end + inner.length;
  }
  return parts;
}

/** @param bytes from the end of the line of the boundary on. */
function readPart(bytes: Buffer): Part {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) throw new MultipartError('a part has no head');
  const head = new Map(
    bytes
      .toString('latin1', 0, end)
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const encoding = (head.get('content-transfer-encoding') ?? 'binary').toLowerCase();
  if (!PLAIN.has(encoding)) throw new MultipartError('a part is encoded in another way than binary');
  return {
    id: stripBrackets(head.get('content-id') ?? ''),
    contentType: head.get('content-type') ?? '',
    body: bytes.subarray(end + HEAD_END.length),
  };
}

function stripBrackets(id: string): string {
  return /^<(.*)>$/.exec(id)?.[1] ?? id;
}
