import type { AeatError } from '../../domain/verifactu/answer.ts';
import type { InvoiceIdentity } from '../../domain/invoice/invoice-identity.ts';
import { findText, type XmlElement } from './parse-xml.ts';

const DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const INTEGER = /^\d{1,9}$/;
const SECONDS = /^\d+$/;
const MOST_SECONDS = 999_999_999;
/** AEAT's longest texts have 500 characters, and are shown to people. */
const MAX_TEXT = 1000;
/** xs:dateTime with a zone, as AEAT writes it. */
const INSTANT = /^(?:19|20)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** IMF-fixdate (RFC 9110, 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} (?:19|20)\d{2} \d{2}:\d{2}:\d{2} GMT$/;
/** The XSD sets no limit for a CSV; AEAT's have 16 characters. */
const CSV = /^[\u0021-\u007E]{1,100}$/;

/** IDFactura or ClavePaginacion; null where one of its three parts is absent or no date. */
export function readIdentity(element: XmlElement | undefined): InvoiceIdentity | null {
  const issuerNif = findText(element, 'IDEmisorFactura');
  const number = findText(element, 'NumSerieFactura');
  const [, day, month, year] = DATE.exec(findText(element, 'FechaExpedicionFactura') ?? '') ?? [];
  if (issuerNif === null || number === null || day === undefined) return null;
  return { issuerNif, number, issueDate: `${year}-${month}-${day}` };
}

export function readError(element: XmlElement | undefined): AeatError {
  return {
    code: readInteger(findText(element, 'CodigoErrorRegistro')),
    text: limitText(findText(element, 'DescripcionErrorRegistro')),
  };
}

/** A number without sign of at most nine digits; null for anything else. */
function readInteger(text: string | null): number | null {
  return text !== null && INTEGER.test(text) ? Number(text) : null;
}

/** A text of AEAT's for people, of which no more is kept than its longest have twice over. */
export function limitText(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_TEXT).toWellFormed();
}

/** A wait in seconds, however many digits it has; null for anything else. What is taken for meant of it, `readWait` decides. */
export function readSeconds(text: string | null): number | null {
  return text !== null && SECONDS.test(text) ? Math.min(Number(text), MOST_SECONDS) : null;
}

/** The receipt of an envelope; null where it is none that a person could read out. The whole answer is kept beside it. */
export function readCsv(text: string | null): string | null {
  return text !== null && CSV.test(text) ? text : null;
}

/** An instant with its zone, of this century or the last; null where the text tells none. */
export function readInstant(text: string | null): Date | null {
  return text !== null && INSTANT.test(text) ? readDate(text) : null;
}

/** `Date` of an HTTP answer; null where it is none. */
export function readHttpDate(text: string | null): Date | null {
  return text !== null && HTTP_DATE.test(text) ? readDate(text) : null;
}

function readDate(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** What a text stands for in a table of AEAT's words; null where it is not one of them. */
export function readWord<T>(words: Readonly<Record<string, T>>, text: string | null): T | null {
  return text !== null && Object.hasOwn(words, text) ? (words[text] ?? null) : null;
}
