/**
 * Writes JSON values so that equal values have equal texts, regardless of the order of members.
 * @param inexactNumbers maps places of the values to literals of numbers that a double cannot hold,
 *   which tell values apart as well.
 */
export function writeCanonically(
  values: readonly unknown[],
  inexactNumbers: ReadonlyMap<string, string>,
): string {
  return JSON.stringify([
    ...values.map(sortMembers),
    [...inexactNumbers].map((each) => each.join(' ')).toSorted(byText),
  ]);
}

/** Sorts the members of all objects in a JSON value by their names. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => byText(one, other))
    .map(([name, member]) => [name, sortMembers(member)]);
}

function byText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
