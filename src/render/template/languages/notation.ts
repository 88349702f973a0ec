/*
 * Formats numbers and dates for each language. Amounts remain decimal strings and are never
 * converted to binary floating-point numbers, so the printed digits are exactly the registered
 * ones. Spaces within numbers are no-break spaces (ISO 31-0).
 */

const NO_BREAK_SPACE = '\u{a0}';

/** The number and date formats of a language. */
export type Notation = {
  /** `-1234.5` → `-1.234,5`, with zeros added up to `minimumDecimals`; digits are never dropped. */
  readonly formatDecimal: (value: string, minimumDecimals?: number) => string;
  /** An amount in the currency of the invoice: `1234.5` → `1.234,50 €`, or `1.234,50 USD`. */
  readonly formatMoney: (value: string) => string;
  /** The same in euros, in an invoice of any currency. */
  readonly formatEuros: (value: string) => string;
  /** `7.5` → `7,5 %`. */
  readonly formatRate: (value: string) => string;
  /** `2026-11-20` → `20/11/2026`. */
  readonly formatDate: (isoDate: string) => string;
};

type Habits = {
  /** Separators of thousands and of decimals. */
  readonly thousands: string;
  readonly decimals: string;
  readonly rate: (number: string) => string;
  readonly date: (year: string, month: string, day: string) => string;
};

function buildNotation({ thousands, decimals: point, rate, date }: Habits): Notation {
  const formatDecimal = (value: string, minimumDecimals = 0): string => {
    const negative = value.startsWith('-');
    const [integer = '', decimals = ''] = (negative ? value.slice(1) : value).split('.');
    const grouped = integer.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, thousands);
    const padded = decimals.padEnd(minimumDecimals, '0');
    return `${negative ? '-' : ''}${grouped}${padded === '' ? '' : `${point}${padded}`}`;
  };
  const formatEuros = (value: string): string => `${formatDecimal(value, 2)}${NO_BREAK_SPACE}€`;
  return {
    formatDecimal,
    formatMoney: formatEuros,
    formatEuros,
    formatRate: (value) => rate(formatDecimal(value)),
    formatDate: (isoDate) => {
      const [year = '', month = '', day = ''] = isoDate.split('-');
      return date(year, month, day);
    },
  };
}

const POINTS = { thousands: '.', decimals: ',' };

/** The notation of Spanish, Catalan and Galician. */
export const SPANISH_NOTATION = buildNotation({
  ...POINTS,
  rate: (number) => `${number}${NO_BREAK_SPACE}%`,
  date: (year, month, day) => `${day}/${month}/${year}`,
});

/** The percent sign precedes the number, and the year precedes the month (Euskaltzaindia). */
export const BASQUE_NOTATION = buildNotation({
  ...POINTS,
  rate: (number) => `%${NO_BREAK_SPACE}${number}`,
  date: (year, month, day) => `${year}/${month}/${day}`,
});

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** British English, with the month as a word: an American would read 3/4/2026 as another day. */
export const ENGLISH_NOTATION = buildNotation({
  thousands: ',',
  decimals: '.',
  rate: (number) => `${number}%`,
  date: (year, month, day) => [Number(day), MONTHS[Number(month) - 1], year].join(NO_BREAK_SPACE),
});

/**
 * Returns the notation of an invoice in another currency than the euro: its amounts are followed by
 * the code of the currency (ISO 4217).
 */
export function notateIn(currency: string, notation: Notation): Notation {
  const formatMoney = (value: string): string =>
    `${notation.formatDecimal(value, 2)}${NO_BREAK_SPACE}${currency}`;
  return { ...notation, formatMoney };
}
