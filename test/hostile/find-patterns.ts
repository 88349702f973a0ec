import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export type Pattern = { readonly file: string; readonly source: string; readonly flags: string };
/** A pattern that is built at run time: the text of the call. */
export type ComposedPattern = { readonly file: string; readonly call: string };

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = ['src', 'workers', 'migrations', 'ops', 'packages'];
/** A tool that reads only facts of the engine, and the tests of packages. */
const TOOLS = /^(?:src\/checker|packages\/[^/]+\/(?:test|node_modules))\//;

/** Finds every regular expression in the product's sources, and every `pattern` of a schema. */
export function findPatterns(): { patterns: Pattern[]; composed: ComposedPattern[] } {
  const patterns: Pattern[] = [];
  const composed: ComposedPattern[] = [];
  for (const directory of SOURCES) {
    for (const entry of readdirSync(path.join(ROOT, directory), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.[jt]s$/.test(entry.name)) continue;
      const absolute = path.join(entry.parentPath, entry.name);
      const file = path.relative(ROOT, absolute);
      if (TOOLS.test(file)) continue;
      const tree = ts.createSourceFile(absolute, readFileSync(absolute, 'utf8'), ts.ScriptTarget.Latest);
      visit(tree, tree, { file, patterns, composed });
    }
  }
  return { patterns, composed };
}

type Found = { file: string; patterns: Pattern[]; composed: ComposedPattern[] };

function visit(node: ts.Node, tree: ts.SourceFile, found: Found): void {
  const { file, patterns, composed } = found;
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    patterns.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
  } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression)) {
    composed.push({ file, call: node.getText(tree).replaceAll(/\s+/g, ' ') });
  } else if (
    ts.isPropertyAssignment(node) &&
    ts.isIdentifier(node.name) &&
    node.name.text === 'pattern' &&
    !declaresMember(node.initializer)
  ) {
    if (ts.isStringLiteral(node.initializer)) {
      patterns.push({ file, source: node.initializer.text, flags: 'u' });
    } else if (
      ts.isTaggedTemplateExpression(node.initializer) &&
      ts.isNoSubstitutionTemplateLiteral(node.initializer.template)
    ) {
      patterns.push({ file, source: node.initializer.template.rawText!, flags: 'u' });
    } else {
      composed.push({ file, call: node.getText(tree) });
    }
  }
  ts.forEachChild(node, (child) => visit(child, tree, found));
}

/** Whether `pattern: text(…)` or `pattern: p.string()…` declares a member or a column of that name. */
function declaresMember(value: ts.Expression): boolean {
  if (ts.isIdentifier(value)) return ['text', 'p'].includes(value.text);
  return (
    (ts.isCallExpression(value) || ts.isPropertyAccessExpression(value)) && declaresMember(value.expression)
  );
}

const isRegExp = (expression: ts.Node): boolean =>
  ts.isIdentifier(expression) && expression.text === 'RegExp';
