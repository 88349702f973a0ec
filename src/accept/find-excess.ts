import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { MAX_BATCH_INVOICES } from '../contracts/codes.ts';
import { InvoiceInput, InvoiceLineInput } from '../contracts/invoice-input.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const SPACE = 0x20;

const NAMES: ReadonlySet<string> = new Set([
  'invoice_batch',
  'external_batch_id',
  'invoices',
  ...Object.keys(InvoiceInput.properties),
  ...Object.keys(InvoiceLineInput.properties),
]);
const MAX_NAME = [...NAMES].reduce((longest, { length }) => Math.max(longest, length), 0);
/** Objects and arrays in a batch of 1000 invoices with 1000 lines each, including their lists and the frame. */
const MAX_CONTAINERS = MAX_BATCH_INVOICES * 1002 + 3;
/** The number of unknown members and wrong items above which this check refuses a body. `checkBody` refuses bodies with fewer, and names the places. */
const MAX_UNKNOWN = 10_000;

/**
 * Finds whether parsing a large body would take far more memory than any valid body. A body that consists of `{}` takes forty times its
 * bytes. A body whose members all have different names takes as much memory, and half a minute. Scans the bytes once, without parsing.
 * @param bytes any bytes, JSON or not.
 * @returns a refusal that names the excess; null if there is none.
 */
export function findExcess(bytes: Buffer): ApiRefusal | null {
  let containers = 0;
  let unknown = 0;
  let members = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const start = at + 1;
      at = findQuote(bytes, start);
      if (!isName(bytes, at) || isKnown(bytes, start, at)) continue;
      unknown += 1;
      if (unknown > MAX_UNKNOWN) return describeRefusal('many_unknown_members', { most: MAX_UNKNOWN });
    } else if (byte === COLON) {
      members += 1;
    } else if (byte === COMMA) {
      commas += 1;
      // In a valid body every comma follows a member, or an item that is an object or an array.
      if (commas - members - containers > MAX_UNKNOWN)
        return describeRefusal('many_wrong_items', { most: MAX_UNKNOWN });
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      containers += 1;
      if (containers > MAX_CONTAINERS) return describeRefusal('many_containers', { most: MAX_CONTAINERS });
    }
  }
  return null;
}

function findQuote(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isName(bytes: Buffer, end: number): boolean {
  let at = end + 1;
  while (at < bytes.length && bytes[at]! <= SPACE) at += 1;
  return bytes[at] === COLON;
}

function isKnown(bytes: Buffer, start: number, end: number): boolean {
  return end - start <= MAX_NAME && NAMES.has(bytes.toString('latin1', start, end));
}
