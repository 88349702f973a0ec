import { expect, it } from 'vitest';
import { leavesMainFont } from '../../src/domain/fonts/show-text.ts';
import { weighRender } from '../../src/render/render-weight.ts';
import { LONG_WEIGHT, SLOW_WEIGHT } from '../../src/render/browser-pools.ts';
import { buildDocument, buildLine } from './support/build-invoice.ts';

const CHARACTERS = 1000;

/**
 * Weighs an invoice with the given number of lines, each of which repeats `unit` up to 1000
 * characters.
 */
function weigh(unit: string, lines: number): number {
  const characters = Array.from(unit);
  const concept = Array.from({ length: CHARACTERS }, (_, index) => characters[index % characters.length]);
  return weighRender(
    buildDocument({
      description: '',
      lines: Array.from({ length: lines }, () => buildLine({ concept: concept.join('') })),
    }),
  );
}

it.each(['Servicio ', 'Wm', '設備、維護 12 ', 'सेवा 12, ', 'خدمة پیچ ', 'บริการ', '세금 ', '😀👩‍👩‍👧‍👦🇪🇸', 'Ωж'])(
  'the longest accepted text in one script is long, but not slow: %s',
  (unit) => {
    expect(weigh(unit, 200)).toBeGreaterThan(LONG_WEIGHT);
    expect(weigh(unit, 200)).toBeLessThan(SLOW_WEIGHT);
  },
);

it.each([
  '🇪🇸a',
  '😀a',
  '😀1',
  '😀 ',
  '設a',
  '設설',
  '設の',
  '設😀',
  'সবसे',
  'กa',
  '\u0378a',
  '\u{16800}a',
  '1\ufe0f\u20e3a',
  '\u0528a',
  '\u20c0a',
  '\u26a11',
  'ޏ1',
  'ࠁ1',
  'ܡ1',
  'خ1',
])(
  'with constantly changing scripts a few lines are long, and the longest accepted text is slow: %s',
  (unit) => {
    expect(weigh(unit, 4)).toBeGreaterThan(LONG_WEIGHT);
    expect(weigh(unit, 199)).toBeGreaterThan(SLOW_WEIGHT);
  },
);

it('ordinary lines with some words in another script are not long', () => {
  const lines = Array.from({ length: 20 }, () =>
    buildLine({ concept: 'Bomba 水泵 modelo 12 ✓ 👍 entrega en 5 días' }),
  );
  expect(weighRender(buildDocument({ lines }))).toBeLessThan(LONG_WEIGHT);
});

it('every letter or sign that the main font lacks adds weight when it alternates with one that the font has', () => {
  const latin = weighRender(buildDocument({ description: 'éa'.repeat(50) }));
  const light: string[] = [];
  for (let code = 0x21; code < 0x1_0000; code += 1) {
    const character = String.fromCodePoint(code);
    if (!leavesMainFont(character) || !/[\p{L}\p{N}\p{S}]/u.test(character) || isChinesePunctuation(code))
      continue;
    const weight = weighRender(buildDocument({ description: `${character}a`.repeat(50) }));
    if (weight < latin + 50 * 90) light.push(code.toString(16));
  }
  expect(light).toEqual([]);
});

/** Chinese punctuation takes the font of the preceding letters. */
const isChinesePunctuation = (code: number) =>
  (code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff20);

it('letters and signs of the languages of Spain and its neighbours add only the weight of their bytes', () => {
  const text = 'Ñandú çà ŀl·l ãõ œ ß ŷ ğ ł č — «…» “” ‘’ • € № ª º ² ½ × ± µ ° Ωλ Жё ₣ ₧';
  const plain = weighRender(buildDocument({ description: '' }));
  const weight = weighRender(buildDocument({ description: text.repeat(10) }));
  expect(weight - plain).toBe(Buffer.byteLength(text) * 10);
});

it('a line break weighs more than a letter if it is printed', () => {
  const noted = (notes: string, lines = 1) =>
    weighRender(buildDocument({ lines: Array.from({ length: lines }, () => buildLine({ notes })) }));
  expect(noted('a\n'.repeat(90)) - noted('aa'.repeat(90))).toBeGreaterThan(90 * 20);
  expect(noted('a\n'.repeat(101), 100) - noted('aab'.repeat(101), 100)).toBe(0);
});
