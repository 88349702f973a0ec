/**
 * Replaces all `$ref`s of a document by what they refer to. The document must have no circular
 * references.
 * @throws if a reference has no target.
 */
export function dereference<D>(document: D): D {
  function follow(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(follow);
    const { $ref, ...rest } = value as { $ref?: string };
    const own = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, follow(member)]));
    return $ref === undefined ? own : { ...(follow(find($ref)) as object), ...own };
  }
  function find(reference: string): unknown {
    let found: unknown = document;
    for (const name of reference.slice(2).split('/')) found = (found as Record<string, unknown>)[name];
    if (found === undefined) throw new Error(`The reference ${reference} has no target`);
    return found;
  }
  return follow(document) as D;
}
