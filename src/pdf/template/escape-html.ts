/*
 * Markup is only ever built through the `html` tag. What is interpolated is data and is escaped; only markup that was itself
 * built through the tag, or an own constant, passes as it is. There is no way to mark a string of the invoice as markup.
 */

/** A finished piece of markup: made by `html` and by nothing else. */
export class Html {
  readonly markup: string;
  private constructor(markup: string) {
    this.markup = markup;
  }
  /** Only for the tag below: the template's own text is trusted, its values are escaped before they come here. */
  static ofTemplate(markup: string): Html {
    return new Html(markup);
  }
}

type Interpolated = string | number | Html | readonly Html[] | null | false;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as markup that shows exactly that text, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text;
}

function renderValue(value: Interpolated): string {
  if (value === null || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.markup;
  return value.map((part) => part.markup).join('');
}

const compactTemplates = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The template's own text without the line breaks and indents that only lay out the source. */
function compactTemplate(template: TemplateStringsArray): readonly string[] {
  const known = compactTemplates.get(template);
  if (known !== undefined) return known;
  const compact = template.map((text) => text.replaceAll(/\s*\n\s*/g, ''));
  compactTemplates.set(template, compact);
  return compact;
}

/** Template tag: strings and numbers are escaped, markup and lists of markup are kept, `null` and `false` print nothing. */
export function html(template: TemplateStringsArray, ...values: readonly Interpolated[]): Html {
  const texts = compactTemplate(template);
  let markup = texts[0] ?? '';
  values.forEach((value, index) => {
    markup += renderValue(value) + (texts[index + 1] ?? '');
  });
  return Html.ofTemplate(markup);
}
