/*
 * What a Spanish text has in common with the English text that it translates.
 */

/** Words that no Spanish text of the API contains; names of Unicode characters are in capitals. */
const ENGLISH =
  /(?<![\p{L}_])(?:and|are|as|at|be|because|but|by|can|cannot|can't|for|from|give|given|has|have|if|in|instead|is|it|its|leave|must|not|of|only|or|out|than|that|the|their|this|to|unless|use|which|with|without|whose)(?![\p{L}_])/u;
/** Numbers, dates, codes and names of members. */
const VALUE = /[A-Za-z]*\d[\w./:-]*|\b[a-z]+(?:_[a-z\d]+)+\b/g;

/** Returns the English words that are left in a text. */
export function findEnglish(text: string): string[] {
  return ENGLISH.exec(text)?.slice(0, 1) ?? [];
}

/** Returns the values in a text, without their order and without repetitions. */
export function listValues(text: string): string[] {
  const found = [...text.matchAll(VALUE)].map(([value]) =>
    value.replace(/[.:/-]+$/, '').replace(/^16th$/, '16'),
  );
  return [...new Set(found)].toSorted();
}
