/*
 * The Informal Trace Format, in which Quint writes traces: JSON with marked numbers, sets, maps and
 * variants.
 */

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

type Marked = { readonly [name: string]: unknown };

/**
 * Reads a value. Sets and tuples become lists, maps become objects by key, and variants become
 * `{ Tag: value }`.
 */
export function readItf(value: unknown): Value {
  if (value === null || typeof value !== 'object') return value as Value;
  if (Array.isArray(value)) return value.map(readItf);
  const marked = value as Marked;
  if ('#bigint' in marked) return Number(marked['#bigint']);
  if ('#set' in marked) return (marked['#set'] as unknown[]).map(readItf);
  if ('#tup' in marked) return (marked['#tup'] as unknown[]).map(readItf);
  if ('#map' in marked) {
    const entries = marked['#map'] as [unknown, unknown][];
    return Object.fromEntries(entries.map(([key, one]) => [nameOf(readItf(key)), readItf(one)]));
  }
  if ('tag' in marked) {
    const tag = String(marked['tag']);
    return { [tag]: readItf(marked['value']) };
  }
  return Object.fromEntries(Object.entries(marked).map(([name, one]) => [name, readItf(one)]));
}

/** Names a map key: a number or a word as it is, a composite value as JSON. */
export function nameOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
