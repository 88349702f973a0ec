import type { Html } from '../../contracts/html-template.ts';
import { html } from './escape-html.ts';
import type { Wording } from './languages/wording.ts';

/*
 * That an invoice was annulled (annulledOn) is said here, at the head of the following pages (continuation.ts), where else it is told what is to be
 * paid (amount-to-pay.ts), and in the file's title (src/render/settle-page.ts); its words are in languages.
 */

/** Says across the page that the invoice does not count any more. */
export function buildAnnulment(annulledOn: string | null, wording: Wording): Html | null {
  return annulledOn === null
    ? null
    : html`<div class="annulled">
        <strong>${wording.annulled}</strong>${wording.annulledOn}${wording.notation.formatDate(annulledOn)}
      </div>`;
}
