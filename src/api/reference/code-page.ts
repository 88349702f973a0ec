import type { CodeEntry } from '../../contracts/v2/code-entry.ts';
import type { CodePage } from '../../contracts/v2/code-reference.ts';

/**
 * Writes the reference of the codes in errors and warnings of version 2 as a page. The anchor of an
 * entry is its code, to which `help` of every detail refers. A code that occurs in several tables
 * has its anchor in the first.
 */
export function writeCodePage({
  language,
  title: heading,
  introduction,
  columns,
  tables: all,
}: CodePage): string {
  const known = new Set<string>();
  const names = columns.map((name) => `<th>${name}</th>`).join('');
  const tables = all.map(({ title, entries, anchor: start = '' }) => {
    const rows = Object.entries(entries).map(([code, entry]) => {
      const id = `${start}${code}`;
      const anchor = known.has(id) ? '' : ` id="${id}"`;
      known.add(id);
      return writeRow(code, anchor, entry);
    });
    return `<h2>${title}</h2>
<table border="1" cellpadding="6">
<tr>${names}</tr>
${rows.join('\n')}
</table>`;
  });
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading}</title>
<h1>${heading}</h1>
<p>${introduction}</p>
${tables.join('\n')}
</html>
`;
}

function writeRow(code: string, anchor: string, { meaning, article, remedy }: CodeEntry): string {
  const cells = [meaning, article ?? '', remedy].map((text) => `<td>${writeText(text)}</td>`);
  return `<tr${anchor}><td><code>${code}</code></td>${cells.join('')}</tr>`;
}

/** Writes a text of the reference, in which backquotes enclose names of members and values. */
function writeText(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return safe.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
