import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../../../src/domain/invoice/country-codes.ts';
import {
  countryOfVatPrefix,
  isEuropeanVatNumber,
  vatPrefixOf,
} from '../../../src/domain/invoice/vat-number.ts';

/** For each prefix: numbers with a valid structure, then numbers with an invalid one. */
const STRUCTURES: Record<string, [right: string[], wrong: string[]]> = {
  AT: [['U12345678'], ['12345678', 'U1234567']],
  BE: [
    ['0123456789', '1012345678'],
    ['123456789', '2123456789'],
  ],
  BG: [['123456789', '1234567890'], ['12345678']],
  CY: [['12345678X'], ['123456789']],
  CZ: [
    ['12345678', '123456789', '1234567890'],
    ['1234567', '12345678901'],
  ],
  DE: [['123456789'], ['12345678', '12345678A']],
  DK: [['12345678'], ['123456789']],
  EE: [['123456789'], ['12345678']],
  EL: [['094259216'], ['94259216']],
  FI: [['12345678'], ['1234567']],
  FR: [
    ['12345678901', 'K7399859412', 'AB123456789'],
    ['O1123456789', '1234567890'],
  ],
  HR: [['12345678901'], ['1234567890']],
  HU: [['12345678'], ['1234567']],
  IE: [
    ['1234567W', '1234567WI', '1234567FA', '1A23456T', '1+23456T'],
    ['1234567', '1234567XJ'],
  ],
  IT: [['12345678901'], ['1234567890']],
  LT: [['123456789', '123456789012'], ['1234567890']],
  LU: [['12345678'], ['123456789']],
  LV: [['12345678901'], ['123456789']],
  MT: [['12345678'], ['1234567']],
  NL: [['123456789B01'], ['123456789X01', '123456789']],
  PL: [['1234567890'], ['123456789']],
  PT: [['123456789'], ['1234567890']],
  RO: [
    ['12', '1234567890'],
    ['1', '12345678901'],
  ],
  SE: [['123456789001'], ['1234567890']],
  SI: [['12345678'], ['1234567']],
  SK: [['1234567890'], ['123456789']],
  XI: [
    ['123456789', '123456789012', 'GD123', 'HA567'],
    ['12345678', 'GB123'],
  ],
};

describe('the rules of VAT numbers', () => {
  it.each(Object.entries(STRUCTURES))('check the structure of %s numbers', (prefix, [right, wrong]) => {
    expect(right.filter((number) => !isEuropeanVatNumber(prefix + number))).toEqual([]);
    expect(wrong.filter((number) => isEuropeanVatNumber(prefix + number))).toEqual([]);
  });

  it('accept the 26 other member states and Northern Ireland, and no other country', () => {
    expect(Object.keys(STRUCTURES)).toHaveLength(27);
    const others = ['ESB12345674', 'GB123456789', 'CHE123456789', 'NO123456789', '__proto__', ''];
    expect(others.filter(isEuropeanVatNumber)).toEqual([]);
  });

  it('map prefixes to countries and back', () => {
    expect(['EL123', 'XI123', 'DE123', 'ES123', 'GB123'].map(countryOfVatPrefix)).toEqual([
      'GR',
      'GB',
      'DE',
      null,
      null,
    ]);
    expect(['GR', 'DE', 'ES', 'GB', 'US'].map(vatPrefixOf)).toEqual(['EL', 'DE', null, null, null]);
  });
});

describe('COUNTRY_CODES', () => {
  it('contains the 249 codes of ISO 3166-1, Kosovo, and none that only tax authorities use', () => {
    expect(COUNTRY_CODES.size).toBe(250);
    expect(
      ['ES', 'GB', 'GR', 'AX', 'SJ', 'SS', 'CW', 'XK'].filter((code) => !COUNTRY_CODES.has(code)),
    ).toEqual([]);
    expect(['EL', 'XI', 'UK', 'QU', 'EU', 'AN', 'es', ''].filter((code) => COUNTRY_CODES.has(code))).toEqual(
      [],
    );
  });
});
