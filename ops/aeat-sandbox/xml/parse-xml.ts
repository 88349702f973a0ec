import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeReferences } from './decode-references.ts';
import type { XmlAttribute, XmlElement } from './element.ts';
import { MessageFault } from './message-fault.ts';

/** fast-xml-parser's ordered form: one key with the name, `:@` with the attributes. */
type Node = { readonly [name: string]: readonly Node[] | string | Readonly<Record<string, string>> };
type Prefixes = ReadonlyMap<string, string>;

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';
const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  jPath: false,
  cdataPropName: CDATA,
});
// eslint-disable-next-line no-control-regex -- what XML 1.0 cannot carry
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;
const BLANK = /^[ \t\r\n]*$/;
const OUTERMOST: Prefixes = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/**
 * Reads a document without document type, so without entities of its own.
 * @returns the root element.
 * @throws MessageFault 4103 where it is not well-formed.
 */
export function parseXml(text: string): XmlElement {
  if (text.includes('<!DOCTYPE') || ILLEGAL.test(text)) throw new MessageFault(4103);
  const nodes = readNodes(text);
  const [root, ...others] = nodes.filter((node) => !(TEXT in node));
  const isWhole = others.length === 0 && nodes.every((node) => !(TEXT in node) || isBlank(node));
  if (root === undefined || CDATA in root || !isWhole) throw new MessageFault(4103);
  return buildElement(root, OUTERMOST);
}

function readNodes(text: string): readonly Node[] {
  if (XMLValidator.validate(text) !== true) throw new MessageFault(4103);
  try {
    return PARSER.parse(text) as readonly Node[];
  } catch {
    throw new MessageFault(4103);
  }
}

function isBlank(node: Node): boolean {
  return BLANK.test(node[TEXT] as string);
}

function buildElement(node: Node, outer: Prefixes): XmlElement {
  const qualified = Object.keys(node).find((key) => key !== ATTRIBUTES)!;
  const given = (node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>;
  const prefixes = declarePrefixes(given, outer);
  const children: XmlElement[] = [];
  let text = '';
  for (const inner of node[qualified] as readonly Node[]) {
    if (TEXT in inner) text += decodeReferences(inner[TEXT] as string);
    else if (CDATA in inner) text += readCdata(inner);
    else children.push(buildElement(inner, prefixes));
  }
  const { name, namespace } = resolve(qualified, prefixes, prefixes.get('') ?? '');
  return { name, namespace, attributes: buildAttributes(given, prefixes), children, text };
}

function readCdata(node: Node): string {
  return (node[CDATA] as readonly Node[]).map((part) => part[TEXT] as string).join('');
}

function declarePrefixes(given: Readonly<Record<string, string>>, outer: Prefixes): Prefixes {
  let inner: Map<string, string> | null = null;
  for (const [name, value] of Object.entries(given)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    inner ??= new Map(outer);
    inner.set(name.slice('xmlns:'.length), decodeReferences(value));
  }
  return inner ?? outer;
}

function buildAttributes(given: Readonly<Record<string, string>>, prefixes: Prefixes): XmlAttribute[] {
  return Object.entries(given)
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => {
      if (value.includes('<')) throw new MessageFault(4103);
      return { ...resolve(name, prefixes, ''), value: decodeReferences(value) };
    });
}

/** @param unprefixed the namespace of names without a prefix: the default one for elements, none for attributes. */
function resolve(
  qualified: string,
  prefixes: Prefixes,
  unprefixed: string,
): { name: string; namespace: string } {
  const colon = qualified.indexOf(':');
  if (colon === -1) return { name: qualified, namespace: unprefixed };
  const namespace = prefixes.get(qualified.slice(0, colon));
  if (colon === 0 || namespace === undefined) throw new MessageFault(4103);
  return { name: qualified.slice(colon + 1), namespace };
}
