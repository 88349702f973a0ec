import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNumber } from '../../../../src/domain/einvoice/facturae/invoice-number.ts';
import { monthOf } from '../../../../src/domain/einvoice/facturae/periods.ts';
import { splitName } from '../../../../src/domain/einvoice/facturae/person-name.ts';
import { NotExpressible } from '../../../../src/domain/einvoice/refusal.ts';

function trySplit(whole: string): ReturnType<typeof splitNumber> | null {
  try {
    return splitNumber(whole);
  } catch (error) {
    if (error instanceof NotExpressible) return null;
    throw error;
  }
}

describe('the number of an invoice', () => {
  it.each([
    ['A/1', undefined, 'A/1'],
    ['12345678901234567890', undefined, '12345678901234567890'],
    ['TALLERES/MADRID/2026/1', 'TALLERES/MADRID/', '2026/1'],
    ['2026-MADRID-CENTRO-000123', '2026-MADRID-CENTRO-', '000123'],
    ['TALLERES.MADRID_2026 0001', 'TALLERES.MADRID_', '2026 0001'],
    ['SERIE-VEINTE-LETRAS-/2026/000000000001', 'SERIE-VEINTE-LETRAS-', '/2026/000000000001'],
    ['1234567890123456789/12345678901234567890', '1234567890123456789/', '12345678901234567890'],
  ])(
    '%s is split after the last separator that leaves two parts of at most 20 characters',
    (whole, series, number) => {
      expect(splitNumber(whole)).toEqual(series === undefined ? { number } : { series, number });
    },
  );

  it.each([
    '123456789012345678901',
    '12345678901234567890/1234567890123456789',
    'A/12345678901234567890123456',
  ])('%s cannot be split', (whole) => {
    expect(() => splitNumber(whole)).toThrow(NotExpressible);
  });

  it('remains the series followed by the number, or cannot be split at any separator', () => {
    const canSplit = (whole: string): boolean =>
      [...whole.matchAll(/[-/._ ]/g)].some(
        ({ index }) => Math.max(index + 1, whole.length - index - 1) <= 20 && index + 1 < whole.length,
      );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-C1-3/._ -]{1,60}$/), (whole) => {
        const parts = trySplit(whole);
        expect(parts !== null).toBe(whole.length <= 20 || canSplit(whole));
        const { series = '', number } = parts ?? { number: '-' };
        expect([whole, '-']).toContain(series + number);
        expect(Math.max(series.length, number.length)).toBeLessThanOrEqual(20);
        expect(number).not.toBe('');
      }),
    );
  });
});

describe('the name of a natural person', () => {
  it.each([
    ['Ana García', 'Ana', 'García', undefined],
    ['Ana García López', 'Ana', 'García', 'López'],
    ['  Ana   García  de la Fuente ', 'Ana', 'García', 'de la Fuente'],
    ['García López, Ana María', 'Ana María', 'García', 'López'],
    ['García, Ana', 'Ana', 'García', undefined],
  ])('%s is split into a name and surnames', (text, name, firstSurname, secondSurname) => {
    expect(splitName(text)).toEqual({
      name,
      firstSurname,
      ...(secondSurname !== undefined && { secondSurname }),
    });
  });

  it.each(['Ana', ', Ana', 'García López,'])('%s has no name or no surname', (text) => {
    expect(() => splitName(text)).toThrow('name and the surname');
  });
});

describe('the month of a date', () => {
  it.each([
    ['2026-10-31', '2026-10-01', '2026-10-31'],
    ['2026-12-01', '2026-12-01', '2026-12-31'],
    ['2026-02-10', '2026-02-01', '2026-02-28'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2027-01-30', '2027-01-01', '2027-01-31'],
  ])('%s begins on %s and ends on %s', (date, start, end) => {
    expect(monthOf(date)).toEqual({ start, end });
  });
});
