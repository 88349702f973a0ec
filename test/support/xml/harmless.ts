import { amongElements, changeOne, inTag, inText, type Mutation } from './mutation.ts';
import { isEnd, isStart, isText, undeclare, type Pieces } from './pieces.ts';

/* Mutations that do not change the meaning of a document. */

const MARKUP = [
  '<!-- a -->',
  '<!---->',
  '<!--->-->',
  '<!-- <?xml version="1.0"?> <!DOCTYPE a> <!ELEMENT a ANY> ]]> &nbsp; & < <a:b:c/> -->',
  '<?a?>',
  '<?a b?>',
  '<?a ?b?>',
  '<?a b -- ]]> < & ??>',
  '<?xml-a version="1.0"?>',
];
const ATTRIBUTES = [
  'xmlns:harmless="urn:a"',
  "xmlns:harmless='urn:a'",
  'xmlns:harmless = "urn:a--b&amp;c&#38;d&#x26;e"',
  '\r\n\t',
];
const DECLARATIONS = [
  '',
  '<?xml version="1.0"?>',
  "<?xml version='1.0' encoding='utf-8'?>",
  '<?xml version = "1.0"\n encoding="UTF-8" standalone="yes" ?>',
  '<!-- a -->',
  '\n',
];
const TAILS = ['\n', ' \t\r\n', '<!-- a -->', '<?a b?>', '<?a ?>\n<!---->'];
/** Returns a text that contains no character reference. */
const isPlain = (piece: string) => isText(piece) && !piece.includes('&');

const TEXTS: readonly [what: string, to: (text: string) => string][] = [
  ['a section', (text) => `<![CDATA[${text}]]>`],
  ['two sections', (text) => `<![CDATA[${text.slice(0, 2)}]]><![CDATA[${text.slice(2)}]]>`],
  ['a section at its end', (text) => `${text.slice(0, 1)}<![CDATA[${text.slice(1)}]]>`],
  ['decimal references', (text) => refer(text, (point) => `&#${point};`)],
  ['hexadecimal references', (text) => refer(text, (point) => `&#x${point.toString(16)};`)],
  ['references with zeros', (text) => refer(text, (point) => `&#x000${point.toString(16).toUpperCase()};`)],
];

export const HARMLESS: readonly Mutation[] = [
  ...[...MARKUP, '<![CDATA[]]>'].map(inText),
  ...MARKUP.map(amongElements),
  ...ATTRIBUTES.map(inTag),
  ...TEXTS.map(([what, to]) => ({
    what: `a text as ${what}`,
    mutate: (pieces: Pieces, at: number) => changeOne(pieces, at, isPlain, to),
  })),
  {
    what: 'an ampersand by its number',
    mutate: (pieces, at) =>
      changeOne(
        pieces,
        at,
        (piece) => piece.includes('&amp;'),
        (text) => text.replaceAll('&amp;', '&#x26;'),
      ),
  },
  {
    what: 'other quotes',
    mutate: (pieces, at) =>
      changeOne(
        pieces,
        at,
        (piece) => isStart(piece) && !piece.includes("'"),
        (tag) => tag.replaceAll('"', "'"),
      ),
  },
  {
    what: 'blanks in an end tag',
    mutate: (pieces, at) => changeOne(pieces, at, isEnd, (tag) => tag.replace('>', ' \n>')),
  },
  {
    what: 'blanks in a start tag',
    mutate: (pieces, at) => changeOne(pieces, at, isStart, (tag) => tag.replace(/\/?>$/, '\t\r\n$&')),
  },
  { what: 'another prefix', mutate: renamePrefix },
  { what: 'blanks among elements', mutate: spread },
  { what: 'other ends of lines', mutate: (pieces) => pieces.join('').replaceAll(/\r?\n/g, '\r\n') },
  ...TAILS.map((tail) => ({ what: `${tail} behind it`, mutate: (pieces: Pieces) => pieces.join('') + tail })),
  ...DECLARATIONS.map((declaration) => ({
    what: `${declaration} instead of its declaration`,
    mutate: (pieces: Pieces) => declaration + undeclare(pieces),
  })),
];

function refer(text: string, write: (point: number) => string): string {
  return Array.from(text, (character) => write(character.codePointAt(0)!)).join('');
}

function renamePrefix(pieces: Pieces, at: number): string | null {
  const document = pieces.join('');
  const prefixes = [...new Set([...document.matchAll(/xmlns:([\w.-]+)=/g)].map(([, prefix]) => prefix!))];
  const prefix = prefixes[at % prefixes.length];
  if (prefix === undefined) return null;
  return document.replaceAll(new RegExp(`(</?|xmlns:)${prefix}(?=[:=])`, 'g'), '$1harmless.\u00E9-1');
}

/**
 * Adds white space where an element is next to another, but not in an element with text or without
 * content.
 */
function spread(pieces: Pieces): string {
  return pieces
    .map((piece, index) => {
      const before = pieces[index - 1] ?? '';
      const isBeside =
        (isEnd(before) && (isEnd(piece) || isStart(piece))) || (isStart(before) && isStart(piece));
      return isBeside ? `\n \t${piece}` : piece;
    })
    .join('');
}
