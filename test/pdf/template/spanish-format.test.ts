import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDecimal,
  formatMoney,
  formatRate,
  negateDecimal,
} from '../../../src/pdf/template/spanish-format.ts';

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

describe('Spanish formats', () => {
  it.each([
    ['0', '0,00 €'],
    ['100', '100,00 €'],
    ['1234.5', '1.234,50 €'],
    ['-1234567.891', '-1.234.567,891 €'],
    ['999999999999.99', '999.999.999.999,99 €'],
  ])('prints the amount %s as %s with a no-break space', (value, printed) => {
    expect(formatMoney(value)).toBe(printed.replace(' ', '\u{a0}'));
  });

  it('keeps every digit of a decimal', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 2 }), (value, minimum) => {
        const printed = formatDecimal(value, minimum);
        expect(printed).toMatch(/^-?[0-9]{1,3}(?:\.[0-9]{3})*(?:,[0-9]+)?$/);
        const [integer = '', fraction = ''] = printed.replaceAll('.', '').split(',');
        expect(fraction.length).toBeGreaterThanOrEqual(minimum);
        const [givenInteger = '', givenFraction = ''] = value.split('.');
        expect(integer).toBe(givenInteger);
        expect(fraction).toBe(givenFraction.padEnd(minimum, '0'));
      }),
    );
  });

  it('prints a rate with as many decimals as it has', () => {
    expect([formatRate('21'), formatRate('7.5'), formatRate('0')]).toEqual([
      '21\u{a0}%',
      '7,5\u{a0}%',
      '0\u{a0}%',
    ]);
  });

  it('prints a date as day, month and year', () => {
    expect(formatDate('2026-11-20')).toBe('20/11/2026');
  });

  it('negates an amount and gives zero no sign', () => {
    expect(['345.00', '-345.00', '0.00'].map(negateDecimal)).toEqual(['-345.00', '345.00', '0.00']);
  });
});
