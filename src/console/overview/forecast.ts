import { MOST_COUNTED } from './statements/bounds.ts';
import type { UnfinishedWork, WorkKind } from './statements/work.ts';
import type { WorkSample } from '../../platform/jobs/work-samples.ts';
import { DAY, formatMoment, MINUTE } from './finding.ts';

/* At what pace a backlog falls or grows, with what comes meanwhile, and when it will be done if that goes on. */

/** Over less a pace says nothing: AEAT's messages go once a minute. */
const LEAST_MS = MINUTE;
/** Over more it would tell of a flood that is over that it grows. */
const MOST_MS = 5 * MINUTE;

/** Kinds of which no more than MOST_COUNTED are counted: of more the pace is not known. */
const BOUNDED: readonly WorkKind[] = ['batch', 'webhook'];

export type Forecast = {
  /** By so much it falls a minute; less than 0: it grows. */
  readonly perMinute: number;
  /** Milliseconds since 1970; null: not within a day, or never at this pace. */
  readonly doneAt: number | null;
};

/** Tells the pace of one kind of work from what waited before. @returns null where nothing waits, or that is not known. */
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

/** `falls by 3,000 a minute, done about 10:42 UTC` */
export function describeForecast({ perMinute, doneAt }: Forecast, now: number): string {
  const pace = Math.abs(perMinute);
  const shown = (pace >= 10 ? Math.round(pace) : Math.round(pace * 10) / 10).toLocaleString('en-US');
  if (shown === '0') return 'neither falls nor grows';
  if (perMinute < 0) return `grows by ${shown} a minute`;
  return `falls by ${shown} a minute, ${doneAt === null ? 'done in more than a day' : `done about ${formatMoment(doneAt, now)}`}`;
}
