import { INVOICE_MEMBERS } from '../../contracts/v2/invoice-members.ts';

/*
 * The pattern of the numbers of a series: characters of invoice numbers, `{code}`, at most one
 * `{year}` or `{year:2}`, and exactly one `{counter}` or `{counter:6}`. The counter is the only part
 * whose length varies, so that two counters or years never give the same number. The database has
 * the same grammar (migrations/0034-series.sql).
 */

/** The most digits of a counter. */
export const COUNTER_DIGITS = 12;
/** The most characters of a number: AEAT's NumSerieFactura. */
const MOST_CHARACTERS = INVOICE_MEMBERS.number_serie.maxLength;

/** A part of a number. The digits of a counter are the fewest that it has. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'year'; readonly digits: 2 | 4 }
  | { readonly kind: 'counter'; readonly digits: number };

/** A pattern with the code of its series filled in. */
export type Pattern = {
  readonly parts: readonly Part[];
  /** Whether its numbers contain the year, so that every year has a counter of its own. */
  readonly hasYear: boolean;
};

/** Why a pattern is refused. */
export type PatternFault =
  | 'unknown_part'
  | 'no_counter'
  | 'several_parts'
  | 'forbidden_characters'
  | 'too_long';

const TOKEN = /\{([^{}]*)\}|([^{}]+)|[{}]/g;
/** The characters of numbers, without braces: AEAT 1130, 1287. */
const CHARACTERS = /^[ !#-&(-;?-z|~]+$/;
const COUNTER = /^counter(?::([1-9]|1[0-2]))?$/;

/** Reads the pattern of a series. */
export function readPattern(pattern: string, code: string): Pattern | PatternFault {
  const parts: Part[] = [];
  for (const [, name, text] of pattern.matchAll(TOKEN)) {
    const part = text === undefined ? readPart(name ?? '', code) : { kind: 'text' as const, text };
    if (part === null) return 'unknown_part';
    if (part.kind === 'text' && !CHARACTERS.test(part.text)) return 'forbidden_characters';
    parts.push(part);
  }
  const count = (kind: Part['kind']) => parts.filter((part) => part.kind === kind).length;
  if (count('counter') === 0) return 'no_counter';
  if (count('counter') > 1 || count('year') > 1) return 'several_parts';
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const isPadded =
    (first.kind === 'text' && first.text.startsWith(' ')) ||
    (last.kind === 'text' && last.text.endsWith(' '));
  // AEAT trims the values that it hashes.
  if (isPadded) return 'forbidden_characters';
  const longest = parts.reduce((sum, part) => sum + longestOf(part), 0);
  if (longest > MOST_CHARACTERS) return 'too_long';
  return { parts, hasYear: count('year') === 1 };
}

/** Reads a pattern that was stored. @throws Error if it is none. */
export function readStoredPattern(pattern: string, code: string): Pattern {
  const read = readPattern(pattern, code);
  if (typeof read === 'string') throw new Error(`The stored pattern ${pattern} is refused: ${read}`);
  return read;
}

function readPart(name: string, code: string): Part | null {
  if (name === 'code') return { kind: 'text', text: code };
  if (name === 'year') return { kind: 'year', digits: 4 };
  if (name === 'year:2') return { kind: 'year', digits: 2 };
  const counter = COUNTER.exec(name);
  return counter && { kind: 'counter', digits: Number(counter[1] ?? 1) };
}

function longestOf(part: Part): number {
  if (part.kind === 'text') return part.text.length;
  return part.kind === 'year' ? part.digits : COUNTER_DIGITS;
}

/** Writes a number of a series. @param year ignored if the pattern has none. */
export function formatNumber({ parts }: Pattern, year: number, counter: number): string {
  let number = '';
  for (const part of parts)
    if (part.kind === 'text') number += part.text;
    else if (part.kind === 'year') number += String(year).slice(-part.digits);
    else number += String(counter).padStart(part.digits, '0');
  return number;
}

/** Where a number stands in a series. `year` is 0 if its pattern has none. */
export type Place = { readonly year: number; readonly counter: number };

/**
 * Finds the place that a number would have in a series.
 * @param near a year of the century in which a year of two digits lies.
 * @returns null if the pattern never gives the number.
 */
export function findPlace({ parts }: Pattern, number: string, near: number): Place | null {
  let rest = number;
  let year = 0;
  let counter = -1;
  const fixed = parts.reduce(
    (sum, part) => sum + (part.kind === 'text' ? part.text.length : part.kind === 'year' ? part.digits : 0),
    0,
  );
  const digitsOfCounter = number.length - fixed;
  if (digitsOfCounter < 1 || digitsOfCounter > COUNTER_DIGITS) return null;
  for (const part of parts) {
    const length =
      part.kind === 'text' ? part.text.length : part.kind === 'year' ? part.digits : digitsOfCounter;
    const found = rest.slice(0, length);
    rest = rest.slice(length);
    if (part.kind === 'text') {
      if (found !== part.text) return null;
      continue;
    }
    if (!/^[0-9]+$/.test(found)) return null;
    if (part.kind === 'year') year = Number(part.digits === 4 ? found : String(near).slice(0, 2) + found);
    else if (length < part.digits || (length > part.digits && found.startsWith('0'))) return null;
    else counter = Number(found);
  }
  return counter < 1 ? null : { year, counter };
}

/**
 * Returns a regular expression of PostgreSQL that matches the numbers of a series and captures their
 * counter.
 * @param year the only year of its numbers; ignored if the pattern has none.
 */
export function counterExpression({ parts }: Pattern, year: number): string {
  const written = parts.map((part) => {
    if (part.kind === 'text') return part.text.replace(/[^A-Za-z0-9 ]/g, '\\$&');
    if (part.kind === 'year') return String(year).slice(-part.digits);
    const { digits } = part;
    if (digits === COUNTER_DIGITS) return `([0-9]{${digits}})`;
    return `([0-9]{${digits}}|[1-9][0-9]{${digits},${COUNTER_DIGITS - 1}})`;
  });
  return `^${written.join('')}$`;
}

/**
 * Returns whether two series could give the same number, or two that differ only in case. The years
 * are not compared: a number must not remind of another series either.
 */
export function mayOverlap(one: Pattern, other: Pattern): boolean {
  return expand(one).some((first) =>
    expand(other).some(
      (second) =>
        first.length === second.length && first.every((character, place) => agree(character, second[place]!)),
    ),
  );
}

/** A character in lower case; null for any digit. */
type Character = string | null;

/** Lists the characters of the numbers of a pattern, for each length of its counter. */
function expand({ parts }: Pattern): Character[][] {
  return Array.from({ length: COUNTER_DIGITS }, (_each, index) => index + 1).flatMap((length) => {
    if (parts.some((part) => part.kind === 'counter' && length < part.digits)) return [];
    return [
      parts.flatMap((part): Character[] => {
        if (part.kind === 'text') return part.text.toLowerCase().split('');
        return Array.from({ length: part.kind === 'year' ? part.digits : length }, () => null);
      }),
    ];
  });
}

function agree(one: Character, other: Character): boolean {
  if (one === null) return other === null || /^[0-9]$/.test(other);
  return other === null ? /^[0-9]$/.test(one) : one === other;
}
