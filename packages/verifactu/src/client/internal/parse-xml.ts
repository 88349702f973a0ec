import type { SaxesTagNS } from 'saxes';
import type { XmlElement } from '../../remission/xml-element.ts';
import { readMarkup, XmlError } from './read-markup.ts';

/** An element whose end tag has not been read. */
type OpenElement = {
  readonly name: string;
  readonly namespace: string;
  readonly children: XmlElement[];
  text: string;
  attributes?: Readonly<Record<string, string>>;
};

/** AEAT's deepest answer has ten levels. */
const MAX_DEPTH = 32;
/**
 * AEAT's longest texts have 500 characters, or six times as many when each character is a
 * reference.
 */
const MAX_STRETCH = 16_384;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const AMPERSAND = 0x26;

/**
 * Parses a document without a document type, and therefore without custom entities.
 * @param maxMarkup maximum number of tags, attributes and references. It prevents a small text from
 *   becoming a huge tree.
 * @param keepsAttributes whether elements have their attributes.
 * @throws XmlError when the document is not well-formed, has a document type, or exceeds a limit.
 */
export function parseXml(text: string, maxMarkup: number, keepsAttributes = false): XmlElement {
  refuseHuge(text, maxMarkup);
  const path: OpenElement[] = [];
  let root: XmlElement | undefined;
  readMarkup(text, {
    open({ local, uri, attributes }) {
      if (path.length === MAX_DEPTH) throw new XmlError(`more than ${MAX_DEPTH} nested elements`);
      const kept = keepsAttributes ? { attributes: listAttributes(attributes) } : {};
      path.push({ name: local, namespace: uri, children: [], text: '', ...kept });
    },
    text(part) {
      const innermost = path.at(-1);
      if (innermost !== undefined) innermost.text += part;
    },
    close() {
      const closed = path.pop()!;
      const element = { ...closed, text: closed.text.trim() };
      const outer = path.at(-1);
      if (outer === undefined) root = element;
      else outer.children.push(element);
    },
  });
  return root!;
}

const NAMESPACES = 'http://www.w3.org/2000/xmlns/';

function listAttributes(attributes: SaxesTagNS['attributes']): Record<string, string> {
  const named = Object.values(attributes).filter(({ uri }) => uri !== NAMESPACES);
  const sorted = named
    .map(({ uri, local, value }) => [`{${uri}}${local}`, value] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted);
}

/** Checks each character once before anything is built. */
function refuseHuge(text: string, maxMarkup: number): void {
  let count = 0;
  let begin = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === LESS_THAN) begin = at;
    if (character === LESS_THAN || character === EQUALS || character === AMPERSAND) count += 1;
    if (count > maxMarkup) {
      throw new XmlError(`more than ${maxMarkup} tags, attributes and references`, { isTooLarge: true });
    }
    if (at - begin > MAX_STRETCH) {
      throw new XmlError(`more than ${MAX_STRETCH} characters without a tag`, { isTooLarge: true });
    }
  }
}
