import type { Keywords, PassThrough } from './members.ts';

/*
 * The texts of a table that an invoice or a line only passes on. Code that stores, answers, prints
 * or exchanges them names none of them.
 */

type Members = Readonly<Record<string, Keywords>>;
type Names<M extends Members> = {
  [Name in keyof M]: M[Name] extends { readonly passThrough: PassThrough } ? Name : never;
}[keyof M];

/** A member of a table that is only passed on. */
export type PassThroughText<M extends Members> = {
  [Name in Names<M>]: M[Name]['passThrough'] &
    PassThrough & { readonly member: Name; readonly maxLength?: number };
}[Names<M>];

/** Lists the texts of a table that are only passed on, in its order. */
export function listPassThrough<const M extends Members>(members: M): readonly PassThroughText<M>[] {
  return Object.entries(members).flatMap(([member, { passThrough, maxLength }]) =>
    passThrough === undefined ? [] : [{ ...passThrough, maxLength, member }],
  ) as unknown as readonly PassThroughText<M>[];
}

/** Returns an object with its members in the order of a table. */
export function sortMembers<T extends object>(members: Members, object: T): T {
  const sorted: Partial<T> = {};
  for (const name of Object.keys(members) as (keyof T & string)[])
    if (name in object) sorted[name] = object[name];
  return sorted as T;
}
