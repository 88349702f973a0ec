import { change, choose, isEnd, isStart, isText, type Pieces } from './pieces.ts';

/** A way to change a document. */
export type Mutation = {
  readonly what: string;
  /** @param at selects the place. @returns null if the document has no suitable place. */
  readonly mutate: (pieces: Pieces, at: number) => string | null;
};

/** Adds markup among the elements within the root. */
export function amongElements(markup: string): Mutation {
  return {
    what: `${markup} among elements`,
    mutate: (pieces, at) =>
      changeOne(
        pieces,
        at,
        (piece, index) =>
          index < pieces.length - 2 && isTag(piece) && pieces.slice(0, index + 1).some(isStart),
        (piece) => piece + markup,
      ),
  };
}

/** Adds markup to a text. */
export function inText(markup: string): Mutation {
  return {
    what: `${markup} in a text`,
    mutate: (pieces, at) => changeOne(pieces, at, isText, (text) => insert(text, at, markup)),
  };
}

/** Adds attributes, valid or not, to a start tag. */
export function inTag(attributes: string): Mutation {
  return {
    what: `a tag with ${attributes}`,
    mutate: (pieces, at) =>
      changeOne(pieces, at, isStart, (tag) =>
        tag.replace(/^<[^\s/>]+/, `$& ${attributes.replaceAll('$', '$$$$')}`),
      ),
  };
}

/** Changes one of the suitable pieces. */
export function changeOne(
  pieces: Pieces,
  at: number,
  isFit: (piece: string, index: number) => boolean,
  to: (piece: string) => string,
): string | null {
  const index = choose(pieces, at, isFit);
  return index === null ? null : change(pieces, index, to);
}

function isTag(piece: string): boolean {
  return isStart(piece) || isEnd(piece);
}

/** Avoids positions within a character reference. */
function insert(text: string, at: number, markup: string): string {
  const place = text.includes('&') ? 0 : at % (text.length + 1);
  return text.slice(0, place) + markup + text.slice(place);
}
