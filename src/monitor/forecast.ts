import { MOST_COUNTED } from './statements/bounds.ts';
import type { UnfinishedWork, WorkKind } from './statements/work.ts';
import type { WorkSample } from '../platform/jobs/work-samples.ts';
import { DAY, formatMoment, MINUTE } from './finding.ts';

/*
 * Forecasts a backlog: the pace at which it falls or grows, including new work, and when it will be
 * done at this pace.
 */

/** Minimum period. A pace over less is meaningless, because AEAT accepts one message a minute. */
const LEAST_MS = MINUTE;
/** Maximum period. A longer one would report growth after a flood is over. */
const MOST_MS = 5 * MINUTE;

/** Kinds of which at most MOST_COUNTED are counted. Beyond that the pace is not known. */
const BOUNDED: readonly WorkKind[] = ['batch', 'webhook'];

export type Forecast = {
  /** Decrease per minute; negative if the backlog grows. */
  readonly perMinute: number;
  /**
   * Expected end in milliseconds since 1970; null if it is more than a day away or never reached at
   * this pace.
   */
  readonly doneAt: number | null;
};

/**
 * Forecasts one kind of work from earlier samples.
 * @returns null if nothing waits or the pace is not known.
 */
export function forecast(
  { kind, count }: Pick<UnfinishedWork, 'kind' | 'count'>,
  samples: readonly WorkSample[],
  now: number,
): Forecast | null {
  const before = samples
    .filter(({ at }) => now - at >= LEAST_MS && now - at <= MOST_MS)
    .reduce<WorkSample | null>((first, each) => (first === null || each.at < first.at ? each : first), null);
  const countBefore = before?.counts[kind];
  if (before === null || countBefore === undefined || count === 0) return null;
  if (BOUNDED.includes(kind) && Math.max(count, countBefore) >= MOST_COUNTED) return null;
  const perMinute = (countBefore - count) / ((now - before.at) / MINUTE);
  const leftMs = (count / perMinute) * MINUTE;
  return { perMinute, doneAt: perMinute > 0 && leftMs < DAY ? now + leftMs : null };
}

/** Describes a forecast: `falls by 3,000 a minute, done about 10:42 UTC`. */
export function describeForecast({ perMinute, doneAt }: Forecast, now: number): string {
  const pace = Math.abs(perMinute);
  const shown = (pace >= 10 ? Math.round(pace) : Math.round(pace * 10) / 10).toLocaleString('en-US');
  if (shown === '0') return 'unchanged over the last minutes';
  if (perMinute < 0) return `grows by ${shown} a minute`;
  return `falls by ${shown} a minute, ${doneAt === null ? 'done in more than a day' : `done about ${formatMoment(doneAt, now)}`}`;
}
