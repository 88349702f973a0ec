import ts from 'typescript';

export type SourceText = { readonly path: string; readonly text: string };
export type Sized = { readonly name: string; readonly lines: number };

/** So many lines that stand together in two places are told as duplicated. */
const WINDOW = 6;
/** Lines of brackets, imports and comments are alike everywhere. */
const TRIVIAL = /^(?:[\s{}()[\],;]*|import .*|} from .*|\/?\*.*|\/\/.*)$/;

/** Lines of each file, blank ones included. */
export function measureFiles(sources: readonly SourceText[]): Sized[] {
  return sources.map(({ path, text }) => ({ name: path, lines: text.trimEnd().split('\n').length }));
}

/** Lines of each function that has a body, by its place. */
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

/** How many lines stand in a run of six or more that stands somewhere else, too. Blanks around lines do not count. */
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
