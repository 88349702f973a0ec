/*
 * HTML is written with one tagged template, which escapes every value. Only this module makes pieces of HTML, so that whatever reaches a page unescaped
 * is text of a template.
 *
 * Escaping is enough in two places: between tags, and in the quotes of an attribute that is no script. The text of a template tells where each value
 * stands, and a value that could change the meaning of the page there is refused:
 *
 *   content   <p>${value}</p>            texts, numbers, pieces, and lists of them
 *   quoted    <p title="${value}">       texts, numbers, and lists of them
 *   tag       <p ${value}>               pieces that consist of attributes, such as html`class="count"`
 *   refused   <p title=${value}>, <p onclick="${value}">, <script>${value}</script>, <!-- ${value} -->
 *
 * The address in an `href` is not examined: the Content-Security-Policy of a page must keep browsers from running one.
 */

/** What a template takes. Null, undefined and booleans write nothing, so that `${isLong && html`…`}` reads well. */
export type HtmlValue = string | number | boolean | null | undefined | Html | readonly HtmlValue[];

/** A tag of templates: it writes a piece of HTML. @throws TypeError for a value that cannot be written safely where it stands. */
export type HtmlTag = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]) => Html;

class Piece {
  readonly #text: string;
  /** Whether it consists of attributes, and may therefore stand in a tag. */
  readonly isAttributes: boolean;

  constructor(text: string, isAttributes: boolean) {
    this.#text = text;
    this.isAttributes = isAttributes;
  }

  toString(): string {
    return this.#text;
  }
}

/** A piece of HTML, which is not escaped again. */
export type Html = Piece;

export type HtmlWriting = {
  /** What becomes of the template's own text, once per template. */
  readonly prepareTemplate: (text: string) => string;
  /** What becomes of a text before it is escaped. */
  readonly prepareText: (text: string) => string;
};

/** Makes the tag that a kind of page is written with. */
export function createHtmlTag({ prepareTemplate, prepareText }: HtmlWriting): HtmlTag {
  // A template is read once: its strings are the same object whenever it is evaluated.
  const templates = new WeakMap<TemplateStringsArray, Template>();

  function read(strings: TemplateStringsArray): Template {
    let template = templates.get(strings);
    if (template === undefined) {
      template = readTemplate(strings.map(prepareTemplate));
      templates.set(strings, template);
    }
    return template;
  }

  function write(value: HtmlValue, place: Place): string {
    if (place === 'refused')
      throw new TypeError('it would be read as a script, a comment or an attribute without quotes');
    if (typeof value === 'string' || typeof value === 'number') {
      if (place === 'tag')
        throw new TypeError('a text in a tag belongs in the double quotes of an attribute');
      return typeof value === 'string' ? escapeHtml(prepareText(value)) : String(value);
    }
    if (value === null || value === undefined || typeof value === 'boolean') return '';
    if (value instanceof Piece) {
      if (place === 'quoted')
        throw new TypeError('quotes take texts and numbers, and this is a piece of HTML');
      if (place === 'tag' && !value.isAttributes)
        throw new TypeError(
          'a tag takes pieces that consist of attributes in double quotes, and this one does not',
        );
      return String(value);
    }
    if (!isList(value)) throw new TypeError(`a value of the type ${typeof value} has no text of its own`);
    return value.map((each) => write(each, place)).join('');
  }

  return (strings, ...values) => {
    const { texts, places, isAttributes } = read(strings);
    let written = texts[0]!;
    for (const [index, value] of values.entries()) {
      try {
        written += write(value, places[index]!) + texts[index + 1]!;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new TypeError(`HTML cannot take a value after ${JSON.stringify(texts[index])}: ${reason}`, {
          cause: error,
        });
      }
    }
    return new Piece(written, isAttributes);
  };
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Writes a text so that HTML and XML show it, between tags or in quotes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (character) => REFERENCES[character]!) : text;
}

/** What `Array.isArray` says, also of the type of lists that may not be written to. */
const isList = (value: HtmlValue): value is readonly HtmlValue[] => Array.isArray(value);

type Place = 'content' | 'quoted' | 'tag' | 'refused';

type Template = {
  readonly texts: readonly string[];
  /** Where each value stands. */
  readonly places: readonly Place[];
  readonly isAttributes: boolean;
};

/** Stands for a value where a template is read as one text: a character without a meaning, which no template contains. */
const VALUE = '\uE000';
/** A comment, an element whose text is code, or a tag; each takes the rest of the text where it does not end. */
const MARKUP =
  /(<!--.*?(?:-->|$)|<(?:script|style)\b.*?(?:<\/(?:script|style)>|$)|<[a-z/!\uE000](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*>?)/is;
const IS_CODE = /^<(?:!--|script|style)/i;
const QUOTED = /("[^"]*(?:"|$)|'[^']*(?:'|$))/;
const BEFORE_SCRIPT = /\b(?:on[a-z]+|srcdoc)\s*=\s*$/i;
const ATTRIBUTES = /^\s*[a-z][a-z-]*(?:="[^"<>]*")?(?:\s+[a-z][a-z-]*(?:="[^"<>]*")?)*\s*$/i;

function readTemplate(texts: readonly string[]): Template {
  const text = texts.join(VALUE);
  const isAttributes = ATTRIBUTES.test(text);
  return { texts, isAttributes, places: isAttributes ? readTag(text) : readContent(text) };
}

function readContent(text: string): Place[] {
  return text.split(MARKUP).flatMap((part, index) => {
    if (index % 2 === 0) return placeAll(part, 'content');
    return IS_CODE.test(part) ? placeAll(part, 'refused') : readTag(part);
  });
}

function readTag(tag: string): Place[] {
  const parts = tag.split(QUOTED);
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return placeAll(part, BEFORE_SCRIPT.test(parts[index - 1]!) ? 'refused' : 'quoted');
    const before = part.split(VALUE).slice(0, -1);
    return before.map((own) => (/=\s*$/.test(own) ? 'refused' : 'tag'));
  });
}

/** @returns the same place for each value of a text. */
function placeAll(text: string, place: Place): Place[] {
  return text
    .split(VALUE)
    .slice(1)
    .map(() => place);
}
