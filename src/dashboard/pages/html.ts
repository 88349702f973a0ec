import { writeOutDeceptive } from '../../contracts/shown-text.ts';
import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is HTML already: nothing of it is escaped again. */
export type Html = HtmlEscapedString;

/**
 * A piece of a page. Whatever is put into it is escaped, but for other pieces and lists of them; null, undefined and false are left out. A text that
 * would show something else than it says, such as the name that a client gave an invoice which failed, has its marks written out.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  for (const [place, value] of values.entries()) values[place] = prepareValue(value);
  // A promise only where one was put in.
  return template(strings, ...values) as Html;
}

function prepareValue(value: unknown): unknown {
  if (typeof value === 'string') return writeOutDeceptive(value);
  return Array.isArray(value) ? value.map(prepareValue) : value;
}
