import { formatNumber } from '../../report/format-number.ts';

const POWERS = [
  [1e15, 'PB'],
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** Formats bytes in the largest unit that keeps the number above 1, with two significant digits. */
export function formatBytes(bytes: number): string {
  const [power, unit] = POWERS.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  return `${Number((bytes / power).toPrecision(2))} ${unit}`;
}

/** Formats a count with three significant digits, for example 123,000 or 1.2 million. */
export function formatCount(count: number): string {
  if (count >= 1e6) return `${Number((count / 1e6).toPrecision(3))} million`;
  return formatNumber(count);
}

/** Formats a time in ms, seconds, minutes or hours. */
export function formatSeconds(seconds: number): string {
  const write = (value: number, unit: string) => `${Number(value.toPrecision(2))} ${unit}`;
  if (seconds < 1) return write(seconds * 1000, 'ms');
  if (seconds < 120) return write(seconds, 's');
  if (seconds < 7200) return write(seconds / 60, 'min');
  return write(seconds / 3600, 'h');
}
