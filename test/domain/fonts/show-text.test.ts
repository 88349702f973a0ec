import { describe, expect, it } from 'vitest';
import { leavesMainFont, listFaces, showText } from '../../../src/domain/fonts/show-text.ts';

/** Returns the text as the pages show it, and its characters that no font has. */
function show(text: string): { readonly shown: string; readonly missing: string } {
  let missing = '';
  return { shown: showText(text.normalize('NFC'), (character) => (missing += character)), missing };
}

describe('the text that the pages show', () => {
  it.each([
    'Ñandú añejo: 10 € — «así» ½ ² ŀl ș ğ ł',
    'Tiếng Việt, g\u0303 n\u0308 ẹ\u0301',
    'Ελληνικά ᾳ Русский Ћ Ґ',
    'שָׁלוֹם בְּרֵאשִׁ֖ית',
    'خدمة مُحَمَّد اللّٰه پیچ ۱۲۳',
    'ที่ปรึกษาน้ำ กี่',
    'क्षत्रिय ज़ें श्री क्‍ष',
    '北京科技有限公司 設備維護 ひらがな カタカナ 株式会社 辻 한국어',
    '😀 👩\u200d👩\u200d👧\u200d👦 🇪🇸 👍🏽 1\u20e3',
    '≤ ≥ → ★ ✓ ①',
    '\u2067שלום\u2069 \u200eabc\u200f',
    'first\nsecond\u00a0third',
  ])('contains every letter and mark of the scripts that the fonts cover: %s', (text) => {
    expect(show(text)).toEqual({ shown: text.normalize('NFC'), missing: '' });
  });

  it.each([
    ['a letter of another script', 'a\u0b95b', 'a□b', '\u0b95'],
    ['a mark that no font has', 'x\u0338y', 'x□y', '\u0338'],
    ['a mark that is only in another font than its letter', 'a\u05b8', 'a□', '\u05b8'],
    ['a mark without a letter', ' \u0301a', ' □a', '\u0301'],
    ['a mark on a character that is missing', '\u0b95\u0301\u0301', '□□□', '\u0b95\u0301\u0301'],
    ['a third mark', 'q\u0301\u0301\u0301', 'q\u0301\u0301□', '\u0301'],
    ['a skin colour on a letter', 'a\u{1f3fd}', 'a□', '\u{1f3fd}'],
    ['a character above the planes of the fonts', '\u{f0000}', '□', '\u{f0000}'],
  ])('contains a box in place of %s', (_, text, shown, missing) => {
    expect(show(text)).toEqual({ shown, missing });
  });

  it('contains a space in place of a blank that the main font lacks, and omits invisible characters', () => {
    expect(show('a\u2003b\u3000c')).toEqual({ shown: 'a b c', missing: '' });
    expect(show('a\u200db\ufe0f❤\ufe0f\u{e0067}\u2060')).toEqual({ shown: 'ab❤', missing: '' });
  });

  it('does not change when it is shown again', () => {
    for (let code = 0x20; code < 0x3_0000; code += 7) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const { shown } = show(`a${String.fromCodePoint(code)}b`);
      expect(show(shown)).toEqual({ shown, missing: '' });
    }
  });
});

describe('the fonts that a text needs', () => {
  it('do not include another one than the main font for Latin, Greek and Cyrillic letters', () => {
    for (const text of ['Servicio de consultoría 10 €', 'Ελληνικά', 'Русский', 'g\u0303'])
      expect([leavesMainFont(text), [...listFaces(text)]]).toEqual([false, []]);
  });

  it.each([
    ['บริการ 10 €', ['Noto Sans Thai']],
    ['सेवा', ['Noto Sans Devanagari']],
    ['שירות', ['Noto Sans Hebrew']],
    ['خدمة', ['Noto Sans Arabic']],
    ['1\u20e3 😀', ['Noto Emoji']],
    ['設備 ひら', ['Noto Sans SC']],
    ['辻 𠮷', ['Noto Sans SC', 'Noto Sans JP']],
    ['한국어', ['Noto Sans KR']],
  ])('are listed for %s', (text, faces) => {
    expect([...listFaces(text).keys()].toSorted()).toEqual(faces.toSorted());
  });
});
