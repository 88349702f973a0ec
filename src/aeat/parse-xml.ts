import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeReferences } from './decode-references.ts';
import type { XmlElement } from './xml-element.ts';

/** Why a text is not read. */
export class XmlError extends Error {
  override name = 'XmlError';
  readonly isTooLarge: boolean;

  constructor(message: string, { isTooLarge = false }: { isTooLarge?: boolean } = {}) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

/** fast-xml-parser's ordered form: one key with the name, `:@` with the attributes. */
type Node = { readonly [name: string]: readonly Node[] | string | Readonly<Record<string, string>> };
/** Of one element, with the way outwards: copies would make many declarations times many elements. */
type Prefixes = { readonly own: ReadonlyMap<string, string>; readonly outer: Prefixes | null };

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';
/** AEAT's deepest answer has ten levels. */
const MAX_DEPTH = 32;
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
  maxNestedTags: MAX_DEPTH,
});
/** AEAT's longest texts have 500 characters, six times as many where each is a reference. The parser adds texts up letter by letter. */
const MAX_STRETCH = 16_384;
const LONGEST_MESSAGE = 200;
const OUTERMOST: Prefixes = {
  own: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
  outer: null,
};
const XMLNS = /^xmlns(?::(.+))?$/;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const AMPERSAND = 0x26;

/**
 * Reads a document without document type, so without entities of its own.
 * @param maxMarkup how many tags, attributes and references are read, so that a small text cannot become a huge tree.
 * @throws XmlError where it is not well-formed, has a document type or is more than that.
 */
export function parseXml(text: string, maxMarkup: number): XmlElement {
  refuseHuge(text, maxMarkup);
  if (text.includes('<!DOCTYPE')) throw new XmlError('it has a document type');
  const [root, ...others] = readNodes(text).filter((node) => !isBlank(node));
  if (root === undefined || TEXT in root || CDATA in root || others.length > 0) {
    throw new XmlError('it is not one element');
  }
  return buildElement(root, OUTERMOST);
}

/** Looks once at each character, before anything is built. */
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

/** The parser itself forgives what is not well-formed, the validator does not. */
function readNodes(text: string): readonly Node[] {
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw new XmlError(shorten(verdict.err.msg));
  try {
    return PARSER.parse(text) as readonly Node[];
  } catch (error) {
    throw new XmlError(shorten((error as Error).message));
  }
}

/** The validator repeats what it did not understand, however long that is. */
function shorten(message: string): string {
  return message.slice(0, LONGEST_MESSAGE).replaceAll(/\s/g, ' ');
}

function isBlank(node: Node): boolean {
  return TEXT in node && (node[TEXT] as string).trim() === '';
}

function buildElement(node: Node, outer: Prefixes): XmlElement {
  const qualified = Object.keys(node).find((key) => key !== ATTRIBUTES)!;
  const attributes = (node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>;
  const prefixes = declarePrefixes(attributes, outer);
  const children: XmlElement[] = [];
  let text = '';
  for (const inner of node[qualified] as readonly Node[]) {
    if (TEXT in inner) text += decodeReferences(inner[TEXT] as string);
    else if (CDATA in inner) text += readCdata(inner);
    else children.push(buildElement(inner, prefixes));
  }
  return { ...resolveName(qualified, prefixes), children, text: text.trim() };
}

function readCdata(node: Node): string {
  return (node[CDATA] as readonly Node[]).map((part) => part[TEXT] as string).join('');
}

function declarePrefixes(attributes: Readonly<Record<string, string>>, outer: Prefixes): Prefixes {
  const declared = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    const match = XMLNS.exec(name);
    return match ? [[match[1] ?? '', decodeReferences(value)]] : [];
  });
  return declared.length === 0 ? outer : { own: new Map(declared), outer };
}

function resolveName(qualified: string, prefixes: Prefixes): { name: string; namespace: string } {
  const colon = qualified.indexOf(':');
  if (colon === -1) return { name: qualified, namespace: findNamespace('', prefixes) ?? '' };
  const namespace = findNamespace(qualified.slice(0, colon), prefixes);
  if (namespace === undefined) throw new XmlError(`the prefix of ${qualified} is not declared`);
  return { name: qualified.slice(colon + 1), namespace };
}

/** At most as many steps as elements are nested. */
function findNamespace(prefix: string, innermost: Prefixes): string | undefined {
  for (let scope: Prefixes | null = innermost; scope !== null; scope = scope.outer) {
    const namespace = scope.own.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}
