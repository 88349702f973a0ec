/**
 * Units of UN/ECE Recommendation 20 (and 21, packages) whose symbol is the same in all languages.
 */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['MIN', 'min'],
  ['HUR', 'h'],
  ['SEC', 's'],
  ['MGM', 'mg'],
  ['GRM', 'g'],
  ['KGM', 'kg'],
  ['TNE', 't'],
  ['MMT', 'mm'],
  ['CMT', 'cm'],
  ['MTR', 'm'],
  ['KMT', 'km'],
  ['CMK', 'cm²'],
  ['MTK', 'm²'],
  ['HAR', 'ha'],
  ['MLT', 'ml'],
  ['LTR', 'l'],
  ['HLT', 'hl'],
  ['MTQ', 'm³'],
  ['KWT', 'kW'],
  ['KWH', 'kWh'],
  ['MWH', 'MWh'],
]);

/** Units that have a word in each language: pieces, packages and times. */
export const NAMED_UNITS = [
  'C62',
  'EA',
  'H87',
  'PR',
  'SET',
  'DZN',
  'XBX',
  'XPK',
  'XPX',
  'DAY',
  'WEE',
  'MON',
  'ANN',
] as const;
export type NamedUnit = (typeof NAMED_UNITS)[number];

function isNamed(code: string): code is NamedUnit {
  return (NAMED_UNITS as readonly string[]).includes(code);
}

/**
 * Returns the printed name of a unit: its symbol, its word in the language of the page, or its
 * code.
 */
export function nameUnit(code: string, units: Readonly<Record<NamedUnit, string>>): string {
  return SYMBOLS.get(code) ?? (isNamed(code) ? units[code] : code);
}
