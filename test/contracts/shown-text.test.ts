import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters } from '../../src/contracts/shown-text.ts';
import { findDeceptiveCharacter, normaliseText } from '../../src/contracts/shown-text.ts';
import { growthOf } from '../support/growth.ts';
import { LONG } from '../support/long.ts';

const find = (text: string) => findDeceptiveCharacter(normaliseText(text));

/**
 * Returns whether a text breaks the same rules, by an independent implementation without messages.
 */
function deceives(text: string): boolean {
  const depths = text.split('\n').map((line) => {
    let depth = 0;
    for (const sign of line) {
      if (depth >= 0 && /[\u2066-\u2068]/.test(sign)) depth += 1;
      if (depth >= 0 && sign === '\u2069') depth -= 1;
    }
    return depth;
  });
  const shown = text.normalize('NFC').replaceAll(/[\u200d\u202a-\u202e\u2066-\u2069]/gu, '');
  return /[\u202a-\u202e]/.test(text) || depths.some((depth) => depth !== 0) || /\p{M}{9}/u.test(shown);
}

describe('findDeceptiveCharacter [B11]', () => {
  it.each([
    'Café con leche',
    'e\u0301',
    `a${'\u0327\u0316'.repeat(4)}`,
    'สวัสดีครับที่นี่ ก็',
    'नमस्ते क्षत्रिय',
    'Tiếng Việt: ệ ằ',
    'بِسْمِ ٱللَّٰهِ',
    'שָׁלוֹם',
    '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣',
    'left\u200eright\u200f',
    '\u2066a\u2067b\u2069c\u2069 \u2068d\u2069',
    '\u2067a\u2069\n\u2067b\u2069',
    '',
  ])('accepts %j', (text) => {
    expect(find(text)).toBeNull();
  });

  it.each<readonly [text: string, message: RegExp]>([
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'].map(
      (sign) =>
        [
          `Total ${sign}00,001`,
          new RegExp(
            `^U\\+${sign.codePointAt(0)!.toString(16).toUpperCase()} [A-Z-]+(?: [A-Z]+)+, which makes the text look`,
          ),
        ] as const,
    ),
    ['\u2066a', /^U\+2066 LEFT-TO-RIGHT ISOLATE without the U\+2069 that ends it$/],
    ['\u2067a\u2068b\u2069', /^U\+2067 RIGHT-TO-LEFT ISOLATE without the U\+2069/],
    ['a\u2069', /^U\+2069 POP DIRECTIONAL ISOLATE without an isolate/],
    ['\u2066a\u2069\u2069', /^U\+2069/],
    ['\u2066a\nb\u2069', /^U\+2066/],
    ['\u2066a\u2029b\u2069', /^U\+2066/],
    [`x${'\u0336'.repeat(9)}`, /^more than 8 combining marks on one character: U\+0336 is one too many$/],
    ['\u0308'.repeat(9), /U\+0308 is one too many$/],
    [`x${'\u0336'.repeat(8)}\u200d${'\u0337'.repeat(8)}`, /U\+0337 is one too many$/],
    [`x${'\u0336\u200b\u2060'.repeat(9)}`, /U\+0336 is one too many$/],
    [`x${'\ufe0f'.repeat(9)}`, /U\+FE0F is one too many$/],
    [`x${'\u{1d165}'.repeat(9)}`, /U\+1D165 is one too many$/],
    [`e\u0301${'\u0316'.repeat(1000)}`, /U\+0316 is one too many$/],
  ])('reports %j', (text, message) => {
    expect(find(text)?.en).toMatch(message);
  });

  it('reports exactly overrides, unbalanced isolates and piles of marks, for any Unicode normalization form', () => {
    const sign = fc.constantFrom(
      'a',
      'e',
      ' ',
      '\u0301',
      '\u0316',
      '\u034f',
      '\u200d',
      '\u2066',
      '\u2069',
      '\u202e',
      '\n',
      '漢',
      '😀',
    );
    const texts = fc.array(fc.oneof(sign, fc.string({ unit: 'grapheme-ascii', maxLength: 1 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        texts.map((signs) => signs.join('').toWellFormed()),
        (text) => {
          const found = find(text);
          expect(find(text.normalize('NFD'))).toEqual(found);
          expect(found === null).toBe(!deceives(text));
          expect(found?.en ?? 'U+0000').toMatch(/U\+[0-9A-F]{4,6}/);
        },
      ),
      { numRuns: LONG ? 20_000 : 1000 },
    );
  });

  it('takes time that grows linearly with the length of the text, whatever its marks', async () => {
    const texts = [
      (size: number) => 'a' + '\u0301\u0316'.repeat(size),
      (size: number) => `a${'\u0316'.repeat(8)}\u200b`.repeat(size / 8),
    ];
    for (const build of texts) {
      const work = (size: number) => [find(build(size)), countCharacters(build(size))];
      expect(await growthOf(work, { small: 20_000, large: 160_000 })).toBeLessThan(32);
    }
  });
});
