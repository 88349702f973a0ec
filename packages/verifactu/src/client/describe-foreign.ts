import type { HttpAnswer } from './internal/exchange-message.ts';

/* Describes a response that is not an answer of AEAT, for operators. */

/** Maximum number of characters of a response that is shown. */
const MOST_SHOWN = 60;
const MOST_TYPE = 60;
/**
 * Matches the beginning of an XML answer. Its text may repeat names, which must not appear in a
 * log.
 */
const IS_MARKUP = /^\s*<(?:\?xml|[\w.-]+[:\s/>])/;
/** Matches characters other than printable ASCII and the letters of the languages of Spain. */
const UNSHOWN = /[^\u0020-\u007E\u00A1-\u00FF]/gu;

/**
 * Describes a response: its host, size and media type, and its beginning when it is not XML.
 * Non-printable characters are escaped.
 * @param text the decoded body of the response.
 */
export function describeForeign({ host, headers, body }: HttpAnswer, text: string): string {
  if (body.length === 0) return `${host} sent an empty answer`;
  const type = headers['content-type'];
  const kind = type === undefined ? '' : `, declared as ${showStart(type, MOST_TYPE)}`;
  const size = `${body.length} ${body.length === 1 ? 'byte' : 'bytes'}`;
  const start = IS_MARKUP.test(text) ? '' : `, beginning with "${showStart(text, MOST_SHOWN)}"`;
  return `${host} answered ${size}${kind}${start}`;
}

/**
 * Escapes non-printable characters, for example as `\\u{1b}`.
 * @param most maximum number of characters.
 */
export function showStart(text: string, most: number): string {
  const start = text.slice(0, most).toWellFormed();
  const shown = start.replaceAll(UNSHOWN, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
  return text.length > start.length ? `${shown}…` : shown;
}
