import type { Html } from '../../domain/html/html-template.ts';
import { html } from './escape-html.ts';
import type { Wording } from './languages/wording.ts';

/*
 * The notices that an invoice was annulled (annulledOn) or is a preview (isDraft). Both are also
 * shown at the head of the following pages (continuation.ts) and in the title of the file
 * (src/render/settle-page.ts), and the annulment in the amount to pay (amount-to-pay.ts). Their
 * texts are in src/render/template/languages.
 */

/** The word on a preview, which every page has in Spanish. */
export const DRAFT = 'BORRADOR';

/**
 * Builds the notice across the page that it is a preview: the word BORRADOR with its translation,
 * and what it means.
 */
export function buildDraftNotice({ draft, tag }: Wording): Html {
  const translation = draft.word === null ? '' : ` / ${draft.word.toLocaleUpperCase(tag)}`;
  return html`<div class="annulled">
    <strong>${DRAFT}</strong>${translation}
    <div class="note">${draft.says}</div>
  </div>`;
}

/** Builds the notice across the page that the invoice is no longer valid. */
export function buildAnnulment(annulledOn: string | null, wording: Wording): Html | null {
  return annulledOn === null
    ? null
    : html`<div class="annulled">
        <strong>${wording.annulled}</strong>${wording.annulledOn}${wording.notation.formatDate(annulledOn)}
      </div>`;
}
