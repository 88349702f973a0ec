import { isUtf8 } from 'node:buffer';
import { findDuplicateMember, scanJson } from './scan-json.ts';

/** A body that is not JSON, or that JSON.parse would silently change. The message is for the client. */
export class BodySyntaxError extends Error {
  override name = 'BodySyntaxError';
}

export type ParsedJson = {
  readonly value: unknown;
  /** Paths of numbers written with more than 15 significant digits: the parsed value may differ from the text. */
  readonly inexactNumbers: ReadonlySet<string>;
};

/**
 * Parses a request body and refuses what would not survive: bytes that are not UTF-8, a byte order mark, and duplicate
 * members, of which JSON.parse would keep only the last.
 * @throws BodySyntaxError
 */
export function parseJson(bytes: Buffer): ParsedJson {
  if (bytes.length === 0) throw new BodySyntaxError('Body is empty; a JSON document is expected');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new BodySyntaxError('Body starts with a byte order mark; JSON has none');
  }
  if (!isUtf8(bytes)) throw new BodySyntaxError('Body is not valid UTF-8');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BodySyntaxError(`Body is not valid JSON: ${where(error as SyntaxError)}`);
  }
  const { members, hasLongNumber } = scanJson(bytes);
  if (members !== countMembers(value)) {
    throw new BodySyntaxError(`Body has a duplicate member: ${findDuplicateMember(text)}`);
  }
  return { value, inexactNumbers: hasLongNumber ? findInexactNumbers(text) : NONE };
}

const NONE: ReadonlySet<string> = new Set();

/** V8 quotes a piece of the input; only the position is passed on. */
function where(error: SyntaxError): string {
  const position = /at position \d+/.exec(error.message)?.[0];
  return (
    position ?? (error.message.includes('end of') ? 'it ends too early' : 'a token is not expected there')
  );
}

function countMembers(root: unknown): number {
  let count = 0;
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object') pending.push(item);
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) {
        count += 1;
        const member = (value as Record<string, unknown>)[key];
        if (typeof member === 'object' && member !== null) pending.push(member);
      }
    }
  }
  return count;
}

const MAX_DIGITS = 15;
const INEXACT = Symbol('inexact');

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;
/** ES2026: the reviver also gets the source text of a primitive. */
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

/** Visits the numbers with their source text. Slow, so only when a long number was seen. */
function findInexactNumbers(text: string): ReadonlySet<string> {
  const marked = parseWithSource(text, (_key, value, { source }) =>
    typeof value === 'number' && countSignificantDigits(source ?? '') > MAX_DIGITS ? INEXACT : value,
  );
  const paths = new Set<string>();
  const pending: [path: string, value: unknown][] = [['', marked]];
  while (pending.length > 0) {
    const [path, value] = pending.pop()!;
    if (value === INEXACT) paths.add(path);
    if (Array.isArray(value)) value.forEach((item, index) => pending.push([`${path}[${index}]`, item]));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value))
        pending.push([path === '' ? key : `${path}.${key}`, item]);
    }
  }
  return paths;
}

/** Zeros at either end don't count: `0.00120` has two. */
function countSignificantDigits(literal: string): number {
  const mantissa = literal.replace(/[eE].*$/, '');
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length;
}
