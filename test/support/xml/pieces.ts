/**
 * Splits a document into tags, instructions and texts, whose concatenation is the document. The
 * document must have no comments and no CDATA.
 */
export type Pieces = readonly string[];

const PIECE = /<[^>]*>|[^<]+/g;

export function cut(document: string): Pieces {
  return document.match(PIECE) ?? [];
}

export const isStart = (piece: string) => /^<[^/?!]/.test(piece);
export const isEnd = (piece: string) => piece.startsWith('</');
export const isDeclaration = (piece: string) => piece.startsWith('<?');
/** Reports whether a piece is a text with content; white space between elements has none. */
export const isText = (piece: string) => !piece.startsWith('<') && piece.trim() !== '';

/** Returns the document from its root on. */
export function undeclare(pieces: Pieces): string {
  return pieces
    .filter((piece) => !isDeclaration(piece))
    .join('')
    .trimStart();
}

/**
 * Returns one of the suitable places, always the same one for the same number; null if there is
 * none.
 */
export function choose(
  pieces: Pieces,
  at: number,
  isFit: (piece: string, index: number) => boolean,
): number | null {
  const places = pieces.flatMap((piece, index) => (isFit(piece, index) ? [index] : []));
  return places[at % places.length] ?? null;
}

/** Returns the document with one piece changed. */
export function change(pieces: Pieces, index: number, to: (piece: string) => string): string {
  return pieces.map((piece, place) => (place === index ? to(piece) : piece)).join('');
}
