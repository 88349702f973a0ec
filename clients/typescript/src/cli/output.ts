import { escapeControls } from './terminal-text.ts';

/** Where a command tells what it did: results on standard output, the rest beside it. What a terminal would obey is escaped in all of it. */
export type Output = {
  readonly isJson: boolean;
  /** A result, for programs (one JSON document a line) or for people. */
  result(document: unknown, lines: readonly string[]): void;
  /** What happens meanwhile, for people. */
  note(line: string): void;
  readonly progress: NodeJS.WriteStream;
};

export function openOutput(isJson: boolean): Output {
  return {
    isJson,
    result(document, lines) {
      const texts = isJson ? [JSON.stringify(document)] : lines;
      process.stdout.write(texts.map((text) => `${escapeControls(text)}\n`).join(''));
    },
    note: (line) => void process.stderr.write(`${escapeControls(line)}\n`),
    progress: process.stderr,
  };
}

/** Lines of columns that stand below each other, the first row being their names. A cell stays on its line. */
export function drawTable(rows: readonly (readonly (string | number | null)[])[]): string[] {
  const texts = rows.map((row) =>
    row.map((cell) => escapeControls(String(cell ?? '–').replaceAll(/\p{Cc}+/gu, ' '))),
  );
  const widths = (texts[0] ?? []).map((_, column) =>
    texts.reduce((width, row) => Math.max(width, row[column]!.length), 0),
  );
  return texts.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
