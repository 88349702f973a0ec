import { isUtf8 } from 'node:buffer';
import { ApiError, describeRefusal } from '../contracts/api-error.ts';
import { findSyntaxFault } from './find-syntax-fault.ts';
import { findDuplicateMember, scanJson } from './scan-json.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';

/** Thrown for a body that is not JSON or that JSON.parse would silently change. */
export class BodySyntaxError extends ApiError {
  override name = 'BodySyntaxError';
}

export type ParsedJson = {
  readonly value: unknown;
  /**
   * Maps paths to literals of numbers with more than 15 significant digits or too small for a
   * double. The parsed value may differ from the literal.
   */
  readonly inexactNumbers: ReadonlyMap<string, string>;
};

/**
 * Deepest nesting; a create request needs 6 levels. Without a limit a body of brackets blocks the
 * process for seconds.
 */
const MAX_DEPTH = 100;
/** Longest text of the client that a message repeats, in UTF-16 code units. */
const MAX_PATH = 200;

/**
 * Parses a request body. Refuses bytes that are not UTF-8, a byte order mark, nesting deeper than
 * 100 levels, and duplicate members, of which JSON.parse would keep only the last.
 * @throws BodySyntaxError if the body is empty, is not JSON or is refused.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  if (bytes.length === 0) throw new BodySyntaxError(describeRefusal('empty_body', {}));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new BodySyntaxError(describeRefusal('byte_order_mark', {}));
  }
  if (!isUtf8(bytes))
    throw new BodySyntaxError(describeRefusal('not_utf8', { place: findBrokenBytes(bytes) }));
  const { members, depth, hasUnusualNumber } = scanJson(bytes);
  if (depth > MAX_DEPTH) throw new BodySyntaxError(describeRefusal('too_deep', { levels: MAX_DEPTH }));
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BodySyntaxError(describeRefusal('not_json', { fault: describeFault(text) }));
  }
  if (members !== countMembers(value)) {
    const path = findDuplicateMember(bytes);
    const shown = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
    throw new BodySyntaxError(describeRefusal('duplicate_member', { path: shown }));
  }
  return { value, inexactNumbers: hasUnusualNumber ? findInexactNumbers(text) : NONE };
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Describes the place of a fault but never quotes the text, which may contain the client's API key.
 */
function describeFault(text: string): Text {
  const at = findSyntaxFault(text);
  const place = describePlace(text, at);
  return at === text.length
    ? formatMessage('ends_early', { place })
    : formatMessage('unexpected_character', { place });
}

/**
 * Describes a place as editors do: lines and columns count from 1, and a column is one code point.
 */
function describePlace(text: string, at: number): Text {
  let line = 1;
  let column = 1;
  for (let index = 0; index < at; index += 1) {
    const code = text.charCodeAt(index);
    const isBreak = code === 0x0a || (code === 0x0d && text.charCodeAt(index + 1) !== 0x0a);
    if (isBreak) line += 1;
    if (isBreak) column = 1;
    // The low half of a surrogate pair does not count as a character.
    else if (code < 0xdc00 || code > 0xdfff) column += 1;
  }
  return formatMessage('line_and_column', { line, column });
}

/**
 * Describes where the first bytes that are not UTF-8 begin. The decoder writes U+FFFD there, but a
 * valid text may contain U+FFFD too.
 */
function findBrokenBytes(bytes: Buffer): Text {
  const text = bytes.toString('utf8');
  let offset = 0;
  let from = 0;
  for (;;) {
    const at = text.indexOf('\uFFFD', from);
    offset += Buffer.byteLength(text.slice(from, at));
    if (at === -1 || !REPLACEMENT.equals(bytes.subarray(offset, offset + 3)))
      return describePlace(text, at === -1 ? text.length : at);
    offset += 3;
    from = at + 1;
  }
}

const REPLACEMENT = Buffer.from('\uFFFD');

function countMembers(root: unknown): number {
  let count = 0;
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object') pending.push(item);
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.values(value) as unknown[];
      count += members.length;
      for (const member of members) if (typeof member === 'object' && member !== null) pending.push(member);
    }
  }
  return count;
}

const MAX_DIGITS = 15;

/** Replaces an inexact number in a parsed value and keeps its literal. */
class InexactNumber {
  readonly literal: string;
  constructor(literal: string) {
    this.literal = literal;
  }
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;
/** ES2026: the reviver also receives the source text of a primitive. */
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

/**
 * Finds the inexact numbers by their source text. This is slow, so it runs only if the scan saw an
 * unusual number.
 */
function findInexactNumbers(text: string): ReadonlyMap<string, string> {
  const marked = parseWithSource(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && isInexact(value, source) ? new InexactNumber(source) : value,
  );
  const found = new Map<string, string>();
  const pending: [path: string, value: unknown][] = [['', marked]];
  while (pending.length > 0) {
    const [path, value] = pending.pop()!;
    if (value instanceof InexactNumber) found.set(path, value.literal);
    else if (Array.isArray(value)) value.forEach((item, index) => pending.push([`${path}[${index}]`, item]));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value))
        pending.push([path === '' ? key : `${path}.${key}`, item]);
    }
  }
  return found;
}

function isInexact(value: number, literal: string): boolean {
  const digits = countSignificantDigits(literal);
  // A literal such as 1e-400 becomes 0.
  return digits > MAX_DIGITS || (value === 0 && digits > 0);
}

/**
 * Counts the digits without leading and trailing zeros: `0.00120` has two. Reads the literal digit
 * by digit because a client may write a million digits, for which a regular expression for trailing
 * zeros would take quadratic time.
 */
function countSignificantDigits(literal: string): number {
  let digits = 0;
  let first = 0;
  let last = 0;
  for (const character of literal) {
    if (character === 'e' || character === 'E') break;
    if (character === '-' || character === '.') continue;
    digits += 1;
    if (character === '0') continue;
    first ||= digits;
    last = digits;
  }
  return first === 0 ? 0 : last - first + 1;
}
