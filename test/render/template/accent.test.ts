import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccent } from '../../../ops/cli/org/read-looks.ts';
import {
  buildAccentStyle,
  INK,
  measureAccent,
  measureContrast,
} from '../../../src/render/template/accent.ts';

const colours = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

function read(text: string): string | null {
  try {
    return readAccent(text);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#123456', '#123456', 1],
  ])('of %s with %s is %d:1, as WCAG measures it', (one, other, contrast) => {
    expect(measureContrast(one, other)).toBeCloseTo(contrast, 2);
    expect(measureContrast(other, one)).toBe(measureContrast(one, other));
  });
});

describe('an accent colour', () => {
  it('is taken exactly where both contrasts are 4.5:1, and the refusal says what was measured', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const { paper, payment } = measureAccent(colour);
        const answer = read(colour) ?? '';
        const told = [...answer.matchAll(/([\d.]+):1/g)].map(([, contrast]) => Number(contrast));
        const isNear = (one = 0, other = 0): boolean => one <= other && other - one < 0.0101;
        const isTold = isNear(told[0], paper) && isNear(told[1], payment) && told[2] === 4.5;
        expect(Math.min(paper, payment) >= 4.5 ? answer === colour : isTold).toBe(true);
      }),
    );
  });

  it('that is taken may be darker, and cannot be as pale as paper', () => {
    expect(read('#1a5276')).toBe('#1a5276');
    expect(read('1A5276')).toBe('#1a5276');
    expect(read(INK)).toBe(INK);
    expect(read('')).toBeNull();
    expect(read('#f39c12')).toBe(
      'It is too pale: its contrast is 2.19:1 with white and 1.88:1 with the grey that the amount to pay stands on; both must be at least 4.5:1 (WCAG 2.2, level AA). Take a darker one.',
    );
  });

  it.each(['red', '#fff', '#12345g', '12345', '#1234567', 'rgb(0,0,0)', '##123456', '#123456;x:y'])(
    'is not %s',
    (text) => {
      expect(read(text)).toBe('It must be six hexadecimal digits, as 1a5276.');
      expect(() => buildAccentStyle(text)).toThrow('The accent is not a colour');
    },
  );
});
