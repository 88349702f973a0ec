import * as fc from 'fast-check';
import { validate } from 'stdnum/lib/cjs/es/nif.js';
import { describe, expect, it } from 'vitest';
import { isNie, isNif, normaliseIdentifier } from 'verifactu-protocol/records/nif';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';

const VALID =
  '12345678Z 00000001R 87654321X X1234567L Y1234567X Z1234567R A12345674 B12345674 P1234567D Q2826000H G12345674 G1234567D K1234567L 89890001K 89890002E';
const INVALID =
  '12345678A 1234567Z 123456789 12345678I X1234567A T1234567L B12345675 B1234567D P12345674 I1234567D ES12345678Z 12.345.678-Z A1234567D G12345675 K1234567A L12O4567L 12345678z B123456744 K';

describe('isNif', () => {
  it.each(VALID.split(' '))('accepts %s', (nif) => {
    expect(isNif(nif)).toBe(true);
  });

  it.each(['', ...INVALID.split(' ')])('refuses "%s"', (nif) => {
    expect(isNif(nif)).toBe(false);
  });

  it('accepts exactly one control character for each number', () => {
    const controls = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    const body = fc.stringMatching(/^[0-9XYZKLMABEHNPQRSW][0-9]{7}$/);
    fc.assert(
      fc.property(body, (start) => {
        expect(controls.filter((control) => isNif(start + control))).toHaveLength(1);
      }),
    );
  });

  it('accepts nothing that the stdnum package refuses', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z][0-9]{7}[0-9A-Z]$/), (text) => {
        expect(isNif(text) && !validate(text).isValid).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it('differs from isNie, which accepts only a NIE', () => {
    expect(['X1234567L', 'Y1234567X', 'Z1234567R'].map(isNie)).toEqual([true, true, true]);
    expect(['12345678Z', 'B12345674', 'K1234567L'].map(isNie)).toEqual([false, false, false]);
  });
});

describe('normaliseIdentifier', () => {
  it.each([
    ['12.345.678-z', '12345678Z'],
    [' b-1234567 4 ', 'B12345674'],
    ['x\u00a01234567l', 'X1234567L'],
  ])('removes blanks, dots and hyphens from "%s" and converts it to upper case', (given, expected) => {
    expect(normaliseIdentifier(given)).toBe(expected);
  });

  it.each(['ı', 'ſ', 'ß', 'K', '１'])('does not convert %s, which is therefore refused', (character) => {
    expect(isNif(normaliseIdentifier(`1234567${character}Z`))).toBe(false);
    expect(isNif(normaliseIdentifier(`12345678${character}`))).toBe(false);
    expect(normaliseIdentifier(character)).toBe(character);
  });
});

type NifCases = Record<'valid' | 'invalid', { readonly value: string }[]>;

describe.skipIf(!hasSharedFacts)('the shared NIF cases (skipped where ../shared/verifactu is absent)', () => {
  const cases: NifCases = hasSharedFacts
    ? (JSON.parse(readShared('nif_cases.json')) as NifCases)
    : { valid: [], invalid: [] };

  it('are accepted or refused as expected', () => {
    expect(cases.valid.filter(({ value }) => !isNif(value))).toEqual([]);
    expect(cases.invalid.filter(({ value }) => isNif(value))).toEqual([]);
    expect(cases.valid.length).toBeGreaterThan(10);
    expect(cases.invalid.length).toBeGreaterThan(10);
  });
});
