import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is HTML already: nothing of it is escaped again. */
export type Html = HtmlEscapedString;

/** A piece of a page. Whatever is put into it is escaped, but for other pieces and lists of them; null, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  // A promise only where one was put in.
  return template(strings, ...values) as Html;
}
