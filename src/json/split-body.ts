import { CLOSING, findBeginning, findComma, OPENING } from './find-split-points.ts';

const BEFORE = Buffer.from(OPENING);
const BEHIND = Buffer.from(CLOSING);
const NOTHING = Buffer.alloc(0);

/**
 * A part of a body. A part is copied only when it is examined, because all parts together are as
 * large as the body.
 */
export type BodyPart = {
  readonly bytes: number;
  /** Copies the part into separate memory. */
  readonly copy: () => Buffer<ArrayBuffer>;
};

/**
 * Splits the body of a create request between invoices and makes a complete body of each part, so
 * threads can share the work.
 *
 * The parts are all valid exactly if the whole body is valid. If a part parses once its list is
 * closed, a parser of the whole body would be between two invoices at that point. A split point may
 * therefore be a guess: a wrong guess makes an invalid part. The caller checks the rules across
 * parts: the number of invoices, a label in two parts, and numbers that are used twice.
 * @param count the desired number of parts.
 * @returns at least two parts of about equal size; null if the body cannot be split.
 */
export function splitBody(body: Buffer, count: number): BodyPart[] | null {
  const beginning = findBeginning(body);
  if (beginning === null) return null;
  const parts: BodyPart[] = [];
  let from = 0;
  for (let part = 1; part < count; part += 1) {
    const split = findComma(body, beginning, from, Math.floor((body.length * part) / count));
    if (split === null) continue;
    parts.push(describePart(parts.length === 0 ? NOTHING : BEFORE, body.subarray(from, split), BEHIND));
    from = split + 1;
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
