import type { AeatError } from './answer.ts';
import type { InvoiceIdentity } from '../records/invoice-identity.ts';
import { findText, type XmlElement } from './xml-element.ts';

const DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const INTEGER = /^\d{1,9}$/;
const SECONDS = /^\d+$/;
const MOST_SECONDS = 999_999_999;
/** AEAT's longest texts have 500 characters and are displayed to people. */
const MAX_TEXT = 1000;
/** xs:dateTime with a time zone, as AEAT writes it. */
const INSTANT = /^(?:19|20)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** IMF-fixdate (RFC 9110, 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} (?:19|20)\d{2} \d{2}:\d{2}:\d{2} GMT$/;
/** The XSD sets no limit for a CSV. Those of AEAT have 16 characters. */
const CSV = /^[\u0021-\u007E]{1,100}$/;

/**
 * Reads an IDFactura or ClavePaginacion. Returns null when one of its three parts is absent or the
 * date is invalid.
 */
export function readIdentity(element: XmlElement | undefined): InvoiceIdentity | null {
  const issuerNif = findText(element, 'IDEmisorFactura');
  const number = findText(element, 'NumSerieFactura');
  const [, day, month, year] = DATE.exec(findText(element, 'FechaExpedicionFactura') ?? '') ?? [];
  if (issuerNif === null || number === null || day === undefined) return null;
  return { issuerNif, number, issueDate: `${year}-${month}-${day}` };
}

/**
 * Reads CodigoErrorRegistro and DescripcionErrorRegistro of an element. Each is null when absent,
 * as is a code that is not a number of at most nine digits. The text has at most 1000 characters.
 */
export function readError(element: XmlElement | undefined): AeatError {
  return {
    code: readInteger(findText(element, 'CodigoErrorRegistro')),
    text: limitText(findText(element, 'DescripcionErrorRegistro')),
  };
}

/** Reads an unsigned number of at most nine digits. Returns null for any other text. */
function readInteger(text: string | null): number | null {
  return text !== null && INTEGER.test(text) ? Number(text) : null;
}

/** Limits a text of AEAT for people to twice the length of AEAT's longest texts. */
export function limitText(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_TEXT).toWellFormed();
}

/**
 * Reads a wait in seconds, with any number of digits. Returns null for any other text. `readWait`
 * decides how much of the wait is applied.
 */
export function readSeconds(text: string | null): number | null {
  return text !== null && SECONDS.test(text) ? Math.min(Number(text), MOST_SECONDS) : null;
}

/**
 * Reads the CSV, which is the receipt of an envelope. Returns null when it is not a short printable
 * ASCII text. The whole answer is stored separately.
 */
export function readCsv(text: string | null): string | null {
  return text !== null && CSV.test(text) ? text : null;
}

/**
 * Reads an instant with a time zone, of this century or the last. Returns null for any other text.
 */
export function readInstant(text: string | null): Date | null {
  return text !== null && INSTANT.test(text) ? readDate(text) : null;
}

/** Reads the `Date` header of an HTTP response. Returns null when it is invalid. */
export function readHttpDate(text: string | null): Date | null {
  return text !== null && HTTP_DATE.test(text) ? readDate(text) : null;
}

function readDate(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Looks up a text in a table of AEAT's values. Returns null when the table does not contain it. */
export function readWord<T>(words: Readonly<Record<string, T>>, text: string | null): T | null {
  return text !== null && Object.hasOwn(words, text) ? (words[text] ?? null) : null;
}
