import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakWords } from '../../../src/render/template/break-words.ts';
import { html } from '../../../src/render/template/escape-html.ts';

const print = (text: string) => String(html`${breakWords(text)}`);
const PLACE = '<wbr />';

describe('break opportunities in words', () => {
  it('are inserted into endless words, at most eight letters apart', () => {
    for (const letter of ['W', 'ب', 'ש', 'д', '1', '/', '\u00ad'])
      for (const piece of print(letter.repeat(2000)).split(PLACE))
        expect(piece.length).toBeLessThanOrEqual(8);
  });

  it('are not inserted into ordinary words or into scripts that can break anywhere', () => {
    for (const text of [
      'Mantenimiento preventivo y correctivo '.repeat(50),
      'https://www.ejemplo.example/pedidos/2026/11/22/0001234567',
      '設備維護、修理。'.repeat(100),
      'บริการบำรุงรักษา'.repeat(20),
      '👩‍👩‍👧‍👦🇪🇸'.repeat(100),
    ])
      expect(print(text)).toBe(text);
  });

  it('do not separate a letter from its marks or joined letters', () => {
    const text = 'x\u0301\u0302'.repeat(500) + 'a\u200d'.repeat(500) + 'b\u200cc'.repeat(200);
    expect(print(text)).not.toMatch(/\u200d<wbr|<wbr \/>[\p{M}\u200c\u200d]/u);
    expect(print(text).split(PLACE).length).toBeGreaterThan(20);
  });

  it('leave every text otherwise unchanged', () => {
    const unit = fc.constantFrom('W', 'a', ' ', '<', '&', 'ب', '設', '😀', '\u0301', '\u200d', '\u2028', 'ก');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 400 }), (text) => {
        expect(print(text).replaceAll(PLACE, '')).toBe(String(html`${text}`));
      }),
    );
  });
});
