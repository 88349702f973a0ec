/** A document cut into its tags, instructions and texts; joined they are the document again. For documents without comments and CDATA. */
export type Pieces = readonly string[];

const PIECE = /<[^>]*>|[^<]+/g;

export function cut(document: string): Pieces {
  return document.match(PIECE) ?? [];
}

export const isStart = (piece: string) => /^<[^/?!]/.test(piece);
export const isEnd = (piece: string) => piece.startsWith('</');
export const isDeclaration = (piece: string) => piece.startsWith('<?');
/** A text that says something: blanks between elements say nothing. */
export const isText = (piece: string) => !piece.startsWith('<') && piece.trim() !== '';

/** The document from its root on. */
export function undeclare(pieces: Pieces): string {
  return pieces
    .filter((piece) => !isDeclaration(piece))
    .join('')
    .trimStart();
}

/** One of the places that are fit, the same for the same number; null where none is. */
export function choose(
  pieces: Pieces,
  at: number,
  isFit: (piece: string, index: number) => boolean,
): number | null {
  const places = pieces.flatMap((piece, index) => (isFit(piece, index) ? [index] : []));
  return places[at % places.length] ?? null;
}

/** The document with one piece put another way. */
export function change(pieces: Pieces, index: number, to: (piece: string) => string): string {
  return pieces.map((piece, place) => (place === index ? to(piece) : piece)).join('');
}
