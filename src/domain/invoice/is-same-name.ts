/** Whether two names are one to AEAT's census: accents, case, blanks and punctuation do not matter to it, the order of the words does. */
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
