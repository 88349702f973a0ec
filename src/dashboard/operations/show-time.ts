import { html, type Html } from '../pages/html.ts';

/* Times in UTC, as all that the engine writes, and how long ago that is, in steps that change seldom. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `2 min`, `3 h 05 min`, `4 days`. */
export function formatSpan(ms: number): string {
  if (ms < MINUTE) return 'under 1 min';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) {
    const minutes = Math.floor((ms % HOUR) / MINUTE);
    return `${Math.floor(ms / HOUR)} h ${String(minutes).padStart(2, '0')} min`;
  }
  return `${Math.floor(ms / DAY)} days`;
}

/** `10:02 UTC`; with the day where that could be meant of another one. */
export function formatMoment(at: number, now: number): string {
  const text = new Date(at).toISOString();
  const time = `${text.slice(11, 16)} UTC`;
  return Math.abs(now - at) < DAY / 2 ? time : `${text.slice(0, 10)} ${time}`;
}

/** A moment that was. */
export function ago(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formatMoment(at, now)}</time>
    <span class="quiet">(${now - at < MINUTE ? 'just now' : `${formatSpan(now - at)} ago`})</span>`;
}

/** A moment that may be to come. */
export function moment(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formatMoment(at, now)}</time>`;
}
