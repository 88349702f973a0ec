import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '../../json/scan-json.ts';

/**
 * Depth of the object `invoice_batch`, of its list of invoices, and of an invoice, counted in open
 * brackets.
 */
const OF_BATCH = 2;
const OF_LIST = 3;
const OF_INVOICE = 4;

/**
 * Finds one invoice in the body of an accepted create request without parsing any, and returns its
 * bytes. Reads the body up to the end of this invoice.
 * @param pieces the body, divided anywhere.
 * @param position of the invoice in the request, from 0.
 * @returns null if the body is empty, because it was erased.
 * @throws Error if the body has no invoice at this position.
 */
export async function findSentInvoice(
  pieces: AsyncIterable<Buffer>,
  position: number,
): Promise<Buffer | null> {
  const search = openSearch(position);
  let isEmpty = true;
  for await (const piece of pieces) {
    isEmpty = false;
    const found = search(piece);
    if (found !== null) return found;
  }
  if (isEmpty) return null;
  throw new Error(`the stored body has no invoice at position ${position}`);
}

/**
 * Returns a function that takes the pieces of a body in order, and returns the bytes of the invoice
 * with the piece in which it ends.
 */
function openSearch(position: number): (piece: Buffer) => Buffer | null {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /**
   * The last string before the list of invoices, and the last member's name there. Names outside of
   * ASCII do not matter.
   */
  let text = '';
  let name = '';
  let isBatch = false;
  let isList = false;
  /** Number of invoices before the present place. */
  let invoices = 0;
  const begun: Buffer[] = [];

  return (piece) => {
    let start = begun.length > 0 ? 0 : -1;
    let at = 0;
    while (at < piece.length) {
      const from = at;
      if (isString && !isEscaped) at = skipPlain(piece, at);
      if (isString && depth <= OF_BATCH) text += piece.toString('latin1', from, isEscaped ? at + 1 : at);
      if (at === piece.length) break;
      const byte = piece[at]!;
      at += 1;
      if (isString) {
        isString = isEscaped || byte !== QUOTE;
        if (byte === BACKSLASH && !isEscaped && depth <= OF_BATCH) text += '\\';
        isEscaped = byte === BACKSLASH && !isEscaped;
      } else if (byte === QUOTE) {
        isString = true;
        if (depth <= OF_BATCH) text = '';
      } else if (byte === COLON) {
        if (depth <= OF_BATCH) name = text;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
        if (depth === OF_BATCH) isBatch = isNamed(name, 'invoice_batch');
        else if (depth === OF_LIST) isList = isBatch && isNamed(name, 'invoices');
        else if (depth === OF_INVOICE && isList && invoices === position) start = from;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (depth === OF_INVOICE && isList) {
          invoices += 1;
          if (start !== -1) return Buffer.concat([...begun, piece.subarray(start, at)]);
        }
        depth -= 1;
      }
    }
    if (start !== -1) begun.push(piece.subarray(start));
    return null;
  };
}

/** @returns the index of the next quote or backslash of a string, or the length of the bytes. */
function skipPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== BACKSLASH) at += 1;
  return at;
}

/** Compares a member's name, which a client may write with escapes, with the one that is wanted. */
function isNamed(written: string, name: string): boolean {
  return written === name || (written.includes('\\') && JSON.parse(`"${written}"`) === name);
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;
/**
 * ES2026: the reviver also receives the source text of a primitive, and `rawJSON` makes a value
 * that is written as a given text.
 */
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, reviver: SourceReviver) => Readonly<Record<string, unknown>>;
  rawJSON: (source: string) => object;
};

/**
 * Parses an invoice as it was sent, so that JSON.stringify writes each number with the digits of
 * its literal: `12.50`, not `12.5`.
 */
export function parseLiterally(text: string): Readonly<Record<string, unknown>> {
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  );
}
