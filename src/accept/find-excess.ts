import type { TSchema } from 'typebox';
import { type ApiRefusal, describeRefusal } from '../contracts/api-error.ts';
import { MAX_BATCH_INVOICES, MAX_DELIVERY_NOTES, MAX_METADATA } from '../contracts/limits.ts';
import { CreateBatchBody as FlatBatchBody } from '../contracts/invoice-input.ts';
import { CreateBatchBody } from '../contracts/v2/invoice-input.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import { listMembers } from '../json/list-members.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const SPACE = 0x20;

/**
 * Objects and arrays in a batch of 1000 invoices with 1000 lines each, including their lists and
 * the frame. Invoices can have more lists, but an invoice that uses all of them to their limits is
 * larger than any body.
 */
const MAX_CONTAINERS = MAX_BATCH_INVOICES * 1002 + 3;
/**
 * The number of unknown members and wrong items above which this check refuses a body. `checkBody`
 * refuses bodies with fewer, and names the places.
 */
const MAX_UNKNOWN = 10_000;

const FLAT = describeLimits(FlatBatchBody, { freeNames: 0, texts: 0 });
/** Metadata have any names, and delivery notes are lists of texts. */
const FULL = describeLimits(CreateBatchBody, { freeNames: MAX_METADATA, texts: MAX_DELIVERY_NOTES });

/**
 * @param perInvoice the number of members with any name, and of texts in lists, that an invoice may
 *   have.
 */
function describeLimits(body: TSchema, perInvoice: { readonly freeNames: number; readonly texts: number }) {
  const names: ReadonlySet<string> = new Set(listMembers(body).map(({ name }) => name));
  return {
    names,
    longestName: [...names].reduce((longest, { length }) => Math.max(longest, length), 0),
    mostUnknown: MAX_UNKNOWN + perInvoice.freeNames * MAX_BATCH_INVOICES,
    mostWrong: MAX_UNKNOWN + perInvoice.texts * MAX_BATCH_INVOICES,
  };
}

/**
 * Finds whether parsing a large body would take far more memory than any valid body. A body that
 * consists of `{}` takes forty times its bytes. A body whose members all have different names takes
 * as much memory, and half a minute. Scans the bytes once, without parsing.
 * @param bytes any bytes, JSON or not.
 * @returns a refusal that names the excess; null if there is none.
 */
export function findExcess(bytes: Buffer, { isFlat }: RequestRules): ApiRefusal | null {
  const { names, longestName, mostUnknown, mostWrong } = isFlat ? FLAT : FULL;
  let containers = 0;
  let unknown = 0;
  let members = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const start = at + 1;
      at = findQuote(bytes, start);
      if (!isName(bytes, at)) continue;
      if (at - start <= longestName && names.has(bytes.toString('latin1', start, at))) continue;
      unknown += 1;
      if (unknown > mostUnknown) return describeRefusal('many_unknown_members', { most: mostUnknown });
    } else if (byte === COLON) {
      members += 1;
    } else if (byte === COMMA) {
      commas += 1;
      // In a valid body every comma follows a member, or an item that is an object or an array.
      if (commas - members - containers > mostWrong)
        return describeRefusal('many_wrong_items', { most: mostWrong });
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
