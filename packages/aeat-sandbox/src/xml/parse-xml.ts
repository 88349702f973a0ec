import type { SaxesTagNS } from 'saxes';
import type { XmlAttribute, XmlElement } from './element.ts';
import { MessageFault } from './message-fault.ts';
import { readMarkup } from './read-markup.ts';

/** An element whose end has not been read yet. */
type OpenElement = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  text: string;
};

const UNREADABLE = 4103;
/** The deepest nesting, far more than any message of this service has. */
const MAX_DEPTH = 100;

/**
 * Parses a document. A document type, and thus custom entities, are not allowed.
 * @returns the root element.
 * @throws MessageFault 102 or 4103 if it is not well-formed.
 */
export function parseXml(text: string): XmlElement {
  const path: OpenElement[] = [];
  let root: XmlElement | undefined;
  readMarkup(text, {
    open(tag) {
      if (path.length === MAX_DEPTH) throw new MessageFault(UNREADABLE);
      const attributes = listAttributes(tag);
      path.push({ name: tag.local, namespace: tag.uri, attributes, children: [], text: '' });
    },
    text(part) {
      const innermost = path.at(-1);
      if (innermost !== undefined) innermost.text += part;
    },
    close() {
      const element = path.pop()!;
      const outer = path.at(-1);
      if (outer === undefined) root = element;
      else outer.children.push(element);
    },
  });
  return root!;
}

function listAttributes({ attributes }: SaxesTagNS): XmlAttribute[] {
  return Object.values(attributes)
    .filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns')
    .map(({ local, uri, value }) => ({ name: local, namespace: uri, value }));
}
