import { BodySyntaxError, parseJson, type ParsedJson } from './parse-json.ts';
import { isSameJson } from './same-json.ts';

/** Whether a request body is the same JSON value as a stored one, whatever its blanks and the order of its members. */
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

/** Numbers that a double cannot hold are the same only when they are written the same. */
function haveSameInexactNumbers(left: ParsedJson, right: ParsedJson): boolean {
  if (left.inexactNumbers.size !== right.inexactNumbers.size) return false;
  return [...left.inexactNumbers].every(([path, literal]) => right.inexactNumbers.get(path) === literal);
}
