import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameText } from '../../src/ingestion/same-text.ts';

const same = (text: string, known: string) => isSameText(Buffer.from(text), Buffer.from(known));

/** The text with blanks wherever JSON allows them. */
function spread(text: string, blanks: readonly string[]): string {
  let count = 0;
  const blank = () => blanks[count++ % blanks.length] ?? '';
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^{}[\]:,"]+/gs) ?? [];
  return `${blank()}${tokens.map((token) => token + blank()).join('')}`;
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
        if (same(text, known)) expect(JSON.parse(text)).toEqual(JSON.parse(known));
      }),
    );
  });

  it('is never one that is no JSON', () => {
    fc.assert(
      fc.property(
        fc.json(),
        blanks,
        fc.nat(),
        fc.constantFrom(' ', '\n', ',', '"', '\\', '1', '\0'),
        (known, some, at, put) => {
          const text = spread(known, some);
          const place = at % (text.length + 1);
          const changed = text.slice(0, place) + put + text.slice(place);
          const isJson = (() => {
            try {
              return JSON.stringify(JSON.parse(changed)) === JSON.stringify(JSON.parse(known));
            } catch {
              return false;
            }
          })();
          if (!isJson) expect(same(changed, known)).toBe(false);
        },
      ),
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
