import { SaxesParser, type SaxesTagNS } from 'saxes';

/** The reason why a text cannot be read as XML. */
export class XmlError extends Error {
  override name = 'XmlError';
  readonly isTooLarge: boolean;

  constructor(message: string, { isTooLarge = false }: { isTooLarge?: boolean } = {}) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

/** The callbacks for the parts of a document, in document order. */
export type MarkupReader = {
  readonly open: (tag: SaxesTagNS) => void;
  /** Character data with references replaced. One run of text may arrive in several calls. */
  readonly text: (text: string) => void;
  readonly close: () => void;
};

const MAX_MESSAGE = 200;
/** Characters that a name may contain but not start with. */
const NO_BEGINNING = /^[\u0300-\u036F\-.\d\u00B7\u203F\u2040]/u;

/**
 * Reads a document as XML 1.0 with namespaces, without a document type and therefore without custom
 * entities. saxes checks that it is well-formed; this function refuses the errors that saxes
 * accepts.
 * @throws XmlError at the first position that is not well-formed.
 */
export function readMarkup(text: string, { open, text: readText, close }: MarkupReader): void {
  if (!text.isWellFormed()) throw new XmlError('an incomplete character');
  const source = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('error', ({ message }) => {
    throw new XmlError(shorten(message));
  });
  parser.on('doctype', () => parser.fail('it has a document type declaration'));
  parser.on('processinginstruction', ({ target, body }) => {
    const isJoined = body !== '' && source.endsWith(`<?${target}${body}?>`, parser.position);
    if (isJoined) parser.fail('no white space after the name of a processing instruction');
  });
  parser.on('opentag', (tag) => {
    if (hasWrongName(tag)) parser.fail(`a name with an invalid first character, in ${tag.name}`);
    open(tag);
  });
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.on('closetag', close);
  parser.write(source).close();
}

/** After a prefix, saxes accepts any name character as the first character of the local name. */
function hasWrongName(tag: SaxesTagNS): boolean {
  if (NO_BEGINNING.test(tag.local)) return true;
  return Object.values(tag.attributes).some(({ local }) => NO_BEGINNING.test(local));
}

/** Shortens a message, because it repeats names of any length. */
function shorten(message: string): string {
  return message.slice(0, MAX_MESSAGE).replaceAll(/\s/g, ' ');
}
