const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** What ends a number or a word by itself: beside these blanks mean nothing. */
const STRUCTURE = new Set(Buffer.from('{}[]:,"'));
const END = -1;

/**
 * Whether two JSON texts are the same but for blanks between their tokens. It parses nothing: whoever sends a body again as another program
 * wrote it costs no memory.
 * @param known a text that is JSON; then so is one that is the same.
 * @returns false also where it cannot tell: members in another order are the same value in another text.
 */
export function isSameText(text: Uint8Array, known: Uint8Array): boolean {
  const [nextOfText, nextOfKnown] = [readTokens(text), readTokens(known)];
  for (;;) {
    const byte = nextOfText();
    if (byte !== nextOfKnown()) return false;
    if (byte === END) return true;
  }
}

/** Gives the bytes of a text one after the other, without the blanks between tokens; a blank that parts two numbers or words stays, as one. */
function readTokens(text: Uint8Array): () => number {
  let at = 0;
  let before = QUOTE;
  let isInside = false;
  let isEscaped = false;
  return () => {
    if (!isInside && BLANKS.has(text[at]!)) {
      while (BLANKS.has(text[at]!)) at += 1;
      const isNeeded = at < text.length && !STRUCTURE.has(before) && !STRUCTURE.has(text[at]!);
      if (isNeeded) return (before = 0x20);
    }
    if (at >= text.length) return END;
    const byte = text[at]!;
    at += 1;
    if (isInside && !isEscaped && byte === BACKSLASH) isEscaped = true;
    else {
      if (byte === QUOTE && !isEscaped) isInside = !isInside;
      isEscaped = false;
    }
    return (before = byte);
  };
}
