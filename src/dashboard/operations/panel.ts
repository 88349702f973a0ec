import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';

type PanelOf<T> = {
  readonly id: string;
  readonly title: string;
  /** null if the database took too long. */
  readonly rows: readonly T[] | null;
  /** Text that is shown if there are no rows. */
  readonly none: string;
  readonly show: (rows: readonly T[]) => Html;
  /** Text below the rows. */
  readonly more?: string | null;
};

/** A section of a page, or the text in its place if it has no rows. */
export type Panel = { readonly id: string; readonly none: string; readonly filled: Html | null };

/**
 * Builds a section of a page. Without rows it has only its text `none`; if the rows are null, it
 * says that they are unknown.
 */
export function panel<T>({ id, title, rows, none, show, more }: PanelOf<T>): Panel {
  if (rows?.length === 0) return { id, none, filled: null };
  const body =
    rows === null
      ? html`<p>Unknown: the database took too long to answer.</p>`
      : html`<div class="sideways">${show(rows)}</div>
          ${more && html`<p class="quiet">${more}</p>`}`;
  return {
    id,
    none,
    filled: html`<section class="panel" id="${id}" aria-labelledby="${id}-title" tabindex="-1">
      <h2 id="${id}-title">${title}</h2>
      ${body}
    </section>`,
  };
}

/**
 * Returns the sections with rows, one below the other, and one section that lists the subjects
 * without any.
 */
export function showPanels(panels: readonly Panel[]): { readonly filled: Html; readonly calm: Html | null } {
  const calm = panels.filter((each) => each.filled === null);
  return {
    filled: html`${panels.map((each) => each.filled)}`,
    calm:
      calm.length === 0
        ? null
        : html`<section class="panel" id="in-order" aria-labelledby="in-order-title">
            <h2 id="in-order-title">Nothing to report</h2>
            <ul class="calm-list">
              ${calm.map(({ id, none }) => html`<li id="${id}">${none}</li>`)}
            </ul>
          </section>`,
  };
}
