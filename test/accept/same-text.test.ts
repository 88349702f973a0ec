import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameText } from '../../src/accept/same-text.ts';

const same = (text: string, known: string) => isSameText(Buffer.from(text), Buffer.from(known));

/** The text with blanks wherever JSON allows them. */
function spread(text: string, blanks: readonly string[]): string {
  let count = 0;
  const blank = () => blanks[count++ % blanks.length] ?? '';
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^{}[\]:,"]+/gs) ?? [];
  return `${blank()}${tokens.map((token) => token + blank()).join('')}`;
}

/** The value in one text of its own; null for what is no JSON. */
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

describe('the same JSON text', () => {
  it('may have other blanks between its tokens', () => {
    fc.assert(
      fc.property(fc.json(), blanks, blanks, (text, some, others) => {
        expect(same(spread(text, some), spread(text, others))).toBe(true);
      }),
    );
  });

  it('is never one with another value', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (text, known) => {
        const isSameValue = normalise(text) === normalise(known);
        expect(same(text, known) && !isSameValue).toBe(false);
      }),
    );
  });

  it('is never one that is no JSON, or is another after a character more', () => {
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
  ])('%s is not %s', (text, known) => {
    expect(same(text, known)).toBe(false);
  });
});
