import { escapeXml } from 'verifactu-protocol/records/xml';

/*
 * XML documents as data: a document is a tree of parts, each of which writes the XML of a value.
 * The tree is in the order of the schema. An element whose text is absent is not written, nor is a
 * parent without content, so no document has an empty element.
 */

/** Writes the XML of a value. `currency` is the currency of the amounts. */
export type Part<T> = (value: T, currency: string) => string;

type Read<T> = (value: T, currency: string) => string | undefined;
type Attributes<T> = Readonly<Record<string, string | Read<T>>>;

/** An element with a text. @param attributes an attribute whose text is absent is not written. */
export function leaf<T>(name: string, read: Read<T>, attributes?: Attributes<T>): Part<T> {
  const end = `</${name}>`;
  if (attributes === undefined) {
    const start = `<${name}>`;
    return (value, currency) => {
      const text = read(value, currency);
      return text === undefined || text === '' ? '' : start + escapeXml(text) + end;
    };
  }
  const writers = Object.entries(attributes).map(([attribute, content]) =>
    writeAttribute(attribute, content),
  );
  return (value, currency) => {
    const text = read(value, currency);
    if (text === undefined || text === '') return '';
    let start = `<${name}`;
    for (const write of writers) start += write(value, currency);
    return `${start}>${escapeXml(text)}${end}`;
  };
}

function writeAttribute<T>(name: string, content: string | Read<T>): (value: T, currency: string) => string {
  if (typeof content === 'string') {
    const written = ` ${name}="${escapeAttribute(content)}"`;
    return () => written;
  }
  return (value, currency) => {
    const text = content(value, currency);
    return text === undefined ? '' : ` ${name}="${escapeAttribute(text)}"`;
  };
}

/** An element with a constant text. */
export function constant<T>(name: string, text: string): Part<T> {
  const written = `<${name}>${escapeXml(text)}</${name}>`;
  return () => written;
}

/** An element that contains others. */
export function parent<T>(name: string, ...parts: readonly Part<T>[]): Part<T> {
  const start = `<${name}>`;
  const end = `</${name}>`;
  const write = inside(...parts);
  return (value, currency) => {
    const content = write(value, currency);
    return content === '' ? '' : start + content + end;
  };
}

/** Parts one after another, without an element around them. */
export function inside<T>(...parts: readonly Part<T>[]): Part<T> {
  return (value, currency) => {
    let written = '';
    for (const part of parts) written += part(value, currency);
    return written;
  };
}

/** A part for each of several values. */
export function each<T, U>(read: (value: T) => readonly U[], part: Part<U>): Part<T> {
  return (value, currency) => {
    let written = '';
    for (const item of read(value)) written += part(item, currency);
    return written;
  };
}

/** Parts of another value; nothing if it is absent. */
export function of<T, U>(read: (value: T) => U | undefined, ...parts: readonly Part<U>[]): Part<T> {
  const write = inside(...parts);
  return (value, currency) => {
    const other = read(value);
    return other === undefined ? '' : write(other, currency);
  };
}

/** Parts that are only written if a condition holds. */
export function only<T>(condition: (value: T) => boolean, ...parts: readonly Part<T>[]): Part<T> {
  const write = inside(...parts);
  return (value, currency) => (condition(value) ? write(value, currency) : '');
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Builds the writer of a whole document.
 * @param namespaces by prefix; the empty prefix is the default namespace.
 */
export function buildDocumentWriter<T>(
  root: string,
  namespaces: Readonly<Record<string, string>>,
  ...parts: readonly Part<T>[]
): Part<T> {
  const declared = Object.entries(namespaces).map(([prefix, uri]) =>
    prefix === '' ? ` xmlns="${uri}"` : ` xmlns:${prefix}="${uri}"`,
  );
  const start = `${DECLARATION}<${root}${declared.join('')}>`;
  const write = inside(...parts);
  return (value, currency) => `${start}${write(value, currency)}</${root}>\n`;
}

/** Escapes text for the value of an attribute in double quotes. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
