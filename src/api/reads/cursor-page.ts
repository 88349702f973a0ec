/**
 * The position of an item in a list that has the newest items first: its place in the order of the
 * list, and its id for items of the same place.
 */
export type Position = { readonly at: number; readonly id: number };

/** The position before the first item of a list. */
export const BEGINNING: Position = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

export type CursorRequest = { readonly limit: number; readonly before: Position };

/** A page, and the position after which the next one begins; null if there is no next page. */
export type CursorPage<T> = { readonly items: readonly T[]; readonly next: Position | null };
