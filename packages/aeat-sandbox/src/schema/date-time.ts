const DATE_TIME =
  /^-?([1-9]\d{4,}|\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/;
const OUTER_BLANKS = /^[ \t\r\n]+|[ \t\r\n]+$/g;

/**
 * Returns whether a text is an xs:dateTime. The offset may be missing and seconds may have
 * fractions, which AEAT's own rules refuse (1244).
 */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text.replaceAll(OUTER_BLANKS, ''));
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > countDays(year, month)) return false;
  if (hour === 24) return minute === 0 && second === 0 && Number(match[7] ?? 0) === 0;
  return hour < 24 && minute < 60 && second < 60;
}

function countDays(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
