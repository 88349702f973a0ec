import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameText } from '../../src/accept/same-text.ts';

const same = (text: string, known: string) => isSameText(Buffer.from(text), Buffer.from(known));

/** Inserts whitespace wherever JSON allows it. */
function spread(text: string, blanks: readonly string[]): string {
  let count = 0;
  const blank = () => blanks[count++ % blanks.length] ?? '';
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^{}[\]:,"]+/gs) ?? [];
  return `${blank()}${tokens.map((token) => token + blank()).join('')}`;
}

/** Returns the value as compact JSON, or null if the text is not JSON. */
function normalise(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

const blanks = fc.array(fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 }), {
  minLength: 1,
});

describe('isSameText', () => {
  it('ignores whitespace between tokens', () => {
    fc.assert(
      fc.property(fc.json(), blanks, blanks, (text, some, others) => {
        expect(same(spread(text, some), spread(text, others))).toBe(true);
      }),
    );
  });

  it('returns false for texts with different values', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (text, known) => {
        const isSameValue = normalise(text) === normalise(known);
        expect(same(text, known) && !isSameValue).toBe(false);
      }),
    );
  });

  it('returns false after an inserted character makes the text invalid or changes its value', () => {
    const put = fc.constantFrom(' ', '\n', ',', '"', '\\', '1', '\0');
    fc.assert(
      fc.property(fc.json(), blanks, fc.nat(), put, (known, some, at, character) => {
        const text = spread(known, some);
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + character + text.slice(place);
        expect(same(changed, known) && normalise(changed) !== normalise(known)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['[1 2]', '[12]'],
    ['[12]', '[1 2]'],
    ['[tr ue]', '[true]'],
    ['[- 1]', '[-1]'],
    ['"a b"', '"ab"'],
    ['"a  b"', '"a b"'],
    [String.raw`"a\" b"`, String.raw`"a\"b"`],
    ['[1]x', '[1]'],
    ['[1', '[1]'],
    ['', '1'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['[1.0]', '[1]'],
  ])('distinguishes %s from %s', (text, known) => {
    expect(same(text, known)).toBe(false);
  });
});
