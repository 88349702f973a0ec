import type { Html } from '../../contracts/html-template.ts';
import { html } from './escape-html.ts';
import type { Wording } from './languages/wording.ts';

/*
 * The notice that an invoice was annulled (annulledOn). The annulment is also shown at the head of the following pages (continuation.ts),
 * in the amount to pay (amount-to-pay.ts), and in the title of the file (src/render/settle-page.ts). Its texts are in languages.
 */

/** Builds the notice across the page that the invoice is no longer valid. */
export function buildAnnulment(annulledOn: string | null, wording: Wording): Html | null {
  return annulledOn === null
    ? null
    : html`<div class="annulled">
        <strong>${wording.annulled}</strong>${wording.annulledOn}${wording.notation.formatDate(annulledOn)}
      </div>`;
}
