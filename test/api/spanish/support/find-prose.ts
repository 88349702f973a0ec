import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A text in a source file that people may read. */
export type Prose = { readonly file: string; readonly text: string };

/** Stands for a value that is computed. */
export const VALUE = '¤';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** Two words, of which one is not a code. */
const WORDS = /[a-z]{2,}[’']?[a-z]* \S|\S [a-z]{2,}/;
/** Members of objects that document the API, and arguments of functions that write to the log. */
const DOCUMENTING = new Set(['description', 'summary', 'title', 'examples', 'help']);
const LOGGING = /\b(?:logger|log)\b[^(]*$/;

/**
 * Finds the texts in source files. A template becomes one text with `VALUE` for each computed value, and several texts if it chooses between texts.
 * Leaves out imports, types, log messages, the texts of thrown defects, and descriptions of the API.
 */
export function findProse(patterns: readonly string[]): Prose[] {
  return findIn(patterns, visit);
}

/** Finds the texts in the arguments with which functions and classes are called, as `findProse` does. */
export function findArguments(patterns: readonly string[], names: readonly string[]): Prose[] {
  function visitCalls(node: ts.Node, found: Set<string>): void {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && names.includes(node.expression.getText()))
      return node.arguments?.forEach((argument) => visit(argument, found));
    ts.forEachChild(node, (child) => visitCalls(child, found));
  }
  return findIn(patterns, visitCalls);
}

function findIn(patterns: readonly string[], collect: (node: ts.Node, found: Set<string>) => void): Prose[] {
  return globSync([...patterns], { cwd: ROOT }).flatMap((file) => {
    const tree = ts.createSourceFile(
      file,
      readFileSync(path.join(ROOT, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const found = new Set<string>();
    collect(tree, found);
    return [...found].filter((text) => WORDS.test(text)).map((text) => ({ file, text }));
  });
}

function visit(node: ts.Node, found: Set<string>): void {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
  if (ts.isNewExpression(node) && /(?:Error|Fault|RegExp)$/.test(node.expression.getText())) return;
  if (ts.isCallExpression(node) && LOGGING.test(node.expression.getText())) return;
  if (ts.isPropertyAssignment(node) && DOCUMENTING.has(node.name.getText())) return;
  if (isText(node)) {
    for (const text of expand(node)) found.add(text);
    return listComputed(node).forEach((child) => visit(child, found));
  }
  ts.forEachChild(node, (child) => visit(child, found));
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return (
    ts.isStringLiteralLike(node) ||
    (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent))
  );
}

/** Returns every text that an expression can be, as far as the source shows it. */
function expand(node: ts.Expression): string[] {
  if (ts.isParenthesizedExpression(node)) return expand(node.expression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...expand(node.whenTrue), ...expand(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [VALUE];
  return node.templateSpans.reduce(
    (texts, { expression, literal }) =>
      texts.flatMap((text) => expand(expression).map((value) => text + value + literal.text)),
    [node.head.text],
  );
}

/** Returns the expressions in a text that are not texts themselves. */
function listComputed(node: ts.Expression): ts.Node[] {
  if (ts.isParenthesizedExpression(node)) return listComputed(node.expression);
  if (ts.isStringLiteralLike(node)) return [];
  if (ts.isConditionalExpression(node))
    return [node.condition, ...listComputed(node.whenTrue), ...listComputed(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [node];
  return node.templateSpans.flatMap(({ expression }) => listComputed(expression));
}
