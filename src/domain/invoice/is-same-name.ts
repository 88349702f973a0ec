/**
 * Returns whether AEAT's census treats two names as equal. It ignores accents, case, white space
 * and punctuation, but not the order of words.
 */
export function isSameName(one: string, other: string): boolean {
  return one === other || reduce(one) === reduce(other);
}

function reduce(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
