import { html, type Html } from '../pages/html.ts';

type PanelOf<T> = {
  readonly id: string;
  readonly title: string;
  readonly isWide?: boolean;
  /** null: the database took too long. */
  readonly rows: readonly T[] | null;
  /** What is said where there is none. */
  readonly none: string;
  readonly show: (rows: readonly T[]) => Html;
  /** Below, where there is some. */
  readonly more?: Html | string | null;
};

/** A section of the page, calm where there is nothing. */
export function panel<T>({ id, title, isWide = false, rows, none, show, more }: PanelOf<T>): Html {
  const body =
    rows === null
      ? html`<p>Not known now: the database took too long over it.</p>`
      : rows.length === 0
        ? html`<p class="quiet">${none}</p>`
        : html`<div class="sideways">${show(rows)}</div>
            ${more && html`<p class="quiet">${more}</p>`}`;
  return html`<section
    class="panel ${isWide && 'wide'}"
    id="${id}"
    aria-labelledby="${id}-title"
    tabindex="-1"
  >
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;
}
