import { SaxesParser, type SaxesTagNS } from 'saxes';
import { MessageFault } from './message-fault.ts';

/** The callbacks for the parts of a document, called in document order. */
export type MarkupReader = {
  readonly open: (tag: SaxesTagNS) => void;
  /** Character data with resolved references. Contiguous text may arrive in several calls. */
  readonly text: (text: string) => void;
  readonly close: () => void;
};

/** The code of AEAT's catalogue for a message that cannot be parsed. */
const UNREADABLE = 4103;
/**
 * The code with which AEAT's server answers if its own parser fails. The catalogue does not contain
 * it.
 */
const BROKEN = 102;
/**
 * The errors of saxes for a declaration that is not at the start, `]]>` in a text, and `--` in a
 * comment.
 */
const BREAKS_SERVER = /XML declaration must (?:be|appear) at the start|"\]\]>"|malformed comment/;
/** Characters that a name may contain, but not begin with. */
const NO_BEGINNING = /^[\u0300-\u036F\-.\d\u00B7\u203F\u2040]/u;

/**
 * Reads a document by XML 1.0 with namespaces. A document type, and thus custom entities, are not
 * allowed. saxes checks whether the document is well-formed; violations that it does not detect are
 * refused here.
 * @throws MessageFault 102 or 4103 at the first violation.
 */
export function readMarkup(text: string, { open, text: readText, close }: MarkupReader): void {
  if (!text.isWellFormed()) throw new MessageFault(UNREADABLE);
  const source = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('error', ({ message }) => {
    throw new MessageFault(BREAKS_SERVER.test(message) ? BROKEN : UNREADABLE);
  });
  parser.on('doctype', () => parser.fail('a document type'));
  parser.on('processinginstruction', ({ target, body }) => {
    const isJoined = body !== '' && source.endsWith(`<?${target}${body}?>`, parser.position);
    if (isJoined) parser.fail('no blank after the name of an instruction');
  });
  parser.on('opentag', (tag) => {
    if (hasWrongName(tag)) parser.fail('a name that begins with what no name begins with');
    open(tag);
  });
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.on('closetag', close);
  parser.write(source).close();
}

/** Detects names with an invalid first character after a prefix, which saxes does not check. */
function hasWrongName(tag: SaxesTagNS): boolean {
  if (NO_BEGINNING.test(tag.local)) return true;
  return Object.values(tag.attributes).some(({ local }) => NO_BEGINNING.test(local));
}
