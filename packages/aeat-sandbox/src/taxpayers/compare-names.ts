/** The largest number of wrong, missing or additional characters of a similar name. */
const SIMILAR = 2;

/**
 * Compares the name of a natural person with that in the census, which ignores accents, case,
 * punctuation and additional blanks. A name is similar if its words have another order, or if few
 * characters differ; how similar AEAT demands is documented nowhere.
 */
export function compareNames(known: string, stated: string): 'identified' | 'similar' | 'unknown' {
  const [own, other] = [normaliseName(known), normaliseName(stated)];
  if (own === other) return 'identified';
  if (sortWords(own) === sortWords(other)) return 'similar';
  return countEdits(own, other) <= SIMILAR ? 'similar' : 'unknown';
}

function normaliseName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
}

function sortWords(name: string): string {
  return name.split(' ').toSorted().join(' ');
}

/** Counts the characters to insert, delete or replace (Levenshtein). */
function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > SIMILAR) return SIMILAR + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const replaced = row[to]! + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(replaced, row[to + 1]! + 1, next[to]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
