/** The version of this package, which the release sets. */
export const VERSION = '1.1.0';
