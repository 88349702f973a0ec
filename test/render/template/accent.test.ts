import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccent } from '#src/cli/org/read-looks.ts';
import { buildAccentStyle, measureAccent, measureContrast } from '../../../src/render/template/accent.ts';

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

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#123456', '#123456', 1],
  ])('is computed as WCAG defines it: %s and %s have %d:1', (one, other, contrast) => {
    expect(measureContrast(one, other)).toBeCloseTo(contrast, 2);
    expect(measureContrast(other, one)).toBe(measureContrast(one, other));
  });
});

describe('an accent colour', () => {
  it('is accepted if both contrasts are at least 4.5:1, and the refusal states the measured contrasts', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const { paper, payment } = measureAccent(colour);
        const answer = read(colour) ?? '';
        const stated = [...answer.matchAll(/([\d.]+):1/g)].map(([, contrast]) => Number(contrast));
        const isNear = (one = 0, other = 0): boolean => one <= other && other - one < 0.0101;
        const isStated = isNear(stated[0], paper) && isNear(stated[1], payment) && stated[2] === 4.5;
        expect(Math.min(paper, payment) >= 4.5 ? answer === colour : isStated).toBe(true);
      }),
    );
  });

  it.each(['red', '#fff', '#12345g', '12345', '#1234567', 'rgb(0,0,0)', '##123456', '#123456;x:y'])(
    'cannot be %s',
    (text) => {
      expect(read(text)).toBe('It must be six hexadecimal digits, such as 1a5276.');
      expect(() => buildAccentStyle(text)).toThrow('The accent is not a colour');
    },
  );
});
