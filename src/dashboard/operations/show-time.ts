import { formatMoment, formatSpan, MINUTE } from '../../monitor/finding.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';

/*
 * Times in UTC, with the time zone, as everywhere in the product. The relative time uses coarse
 * steps, so that the page rarely changes.
 */

/** Shows a past time and how long ago it was. */
export function ago(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formatMoment(at, now)}</time>
    <span class="quiet">(${now - at < MINUTE ? 'just now' : `${formatSpan(now - at)} ago`})</span>`;
}

/** Shows a time that may be in the future. */
export function moment(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formatMoment(at, now)}</time>`;
}
