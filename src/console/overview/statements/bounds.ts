/* What an overview is bounded by: a look costs the same however much there is. */

/** Rows of a kind that are counted at most. */
export const MOST_COUNTED = 10_000;

/** For so long back organizations' arrivals are counted. */
export const LOAD_MINUTES = 10;
