import type { Html } from '../../contracts/html-template.ts';
import { html } from './html.ts';

/** Pages that the bar at the top leads to. */
const PLACES = [
  { path: '/operations', name: 'Operations' },
  { path: '/jobs/', name: 'Jobs' },
  { path: '/docs/', name: 'API' },
] as const;

/** How often a live page asks whether something is new, without its script. */
const RELOAD_SECONDS = 10;

export type PageContent = {
  /** What the page is about, before the product's name. */
  readonly title: string;
  /** Which place of the bar it belongs to. */
  readonly place: (typeof PLACES)[number]['path'] | null;
  readonly main: Html;
  /** Where its main part can be read again and again; null: it stays as it is. */
  readonly liveFrom?: string;
  /** Who is logged in; null before a login. */
  readonly login: string | null;
  /** Right of the login: a way out, for example. */
  readonly aside?: Html;
};

/** A whole page of ours: bar, main part, nothing inline. */
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
        <a class="skip" href="#main">Skip to what is going on</a>
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
          ${login !== null && html`<span class="login">${login} · <a href="/sign-out">Heartbeat out</a></span>`}
          ${aside}
        </header>
        <p id="connection" role="alert" hidden></p>
        <main id="main" tabindex="-1" ${liveFrom !== undefined && html`data-live="${liveFrom}"`}>
          ${main}
        </main>
      </body>
    </html>`;
}
