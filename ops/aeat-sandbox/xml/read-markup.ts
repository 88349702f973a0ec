import { SaxesParser, type SaxesTagNS } from 'saxes';
import { MessageFault } from './message-fault.ts';

/** What is told of a document, in its order. */
export type MarkupReader = {
  readonly open: (tag: SaxesTagNS) => void;
  /** Character data, references replaced; one stretch may come in parts. */
  readonly text: (text: string) => void;
  readonly close: () => void;
};

/** What AEAT's catalogue has for a message that cannot be parsed. */
const UNREADABLE = 4103;
/** What its server answers where it breaks over one itself: the code is in no catalogue. */
const BROKEN = 102;
/** A declaration that is not at the start, `]]>` in a text, `--` in a comment; these are saxes' words. */
const BREAKS_SERVER = /XML declaration must (?:be|appear) at the start|"\]\]>"|malformed comment/;
/** Characters that a name may have, but not begin with. */
const NO_BEGINNING = /^[\u0300-\u036F\-.\d\u00B7\u203F\u2040]/u;

/**
 * Reads a document as XML 1.0 with namespaces has it, without document type, so without entities of its own. saxes judges whether it is
 * well-formed; what it lets pass is refused here.
 * @throws MessageFault 102 or 4103 at the first place that is not well-formed.
 */
export function readMarkup(text: string, { open, text: tell, close }: MarkupReader): void {
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
  parser.on('text', tell);
  parser.on('cdata', tell);
  parser.on('closetag', close);
  parser.write(source).close();
}

/** Behind a prefix saxes takes any letter of a name for its first. */
function hasWrongName(tag: SaxesTagNS): boolean {
  if (NO_BEGINNING.test(tag.local)) return true;
  return Object.values(tag.attributes).some(({ local }) => NO_BEGINNING.test(local));
}
