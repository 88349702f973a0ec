import { CreateBatchBody } from '../contracts/v2/invoice-input.ts';
import { listMembers } from '../json/list-members.ts';

/** Names of the members whose schema requires an integer. Version 2 has all of version 1. */
const INTEGERS = new Set(
  listMembers(CreateBatchBody)
    .filter(({ types }) => types.includes('integer'))
    .map(({ name }) => name),
);

/**
 * Finds a number that became an integer only because a double cannot hold it, such as
 * `1.00000000000000000001` or `1e-400`.
 * @param inexactNumbers maps places of a body with a valid shape to the literals that were sent
 *   there.
 * @returns the first such place, in text order, that requires an integer; null if there is none.
 */
export function findNoInteger(inexactNumbers: ReadonlyMap<string, string>): string | null {
  const places = [...inexactNumbers]
    .filter(
      ([place, literal]) => INTEGERS.has(place.slice(place.lastIndexOf('.') + 1)) && !isInteger(literal),
    )
    .map(([place]) => place);
  return places.toSorted()[0] ?? null;
}

/** Returns whether a literal consists of digits, with only zeros after a decimal point. */
function isInteger(literal: string): boolean {
  return /^-?\d+(?:\.0+)?$/.test(literal);
}
