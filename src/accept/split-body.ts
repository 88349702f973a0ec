import { CLOSING, findBeginning, findComma, OPENING } from '../domain/reading/find-split-points.ts';

const BEFORE = Buffer.from(OPENING);
const BEHIND = Buffer.from(CLOSING);
const NOTHING = Buffer.alloc(0);

/** A part is copied only when it is examined: together the parts are as large as the body. */
export type BodyPart = {
  readonly bytes: number;
  /** Into memory of its own. */
  readonly copy: () => Buffer<ArrayBuffer>;
};

/**
 * Splits the body of a create request between invoices, so that threads share the work, and makes a body of each part. The parts are valid exactly if the
 * whole is: where a part parses once its list is closed, the parser of the whole would be where the next part begins. A split point may therefore be a guess, and
 * a wrong guess makes an invalid part. The caller checks what only the parts together can show: the number of invoices, a label in two parts, and numbers that are used twice.
 * @param count the wanted number of parts.
 * @returns two parts or more of about equal size; null where the body cannot be split.
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
