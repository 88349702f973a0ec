/** Builds a Markdown table. */
export function buildMarkdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [line(heads), `|${'---|'.repeat(heads.length)}\n`, ...rows.map(line)].join('');
}
