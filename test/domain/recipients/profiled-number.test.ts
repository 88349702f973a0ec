import { describe, expect, it } from 'vitest';
import { readProfiledNumber } from '../../../src/domain/recipients/profiled-number.ts';

describe('the number under which a recipient has a profile', () => {
  it.each([
    ['a NIF', 'A12345674', 'A12345674'],
    ['a NIF with hyphens and small letters', ' a-1234567-4 ', 'A12345674'],
    ['a NIE', 'X1234567L', 'X1234567L'],
    ['a VAT number of another member state', 'DE123456789', 'DE123456789'],
    ['a Greek VAT number with the code of the country', 'GR123456789', 'EL123456789'],
    ['a tax number of another country', 'CHE123456789', 'CHE123456789'],
    ['a tax number with a slash', '12.345.678/0001-95', '12345678/000195'],
    ['a tax number with an ampersand', '&CO010101AB1', '&CO010101AB1'],
  ])('can be %s', (_what, text, number) => {
    expect(readProfiledNumber(text)).toBe(number);
  });

  it.each([
    ['a NIF with a wrong control character', 'A12345675'],
    ['a NIF after ES', 'ESA12345674'],
    ['a VAT number of the wrong length', 'DE12345678'],
    ['an empty text', ''],
    ['a text of 21 characters', 'Z'.repeat(21)],
    ['a letter of another script', 'А12345674'],
    ['a NUL', 'A12345674\0'],
    ['a path', '../x'],
    ['a slash without a number', '/'],
    ['a slash at the end', '12/'],
    ['two slashes', '12//34'],
    ['ampersands alone', '&&'],
  ])('cannot be %s', (_what, text) => {
    expect(readProfiledNumber(text)).toBeNull();
  });
});
