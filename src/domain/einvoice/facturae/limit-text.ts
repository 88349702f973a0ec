import { NotExpressible } from '../refusal.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import type { Text } from '../../../contracts/messages/texts.ts';

/**
 * Returns whether an element of the schema with a maximum length can contain a text. Lengths are
 * counted in characters, as XML Schema counts them.
 */
export function fits(text: string, max: number): boolean {
  return text.length <= max || Array.from(text).length <= max;
}

/**
 * Returns a text unchanged.
 * @param element the element of the schema that contains it, and its maximum length.
 * @param what names the text in the message.
 * @param member path of the member of an invoice that contains it.
 * @throws NotExpressible if it is longer.
 */
export function limitText(text: string, element: string, max: number, what: Text, member?: string): string {
  if (fits(text, max)) return text;
  throw new NotExpressible(element, formatMessage('facturae_long_text', { what, most: max }), member);
}
