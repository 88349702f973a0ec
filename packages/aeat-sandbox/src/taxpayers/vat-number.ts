/*
 * The number of characters of a NIF-IVA after its prefix, and whether they may be letters, by AEAT
 * ("Estructura NIF-IVA" of the validations document). This covers only the structure; AEAT looks up
 * the number itself in VIES.
 */
const DIGITS = String.raw`\d`;
const LETTERS = '[0-9A-Z+*]';
const STRUCTURES: Readonly<Record<string, readonly [characters: string, ...lengths: number[]]>> = {
  AT: [LETTERS, 9],
  BE: [DIGITS, 10],
  BG: [DIGITS, 9, 10],
  CY: [LETTERS, 9],
  CZ: [DIGITS, 8, 9, 10],
  DE: [DIGITS, 9],
  DK: [DIGITS, 8],
  EE: [DIGITS, 9],
  EL: [DIGITS, 9],
  FI: [DIGITS, 8],
  FR: [LETTERS, 11],
  GB: [LETTERS, 5, 9, 12],
  HR: [DIGITS, 11],
  HU: [DIGITS, 8],
  IE: [LETTERS, 8, 9],
  IT: [DIGITS, 11],
  LT: [DIGITS, 9, 12],
  LU: [DIGITS, 8],
  LV: [DIGITS, 11],
  MT: [DIGITS, 8],
  NL: [LETTERS, 12],
  PL: [DIGITS, 10],
  PT: [DIGITS, 9],
  RO: [`(?!0)${DIGITS}`, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  SE: [DIGITS, 12],
  SI: [DIGITS, 8],
  SK: [DIGITS, 10],
  XI: [LETTERS, 5, 9, 12],
};
const PATTERNS = new Map(
  Object.entries(STRUCTURES).map(([prefix, [characters, ...lengths]]) => [
    prefix,
    new RegExp(`^(?:${lengths.map((length) => `${characters}{${length}}`).join('|')})$`),
  ]),
);

/**
 * Returns whether a text in upper case has the structure of a VAT number of another member state or
 * of Northern Ireland.
 */
export function isWellFormedVatNumber(text: string): boolean {
  return PATTERNS.get(text.slice(0, 2))?.test(text.slice(2)) ?? false;
}

/**
 * Returns whether a country matches a VAT number. The prefix is the code of the country, except for
 * EL of Greece and XI of Northern Ireland.
 */
export function matchesCountry(vatNumber: string, country: string): boolean {
  const prefix = vatNumber.slice(0, 2);
  return prefix === country || (country === 'GR' && prefix === 'EL') || (country === 'GB' && prefix === 'XI');
}
