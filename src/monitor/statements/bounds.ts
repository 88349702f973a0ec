/* Bounds of an overview, so that a view costs the same for any amount of data. */

/** Maximum number of rows counted per kind. */
export const MOST_COUNTED = 10_000;

/** Period in minutes for which an organization's new work is counted. */
export const LOAD_MINUTES = 10;
