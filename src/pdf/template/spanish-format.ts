/*
 * Numbers and dates as they are printed in Spain. Amounts stay decimal strings: nothing passes through a binary float, so what is
 * printed has the very digits of what was registered. The blank before a sign is a no-break space (RAE, ISO 31-0).
 */

const NO_BREAK_SPACE = '\u{a0}';

/** `-1234.5` → `-1.234,5`, with zeros added up to `minimumDecimals`; digits are never dropped. */
export function formatDecimal(value: string, minimumDecimals = 0): string {
  const negative = value.startsWith('-');
  const [integer = '', decimals = ''] = (negative ? value.slice(1) : value).split('.');
  const grouped = integer.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, '.');
  const padded = decimals.padEnd(minimumDecimals, '0');
  return `${negative ? '-' : ''}${grouped}${padded === '' ? '' : `,${padded}`}`;
}

/** `1234.5` → `1.234,50 €`. */
export function formatMoney(value: string): string {
  return `${formatDecimal(value, 2)}${NO_BREAK_SPACE}€`;
}

/** `7.5` → `7,5 %`. */
export function formatRate(value: string): string {
  return `${formatDecimal(value)}${NO_BREAK_SPACE}%`;
}

/** `2026-11-20` → `20/11/2026`. */
export function formatDate(isoDate: string): string {
  return isoDate.split('-').toReversed().join('/');
}

/** The same amount with the other sign; zero has none. */
export function negateDecimal(value: string): string {
  if (value.startsWith('-')) return value.slice(1);
  return /[1-9]/.test(value) ? `-${value}` : value;
}
