import { formatMoment, formatSpan, MINUTE } from '../overview/finding.ts';
import type { Html } from '../../contracts/html-template.ts';
import { html } from '../pages/html.ts';

/* Times in UTC, as all that the engine writes, with the zone named, and how long ago that is, in steps that change seldom. */

/** A moment that was. */
export function ago(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formatMoment(at, now)}</time>
    <span class="quiet">(${now - at < MINUTE ? 'just now' : `${formatSpan(now - at)} ago`})</span>`;
}

/** A moment that may be to come. */
export function moment(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formatMoment(at, now)}</time>`;
}
