import { formatNumber } from '../../report/format-number.ts';

const POWERS = [
  [1e15, 'PB'],
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** Bytes in the unit that people would choose. */
export function formatBytes(bytes: number): string {
  const [power, unit] = POWERS.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  return `${Number((bytes / power).toPrecision(2))} ${unit}`;
}

/** A count with what counts of it: 123,000, 1.2 million. */
export function formatCount(count: number): string {
  if (count >= 1e6) return `${Number((count / 1e6).toPrecision(3))} million`;
  return formatNumber(count);
}

/** A time in ms, seconds, minutes or hours. */
export function formatSeconds(seconds: number): string {
  const tell = (value: number, unit: string) => `${Number(value.toPrecision(2))} ${unit}`;
  if (seconds < 1) return tell(seconds * 1000, 'ms');
  if (seconds < 120) return tell(seconds, 's');
  if (seconds < 7200) return tell(seconds / 60, 'min');
  return tell(seconds / 3600, 'h');
}
