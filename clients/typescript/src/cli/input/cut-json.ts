/** A piece of a JSON text. */
type Piece = { readonly start: number; readonly end: number };

/*
 * Finds pieces of a text that JSON.parse has accepted. They are sent unchanged, because a number
 * that is parsed and formatted again may differ.
 */

/** Lists the elements of an array. @param start the position at which the array begins. */
export function listElements(text: string, start: number): string[] {
  return listPieces(text, start).map((piece) => text.slice(piece.start, piece.end));
}

/** A member of an object: the name, and the start and the end of its value. */
type Found = { readonly name: string; readonly at: number; readonly end: number };

/** Lists the members of an object with the position of each value, including duplicate members. */
export function listMembers(text: string, start: number): Found[] {
  const pieces = listPieces(text, start);
  return pieces.map((piece) => {
    const end = skipString(text, piece.start);
    return {
      name: JSON.parse(text.slice(piece.start, end)) as string,
      at: skipBlanks(text, skipBlanks(text, end) + 1),
      end: piece.end,
    };
  });
}

/** Lists the pieces between the commas of an array or object. */
function listPieces(text: string, start: number): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; ; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = skipString(text, at) - 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']' || (character === ',' && depth === 1)) {
      if (character !== ',') depth -= 1;
      if (depth > 1 || (depth === 1 && character !== ',')) continue;
      const begin = skipBlanks(text, from);
      if (begin < at) pieces.push({ start: begin, end: begin + text.slice(begin, at).trimEnd().length });
      if (depth === 0) return pieces;
      from = at + 1;
    }
  }
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
