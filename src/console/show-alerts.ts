/** Bull Board's page fills this element and nothing beside it. */
const ROOT = '<div id="root">';

/*
 * The alerts lie below the board's dialogs and above the rest of the page. The page has padding at its end,
 * so that nothing stays hidden.
 */
const STYLE =
  'position:fixed;bottom:0;left:0;right:0;z-index:100;max-height:30vh;overflow:auto;padding:.5rem 1rem;background:#fef3c7;color:#451a03;border-top:2px solid #b45309;font:.85rem/1.4 system-ui,sans-serif';

/**
 * Adds alerts for operators to the board's page, with the time, because the page stays open while the alerts
 * change.
 */
export function showAlerts(page: string, lines: readonly string[], at: Date): string {
  if (lines.length === 0) return page;
  const asOf = `As of ${at.toISOString().slice(0, 19)}Z; reload the page for the current state`;
  const shown = [...lines, asOf].map((line) => `<div>${escapeText(line)}</div>`).join('');
  const notice = `<style>main{padding-bottom:${2 + 1.5 * (lines.length + 1)}rem}</style><div role="status" style="${STYLE}">${shown}</div>`;
  // A function, because the replacement may contain `$`.
  return page.replace(ROOT, () => `${notice}${ROOT}`);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}
