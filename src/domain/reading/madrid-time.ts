/** Writes `GMT+01:00` beside a date: what is read is the offset. Made when first asked: it takes 14 ms, a tenth of what many a command takes to start. */
let madrid: Intl.DateTimeFormat | undefined;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Madrid has always moved its clocks on a whole hour of UTC: within one hour the offset is asked for once. */
let cached = { hour: Number.NaN, offset: '+00:00', shift: 0 };

/** FechaHoraHusoGenRegistro: an instant in Europe/Madrid with its offset, whole seconds, `2026-11-20T10:15:30+01:00`. */
export function formatGeneratedAt(instant: Date): string {
  const { offset } = findOffset(instant);
  return toMadrid(instant).slice(0, 19) + offset;
}

/** The day that an instant belongs to in Europe/Madrid, `YYYY-MM-DD`. */
export function todayInMadrid(instant: Date): string {
  return toMadrid(instant).slice(0, 10);
}

function toMadrid(instant: Date): string {
  return new Date(instant.getTime() + findOffset(instant).shift).toISOString();
}

function findOffset(instant: Date): { readonly offset: string; readonly shift: number } {
  const hour = Math.floor(instant.getTime() / HOUR);
  if (cached.hour !== hour) cached = { hour, ...readOffset(instant) };
  return cached;
}

function readOffset(instant: Date): { offset: string; shift: number } {
  madrid ??= new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid', timeZoneName: 'longOffset' });
  const name = madrid.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  const shift = Number(`${sign}1`) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
  return { offset: `${sign}${hours}:${minutes}`, shift };
}
