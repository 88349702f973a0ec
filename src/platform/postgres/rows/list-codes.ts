/** Writes codes as the list of an SQL condition, `'a', 'b'`. */
export const listCodes = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(', ');
