import type { Html } from '../../domain/html/html-template.ts';
import { html } from './html.ts';

/** Pages in the navigation bar. */
const PLACES = [
  { path: '/operations', name: 'Operations' },
  { path: '/jobs/', name: 'Jobs' },
  { path: '/docs/', name: 'API' },
] as const;

/** Reload interval of a live page without its script. */
const RELOAD_SECONDS = 10;

export type PageContent = {
  /** Subject of the page, shown before the product's name. */
  readonly title: string;
  /** Page of the navigation bar to which it belongs. */
  readonly place: (typeof PLACES)[number]['path'] | null;
  readonly main: Html;
  /** Path from which the main part is refreshed; absent if the page is static. */
  readonly liveFrom?: string;
  /** Login of the viewer; null before the login. */
  readonly login: string | null;
  /** Content to the right of the login, for example a link. */
  readonly aside?: Html;
};

/** Returns a complete page with bar and main part and without inline scripts or styles. */
export function layOut({ title, place, main, liveFrom, login, aside }: PageContent): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Invoice batch engine</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/page.css" />
        ${liveFrom !== undefined && html`<script type="module" src="/assets/live.js"></script>`}
        ${
          liveFrom !== undefined &&
          html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}" /></noscript>`
        }
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="bar">
          <strong class="product">Invoice batch engine</strong>
          <nav aria-label="Pages">
            <ul>
              ${PLACES.map(
                ({ path, name }) =>
                  html`<li><a href="${path}" ${path === place && html`aria-current="page"`}>${name}</a></li>`,
              )}
            </ul>
          </nav>
          ${login !== null && html`<span class="login">${login} · <a href="/sign-out">Sign out</a></span>`}
          ${aside}
        </header>
        <p id="connection" role="alert" hidden></p>
        <main id="main" tabindex="-1" ${liveFrom !== undefined && html`data-live="${liveFrom}"`}>
          ${main}
        </main>
      </body>
    </html>`;
}
