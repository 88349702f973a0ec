import ts from 'typescript';

export type SourceText = { readonly path: string; readonly text: string };
export type Sized = { readonly name: string; readonly lines: number };

/** The number of equal consecutive lines in two places that counts as duplication. */
const WINDOW = 6;
/** Lines that do not count as duplicated: brackets, imports and comments. */
const TRIVIAL = /^(?:[\s{}()[\],;]*|import .*|} from .*|\/?\*.*|\/\/.*)$/;

/** Counts the lines of each file, including blank ones. */
export function measureFiles(sources: readonly SourceText[]): Sized[] {
  return sources.map(({ path, text }) => ({ name: path, lines: text.trimEnd().split('\n').length }));
}

/** Counts the lines of each function with a body, by its place. */
export function measureFunctions(sources: readonly SourceText[]): Sized[] {
  return sources.flatMap(({ path, text }) => {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
    const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
    const functions: Sized[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
        const first = lineOf(node.getStart(file));
        functions.push({ name: `${path}:${first + 1}`, lines: lineOf(node.end) - first + 1 });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return functions;
  });
}

/**
 * Counts the lines in runs of six or more that also occur elsewhere. Ignores white space at both
 * ends of lines.
 */
export function countDuplicatedLines(sources: readonly SourceText[]): number {
  const places = new Map<string, (readonly [file: number, line: number])[]>();
  sources.forEach(({ text }, file) => {
    const lines = text
      .split('\n')
      .map((line, number) => ({ line: line.trim(), number }))
      .filter(({ line }) => !TRIVIAL.test(line));
    lines.slice(WINDOW - 1).forEach((_, index) => {
      const run = lines.slice(index, index + WINDOW);
      const key = run.map(({ line }) => line).join('\n');
      places.set(key, [...(places.get(key) ?? []), ...run.map(({ number }) => [file, number] as const)]);
    });
  });
  const duplicated = [...places.values()].filter((found) => found.length > WINDOW).flat();
  return new Set(duplicated.map(([file, line]) => `${file}:${line}`)).size;
}
