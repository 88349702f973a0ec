import { CODE_TABLES, type CodeEntry } from '../../contracts/v2/code-reference.ts';

/**
 * Writes the reference of the codes in errors and warnings of version 2 as a page. The anchor of an entry is its code, to which `help` of every
 * detail refers. A code that occurs in several tables has its anchor in the first.
 */
export function writeCodePage(): string {
  const known = new Set<string>();
  const tables = CODE_TABLES.map(({ title, entries }) => {
    const rows = Object.entries(entries).map(([code, entry]) => {
      const anchor = known.has(code) ? '' : ` id="${code}"`;
      known.add(code);
      return writeRow(code, anchor, entry);
    });
    return `<h2>${title}</h2>
<table border="1" cellpadding="6">
<tr><th>code</th><th>meaning</th><th>article</th><th>remedy</th></tr>
${rows.join('\n')}
</table>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Codes of errors and warnings</title>
<h1>Codes of errors and warnings</h1>
<p>The codes of version 2 of the API never change. Messages may change.</p>
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
