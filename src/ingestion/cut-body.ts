import { CLOSING, findBeginning, findComma, OPENING } from '../domain/reading/find-cuts.ts';

const BEFORE = Buffer.from(OPENING);
const BEHIND = Buffer.from(CLOSING);
const NOTHING = Buffer.alloc(0);

/** A part is copied when its turn comes: all of them together are as large as the body. */
export type BodyPart = {
  readonly bytes: number;
  /** Into memory of its own. */
  readonly copy: () => Buffer<ArrayBuffer>;
};

/**
 * Cuts the body of a create request between invoices, so that threads share the work, and makes a body of each part. They are right exactly if
 * the whole is: what parses up to a cut once its list is closed leaves the parser where the next part begins. So a cut may be a guess: a wrong
 * one makes a part that is wrong. What only the parts together can tell is left to the caller: how many invoices there are, a label in two
 * parts, numbers that are used twice.
 * @param count how many parts there should be.
 * @returns two parts or more, about equal; null when there is nowhere to cut.
 */
export function cutBody(body: Buffer, count: number): BodyPart[] | null {
  const beginning = findBeginning(body);
  if (beginning === null) return null;
  const parts: BodyPart[] = [];
  let from = 0;
  for (let part = 1; part < count; part += 1) {
    const cut = findComma(body, beginning, from, Math.floor((body.length * part) / count));
    if (cut === null) continue;
    parts.push(describePart(parts.length === 0 ? NOTHING : BEFORE, body.subarray(from, cut), BEHIND));
    from = cut + 1;
  }
  return parts.length === 0 ? null : [...parts, describePart(BEFORE, body.subarray(from))];
}

function describePart(...pieces: readonly Buffer[]): BodyPart {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { bytes, copy: () => join(bytes, pieces) };
}

function join(bytes: number, pieces: readonly Buffer[]): Buffer<ArrayBuffer> {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
