import type { HttpAnswer } from './exchange-message.ts';

/* What came where an answer of AEAT was due, in words for operators. */

/** What is shown of an answer, in characters. */
const MOST_SHOWN = 60;
const MOST_TYPE = 60;
/** What an answer of AEAT begins with: its words may repeat names, which belong into no log. */
const IS_MARKUP = /^\s*<(?:\?xml|[\w.-]+[:\s/>])/;
/** Neither ASCII that can be seen nor a letter of the languages of Spain. */
const UNSHOWN = /[^\u0020-\u007E\u00A1-\u00FF]/gu;

/**
 * Tells what came: from which host, how much of it, of which kind, and how it begins where it is no XML, with every character written out that does not show itself.
 * @param text the body of the answer, decoded.
 */
export function describeForeign({ host, headers, body }: HttpAnswer, text: string): string {
  if (body.length === 0) return `${host} answered with nothing`;
  const type = headers['content-type'];
  const kind = type === undefined ? '' : `, said to be ${showStart(type, MOST_TYPE)}`;
  const size = `${body.length} ${body.length === 1 ? 'byte' : 'bytes'}`;
  const start = IS_MARKUP.test(text) ? '' : `, beginning with "${showStart(text, MOST_SHOWN)}"`;
  return `${host} answered ${size}${kind}${start}`;
}

/** Writes out what does not show itself: `\\u{1b}`. @param most characters of it. */
export function showStart(text: string, most: number): string {
  const start = text.slice(0, most).toWellFormed();
  const shown = start.replaceAll(UNSHOWN, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
  return text.length > start.length ? `${shown}…` : shown;
}
