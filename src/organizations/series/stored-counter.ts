/** A counter of a series in a year; the year is 0 if the pattern has none. */
export type StoredCounter = { readonly year: number; readonly first: number; readonly last: number };
