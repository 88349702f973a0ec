export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COLON = 0x3a;
const COMMA = 0x2c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
/** A literal this short cannot have more than 15 significant digits. */
const SHORT_NUMBER = 15;

export type JsonScan = {
  /** Number of members of all objects, including duplicates. */
  readonly members: number;
  /** Deepest nesting of arrays and objects. */
  readonly depth: number;
  /**
   * Whether a number literal has more than 15 characters or an exponent, so a double may be unable
   * to hold it.
   */
  readonly hasUnusualNumber: boolean;
};

/** Scans the bytes of a JSON text once. The result is meaningless for a text that is not JSON. */
export function scanJson(bytes: Uint8Array): JsonScan {
  let members = 0;
  let level = 0;
  let depth = 0;
  let hasUnusualNumber = false;
  let at = 0;
  const end = bytes.length;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = skipString(bytes, at);
    } else if (isDigit(byte)) {
      const start = at;
      while (at < end && isNumberByte(bytes[at]!)) {
        if (isExponent(bytes[at]!)) hasUnusualNumber = true;
        at += 1;
      }
      if (at - start > SHORT_NUMBER) hasUnusualNumber = true;
    } else {
      if (byte === COLON) {
        members += 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        level += 1;
        if (level > depth) depth = level;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        level -= 1;
      }
      at += 1;
    }
  }
  return { members, depth, hasUnusualNumber };
}

/** @returns the index after the closing quote of the string that starts at `start`. */
function skipString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isExponent(byte: number): boolean {
  return byte === 0x65 || byte === 0x45;
}

function isNumberByte(byte: number): boolean {
  return isDigit(byte) || isExponent(byte) || byte === 0x2e || byte === 0x2b || byte === 0x2d;
}

type Level = { readonly path: string; readonly names: Set<string> | null; index: number };

/**
 * Returns the path of the first duplicate member of a valid JSON text that has one. This is slow
 * and serves only the error message.
 */
export function findDuplicateMember(bytes: Buffer): string {
  const levels: Level[] = [];
  let path = '';
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    const level = levels.at(-1);
    const start = at;
    at = byte === QUOTE ? skipString(bytes, at) : at + 1;
    if (byte === QUOTE && level?.names && isFollowedByColon(bytes, at)) {
      const name = JSON.parse(bytes.toString('utf8', start, at)) as string;
      path = level.path === '' ? name : `${level.path}.${name}`;
      if (level.names.has(name)) return path;
      level.names.add(name);
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const isItem = level !== undefined && level.names === null;
      const own = isItem ? `${level.path}[${level.index}]` : path;
      levels.push({ path: own, names: byte === OPEN_OBJECT ? new Set() : null, index: 0 });
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      levels.pop();
    } else if (byte === COMMA && level) {
      level.index += 1;
    }
  }
  return path;
}

function isFollowedByColon(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (bytes[at]! <= 0x20) at += 1;
  return bytes[at] === COLON;
}
