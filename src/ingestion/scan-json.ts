const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** A literal this short cannot have more than 15 significant digits. */
const SHORT_NUMBER = 15;

/**
 * Runs once over the bytes of a valid JSON text.
 * @returns how many members its objects have, duplicates counted, and whether a number literal has more than 15 characters.
 */
export function scanJson(bytes: Uint8Array): { members: number; hasLongNumber: boolean } {
  let members = 0;
  let hasLongNumber = false;
  let at = 0;
  const end = bytes.length;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = skipString(bytes, at);
    } else if (byte === COLON) {
      members += 1;
      at += 1;
    } else if (isDigit(byte)) {
      const start = at;
      while (at < end && isNumberByte(bytes[at]!)) at += 1;
      if (at - start > SHORT_NUMBER) hasLongNumber = true;
    } else {
      at += 1;
    }
  }
  return { members, hasLongNumber };
}

function skipString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isNumberByte(byte: number): boolean {
  return isDigit(byte) || byte === 0x2e || byte === 0x65 || byte === 0x45 || byte === 0x2b || byte === 0x2d;
}

type Level = { path: string; keys: Set<string> | null; index: number };

/** The path of the first duplicate member of a valid JSON text that has one. Slow: only for the error message. */
export function findDuplicateMember(text: string): string {
  const levels: Level[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\],]/g;
  let path = '';
  for (const [lexeme, colon] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (colon !== undefined && level?.keys) {
      const key = JSON.parse(lexeme.slice(0, lexeme.lastIndexOf('"') + 1)) as string;
      path = level.path === '' ? key : `${level.path}.${key}`;
      if (level.keys.has(key)) return path;
      level.keys.add(key);
    } else if (lexeme === '{' || lexeme === '[') {
      const inArray = level !== undefined && level.keys === null;
      const own = inArray ? `${level.path}[${level.index}]` : path;
      levels.push({ path: own, keys: lexeme === '{' ? new Set() : null, index: 0 });
    } else if (lexeme === '}' || lexeme === ']') {
      levels.pop();
    } else if (lexeme === ',' && level) {
      level.index += 1;
    }
  }
  return path;
}
