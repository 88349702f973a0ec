import { escapeControls } from './terminal-text.ts';

/**
 * The output of a command: results on standard output, messages on standard error. Control
 * characters are escaped in both.
 */
export type Output = {
  readonly isJson: boolean;
  /** Prints a result, for programs (one JSON document per line) or for people. */
  result(document: unknown, lines: readonly string[]): void;
  /** Prints a message for people. */
  readonly note: (line: string) => void;
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

/**
 * Draws a table with aligned columns, whose names are in the first row. A cell never breaks its
 * line.
 */
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
