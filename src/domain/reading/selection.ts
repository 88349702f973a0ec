/** The members of an object that a client asked for: each whole, or some of its own members. */
export type Selection = { readonly [member: string]: Selection | true };

/**
 * Returns an object with the selected members only, in their own order. Selected members that it
 * lacks remain absent; a list has the selected members of each item, and null stays null.
 */
export function pickMembers(value: unknown, selection: Selection | true): unknown {
  if (selection === true || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pickMembers(item, selection));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      Object.hasOwn(selection, name) ? [[name, pickMembers(member, selection[name]!)] as const] : [],
    ),
  );
}
