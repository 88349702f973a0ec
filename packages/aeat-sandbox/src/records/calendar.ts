const DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/;
const MADRID = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Madrid',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
});

/** Returns a day as a comparable number, 20261120; 0 if `dd-mm-yyyy` is not a calendar date. */
export function readDay(literal: string): number {
  const [, day = '', month = '', year = ''] = DATE.exec(literal) ?? [];
  const instant = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isReal = !Number.isNaN(instant.getTime()) && instant.getUTCDate() === Number(day);
  return isReal ? Number(year + month + day) : 0;
}

/** Returns the same day in another year. */
export function addYears(day: number, years: number): number {
  return day + years * 10_000;
}

/**
 * Returns the instant of a FechaHoraHusoGenRegistro, which must have whole seconds and an offset
 * (AEAT 1244); NaN otherwise.
 */
export function readInstant(literal: string): number {
  return TIMESTAMP.test(literal) ? Date.parse(literal) : Number.NaN;
}

/** The last formatted second, cached because 1000 records may arrive in one second. */
let latest = { second: Number.NaN, local: '', offset: '' };

/** Returns the local time in Madrid: `2026-11-20T10:15:30` and `+01:00`. */
function toMadrid(instant: number): { readonly local: string; readonly offset: string } {
  const second = Math.floor(instant / 1000);
  if (latest.second !== second) latest = { second, ...readMadrid(instant) };
  return latest;
}

function readMadrid(instant: number): { local: string; offset: string } {
  const parts = new Map(MADRID.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return {
    local: `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`,
    offset: part('timeZoneName').replace('GMT', ''),
  };
}

/** Formats a TimestampPresentacion: `2026-11-20T10:15:30+01:00`. */
export function formatTimestamp(instant: number): string {
  const { local, offset } = toMadrid(instant);
  return local + offset;
}

/** Formats a time of SII, which states no offset: `20-11-2026 10:15:30`. */
export function formatSiiTimestamp(instant: number): string {
  const { local } = toMadrid(instant);
  return `${local.slice(8, 10)}-${local.slice(5, 7)}-${local.slice(0, 4)} ${local.slice(11)}`;
}

/** Returns the day in Madrid. */
export function findToday(instant: number): number {
  return Number(toMadrid(instant).local.slice(0, 10).replaceAll('-', ''));
}

/**
 * Converts a timestamp to UTC, as in the answer to a consulta. Returns any other text unchanged.
 */
export function normaliseTimestamp(literal: string): string {
  const instant = Date.parse(literal);
  return Number.isNaN(instant) ? literal : new Date(instant).toISOString().replace('.000Z', 'Z');
}
