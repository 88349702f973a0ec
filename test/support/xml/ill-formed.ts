import { amongElements, changeOne, inTag, inText, type Mutation } from './mutation.ts';
import { MARKUP } from './ill-formed-markup.ts';
import { isDeclaration, isEnd, isStart, undeclare, type Pieces } from './pieces.ts';

/*
 * Mutations that make every document ill-formed at every place, according to XML 1.0, fifth
 * edition, and Namespaces in XML.
 */

const DECLARATIONS = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<?xml version="1.0"?>',
  '<?xml?>',
  '<?XML a?>',
  '<?xMl?>',
];
const COMMENTS = ['<!-- a -- b -->', '<!-- a --->', '<!-- -- -->', '<!-- a -- >'];

const ATTRIBUTES = [
  'a="<"',
  'a',
  'a=1',
  'a="1',
  'a="1" a="2"',
  'a="&nbsp;"',
  'unbound:a="1"',
  'xmlns:a=""',
  'a:b:c="1"',
  '1a="1"',
  '/',
];
/** After the root. */
const TAILS = [
  '<a/>',
  'a',
  ']]>',
  '&amp;',
  '&#32;',
  '\u00A0',
  '<![CDATA[]]>',
  '<!DOCTYPE a>',
  '</a>',
  '<a>',
  '<',
  '<!--',
  '\u0001',
];
/** Before the root. */
const HEADS = ['a', '\u00A0', '<a/>', '<![CDATA[]]>', '&#32;'];
/** Instead of the declaration. */
const BEGINNINGS = [
  '<?xml version="2.0"?>',
  '<?xml version="1"?>',
  '<?xml version=1.0?>',
  '<?xml encoding="UTF-8"?>',
  '<?xml version="1.0"encoding="UTF-8"?>',
  '<?xml encoding="UTF-8" version="1.0"?>',
  '<?xml version="1.0" standalone="maybe"?>',
  '<?xml version="1.0" a="b"?>',
  '<?xml version="1.0">',
  '<?xml version="1.0" version="1.0"?>',
];

const STRUCTURE: readonly Mutation[] = [
  { what: 'an end tag less', mutate: (pieces, at) => changeOne(pieces, at, isEnd, () => '') },
  { what: 'an end tag twice', mutate: (pieces, at) => changeOne(pieces, at, isEnd, (tag) => tag + tag) },
  {
    what: 'another end tag',
    mutate: (pieces, at) => changeOne(pieces, at, isEnd, (tag) => tag.replace('>', 'x>')),
  },
  {
    what: 'an end tag that is open',
    mutate: (pieces, at) => changeOne(pieces, at, isEnd, (tag) => tag.slice(0, -1)),
  },
  {
    what: 'a start tag less',
    mutate: (pieces, at) =>
      changeOne(
        pieces,
        at,
        (piece) => isStart(piece) && !piece.endsWith('/>'),
        () => '',
      ),
  },
  {
    what: 'a start tag that is open',
    mutate: (pieces, at) => changeOne(pieces, at, isStart, (tag) => tag.slice(0, -1)),
  },
  { what: 'an end', mutate: (pieces, at) => cutOff(pieces.join('').trimEnd(), at) },
  { what: 'it twice', mutate: (pieces) => pieces.join('') + undeclare(pieces) },
  ...TAILS.map((tail) => ({
    what: `${tail} behind it`,
    mutate: (pieces: Pieces) => pieces.join('') + tail,
  })),
  ...HEADS.map((head) => ({
    what: `${head} before it`,
    mutate: (pieces: Pieces) => head + undeclare(pieces),
  })),
  ...BEGINNINGS.map((beginning) => ({
    what: `${beginning} instead of its declaration`,
    mutate: (pieces: Pieces) => beginning + undeclare(pieces),
  })),
];

/**
 * A declaration that is not at the start, `]]>` in a text, and `--` in a comment: one of AEAT's
 * servers fails on these.
 */
export const BREAKING: readonly Mutation[] = [
  ...[...DECLARATIONS, ...COMMENTS, ']]>'].flatMap((markup) => [amongElements(markup), inText(markup)]),
  ...[...DECLARATIONS, ...COMMENTS].map((markup) => ({
    what: `${markup} behind it`,
    mutate: (pieces: Pieces) => pieces.join('') + markup,
  })),
  {
    what: 'a blank before its declaration',
    mutate: (pieces) => (isDeclaration(pieces[0] ?? '') ? ` ${pieces.join('')}` : null),
  },
  {
    what: 'its declaration twice',
    mutate: (pieces, at) => changeOne(pieces, at, isDeclaration, (declaration) => declaration + declaration),
  },
];

export const UNREADABLE: readonly Mutation[] = [
  ...MARKUP.flatMap((markup) => [amongElements(markup), inText(markup)]),
  ...ATTRIBUTES.map(inTag),
  ...STRUCTURE,
];

/** Picks a position after the first and before the last character. */
function cutOff(document: string, at: number): string {
  return document.slice(0, 1 + (at % (document.length - 1)));
}
