import { formatInstant } from '../contracts/instant.ts';
/** Bull Board's page fills this element and nothing beside it. */
const ROOT = '<div id="root">';

/*
 * The alerts lie below the board's dialogs and above the rest of the page. Closed, they take one
 * line, because on a telephone all of them would cover a fifth of the screen. The page has padding
 * at its end, so that nothing stays hidden.
 */
const STYLE = `
  main { padding-bottom: 4rem }
  #alerts { position: fixed; bottom: 0; left: 0; right: 0; z-index: 100; max-height: 50vh; overflow: auto;
    padding: .375rem 1rem; background: #fef3c7; color: #451a03; border-top: 2px solid #b45309;
    font: .85rem/1.4 system-ui, sans-serif }
  #alerts details:not([open]) > summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  #alerts summary { cursor: pointer }`;

/**
 * Adds alerts for operators to the board's page, with the time, because the page stays open while
 * the alerts change.
 */
export function showAlerts(page: string, lines: readonly string[], at: Date): string {
  const [first, ...rest] = lines;
  if (first === undefined) return page;
  const asOf = `As of ${formatInstant(at)}; reload the page for the current state`;
  const count = rest.length === 0 ? '' : `<strong>${lines.length} alerts:</strong> `;
  const shown = [...rest, asOf].map((line) => `<div>${escapeText(line)}</div>`).join('');
  const notice = `<style>${STYLE}</style><div id="alerts" role="status"><details><summary>${count}${escapeText(first)}</summary>${shown}</details></div>`;
  // A function, because the replacement may contain `$`.
  return page.replace(ROOT, () => `${notice}${ROOT}`);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}
