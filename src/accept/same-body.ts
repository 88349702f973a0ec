import { BodySyntaxError, parseJson, type ParsedJson } from '../json/parse-json.ts';
import { isSameJson } from '../json/same-json.ts';

/**
 * Returns whether a request body is the same JSON value as a stored one, regardless of white space
 * and the order of members.
 */
export function isSameBody(body: Buffer, stored: Buffer): boolean {
  let sent: ParsedJson;
  try {
    sent = parseJson(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return false;
    throw error;
  }
  const known = parseJson(stored);
  return isSameJson(sent.value, known.value) && haveSameInexactNumbers(sent, known);
}

/** Compares numbers that a double cannot hold: they are equal only if their literals are equal. */
function haveSameInexactNumbers(left: ParsedJson, right: ParsedJson): boolean {
  if (left.inexactNumbers.size !== right.inexactNumbers.size) return false;
  return [...left.inexactNumbers].every(([path, literal]) => right.inexactNumbers.get(path) === literal);
}
