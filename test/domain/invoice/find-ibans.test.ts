import { describe, expect, it } from 'vitest';
import { findIbans } from '../../../src/domain/invoice/find-ibans.ts';

/** Marks the IBANs of a text with brackets and groups them with blanks. */
function mark(text: string): string {
  return findIbans(text)
    .map((piece) => ('iban' in piece ? `[${piece.iban.replaceAll('\u{a0}', ' ')}]` : piece.text))
    .join('');
}

describe('the IBANs of a text', () => {
  it.each([
    ['ES9121000418450200051332', '[ES91 2100 0418 4502 0005 1332]'],
    ['es91 2100 0418 4502 0005 1332', '[ES91 2100 0418 4502 0005 1332]'],
    ['IBAN: ES91-2100-0418-45-0200051332, gracias', 'IBAN: [ES91 2100 0418 4502 0005 1332], gracias'],
    ['MT84MALT011000012345MTLCAST001S', '[MT84 MALT 0110 0001 2345 MTLC AST0 01S]'],
    ['ES91 2100 0418 4502 0005 1332 BIC CAIXESBBXXX', '[ES91 2100 0418 4502 0005 1332] BIC CAIXESBBXXX'],
    [
      'ES9121000418450200051332 o DE89370400440532013000.',
      '[ES91 2100 0418 4502 0005 1332] o [DE89 3704 0044 0532 0130 00].',
    ],
  ])('are found in any notation: %s', (text, marked) => {
    expect(mark(text)).toBe(marked);
  });

  it.each([
    ['a wrong check digit', 'ES9221000418450200051332'],
    ['a number that is too short', 'ES91 2100 0418 4502 0005 133'],
    ['a number that is too long', 'ES91210004184502000513321'],
    ['a country without IBANs', 'US9121000418450200051332'],
    ['the end of a longer word', 'XES9121000418450200051332'],
    ['another sign within', 'ES91 2100/0418 4502 0005 1332'],
    ['a text without an IBAN', 'Compensación de saldos'],
    ['an empty text', ''],
  ])('are not found in %s', (_, text) => {
    expect(mark(text)).toBe(text);
  });
});
