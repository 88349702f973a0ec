import * as fc from 'fast-check';
import { negateDecimal } from '../../../src/domain/money/decimals.ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/contracts/codes.ts';
import { SPANISH_NOTATION } from '../../../src/render/template/languages/notation.ts';
import { WORDINGS } from '../../../src/render/template/languages/wordings.ts';

const { formatMoney } = SPANISH_NOTATION;

const decimals = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }),
    fc.option(fc.stringMatching(/^[0-9]{1,6}$/), { nil: null }),
  )
  .map(
    ([negative, integer, fraction]) =>
      `${negative ? '-' : ''}${integer}${fraction === null ? '' : `.${fraction}`}`,
  );

describe('the notation of numbers and dates', () => {
  it.each([
    ['0', '0,00 €'],
    ['100', '100,00 €'],
    ['1234.5', '1.234,50 €'],
    ['-1234567.891', '-1.234.567,891 €'],
    ['999999999999.99', '999.999.999.999,99 €'],
  ])('formats the amount %s as %s with a no-break space', (value, printed) => {
    expect(formatMoney(value)).toBe(printed.replace(' ', '\u{a0}'));
  });

  it.each(LANGUAGES)('keeps every digit of a decimal: %s', (language) => {
    const { formatDecimal } = WORDINGS[language].notation;
    const [thousands, point] = language === 'en' ? [',', '.'] : ['.', ','];
    const shape = new RegExp(`^-?[0-9]{1,3}(?:[${thousands}][0-9]{3})*(?:[${point}][0-9]+)?$`);
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 2 }), (value, minimum) => {
        const printed = formatDecimal(value, minimum);
        expect(printed).toMatch(shape);
        const [integer = '', fraction = ''] = printed.replaceAll(thousands, '').split(point);
        expect(fraction.length).toBeGreaterThanOrEqual(minimum);
        const [givenInteger = '', givenFraction = ''] = value.split('.');
        expect(integer).toBe(givenInteger);
        expect(fraction).toBe(givenFraction.padEnd(minimum, '0'));
      }),
    );
  });

  it.each([
    ['es', '-1.234,50 €', '7,5 %', '0 %', '09/03/2026'],
    ['ca', '-1.234,50 €', '7,5 %', '0 %', '09/03/2026'],
    ['gl', '-1.234,50 €', '7,5 %', '0 %', '09/03/2026'],
    ['eu', '-1.234,50 €', '% 7,5', '% 0', '2026/03/09'],
    ['en', '-1,234.50 €', '7.5%', '0%', '9 March 2026'],
  ] as const)('follows the language %s and uses no-break spaces', (language, ...expected) => {
    const { formatMoney: money, formatRate: rate, formatDate } = WORDINGS[language].notation;
    const printed = [money('-1234.5'), rate('7.5'), rate('0'), formatDate('2026-03-09')];
    expect(printed).toEqual(expected.map((text) => text.replaceAll(' ', '\u{a0}')));
  });

  it('negates an amount and gives zero no sign', () => {
    expect(['345.00', '-345.00', '0.00'].map(negateDecimal)).toEqual(['-345.00', '345.00', '0.00']);
  });
});
