/*
 * A tagged template writes all HTML and escapes every value. Only this module creates pieces of
 * HTML, so only the text of templates reaches a page unescaped.
 *
 * Escaping is sufficient between tags and in the quoted value of an attribute that is not a script.
 * The text of a template determines the context of each value. A value that could change the
 * meaning of the page in its context is refused:
 *
 *   content   <p>${value}</p>            texts, numbers, pieces, and lists of them
 *   quoted    <p title="${value}">       texts, numbers, and lists of them
 *   tag       <p ${value}>               pieces that consist of attributes: html`class="count"`
 *   refused   <p title=${value}>, <p onclick="${value}">, <script>${value}</script>,
 *             <!-- ${value} -->
 *
 * The URL in an `href` is not checked: the Content-Security-Policy of the page must keep browsers
 * from executing a `javascript:` URL.
 */

/**
 * A value in a template. Null, undefined and booleans write nothing, which allows
 * `${isLong && html`…`}`.
 */
export type HtmlValue = string | number | boolean | null | undefined | Html | readonly HtmlValue[];

/**
 * A template tag that writes a piece of HTML.
 * @throws TypeError if a value cannot be written safely in its context.
 */
export type HtmlTag = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]) => Html;

class Piece {
  readonly #text: string;
  /** Whether the piece consists of attributes and can therefore be written inside a tag. */
  readonly isAttributes: boolean;

  constructor(text: string, isAttributes: boolean) {
    this.#text = text;
    this.isAttributes = isAttributes;
  }

  toString(): string {
    return this.#text;
  }
}

/** A piece of HTML. It is not escaped again. */
export type Html = Piece;

export type HtmlWriting = {
  /** Transforms the template's own text, once per template. */
  readonly prepareTemplate: (text: string) => string;
  /** Transforms the text of a value before it is escaped. */
  readonly prepareText: (text: string) => string;
};

/** Creates the template tag for one kind of page. */
export function createHtmlTag({ prepareTemplate, prepareText }: HtmlWriting): HtmlTag {
  // Every evaluation of a template passes the same `strings` object, so each template is parsed
  // once.
  const templates = new WeakMap<TemplateStringsArray, Template>();

  function read(strings: TemplateStringsArray): Template {
    let template = templates.get(strings);
    if (template === undefined) {
      template = readTemplate(strings.map(prepareTemplate));
      templates.set(strings, template);
    }
    return template;
  }

  function write(value: HtmlValue, place: Context): string {
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

/** Escapes a text for HTML and XML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (character) => REFERENCES[character]!) : text;
}

/** Is `Array.isArray` with a type guard for readonly arrays. */
const isList = (value: HtmlValue): value is readonly HtmlValue[] => Array.isArray(value);

type Context = 'content' | 'quoted' | 'tag' | 'refused';

type Template = {
  readonly texts: readonly string[];
  /** The context of each value. */
  readonly places: readonly Context[];
  readonly isAttributes: boolean;
};

/**
 * Placeholder of a value when the texts of a template are parsed as one: a private-use character
 * that no template contains.
 */
const VALUE = '\uE000';
/**
 * Matches a comment, a `script` or `style` element, or a tag. Each match extends to the end of the
 * text if it is not closed.
 */
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

function readContent(text: string): Context[] {
  return text.split(MARKUP).flatMap((part, index) => {
    if (index % 2 === 0) return placeAll(part, 'content');
    return IS_CODE.test(part) ? placeAll(part, 'refused') : readTag(part);
  });
}

function readTag(tag: string): Context[] {
  const parts = tag.split(QUOTED);
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return placeAll(part, BEFORE_SCRIPT.test(parts[index - 1]!) ? 'refused' : 'quoted');
    const before = part.split(VALUE).slice(0, -1);
    return before.map((own) => (/=\s*$/.test(own) ? 'refused' : 'tag'));
  });
}

/** Returns the same place for each value in a text. */
function placeAll(text: string, place: Context): Context[] {
  return text
    .split(VALUE)
    .slice(1)
    .map(() => place);
}
