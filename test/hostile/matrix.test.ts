import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/*
 * The bad inputs that every release is tried with. A test says in its title, or in that of its group, which of them it sends: `[B17]`.
 */
const MATRIX: Readonly<Record<string, string>> = {
  B1: 'a body over the limit, told or by chunks, and one that unpacks into more',
  B2: 'no invoice, 1, 1000, 1001, and invoices that are no list',
  B3: 'JSON that is deep, huge, cut off, with a byte order mark, empty, or none',
  B4: 'a member twice',
  B5: 'an unknown member at each level',
  B6: '__proto__ and constructor.prototype as members',
  B7: 'external ids named like members of every object',
  B8: 'external ids that are doubled, missing, empty, long',
  B9: 'NUL in a text',
  B10: 'half a surrogate pair in a text',
  B11: 'control characters, overrides of direction, other forms of the same letter',
  B12: 'an invoice number with what AEAT forbids',
  B13: 'numbers that no double holds, and texts for numbers',
  B14: 'null for every field',
  B15: 'days that never were, or never may be',
  B16: 'pages that are no page',
  B17: 'ids that are no id',
  B18: 'ids of another organization',
  B19: 'no, odd, several, expired and revoked sessions',
  B20: 'an api_key of every wrong kind, as often as one likes',
  B21: 'an Idempotency-Key of every wrong kind',
  B22: 'other content types',
  B23: 'messages that mean two things in HTTP',
  B24: 'clients that never finish, and too many of them',
  B25: 'markup, styles, scripts and templates in every text of an invoice',
  B26: 'words without end, emoji, Chinese, Arabic',
  B27: 'formulas, script addresses and PDF actions',
  B28: 'a thousand invoices of two hundred lines',
  B29: 'an invoice number that would break a header',
  B30: 'secrets wherever they do not belong',
  B31: 'the dashboard without a login, with a wrong one, from another site',
  B32: 'health, metrics and documentation on the public port',
  B33: 'X-Forwarded-For of one’s own',
  B34: 'XML bombs and endless answers for AEAT’s',
  B35: 'texts that make patterns slow',
  B36: 'other methods, other spellings of paths',
  B37: 'query parameters that nobody knows, or that are there twice',
};

const TESTS = path.resolve(import.meta.dirname, '..');

/** Titles of tests and groups, by the inputs that they name. */
function findTests(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(TESTS, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.test.ts')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^(it|describe)\b/.test(node.expression.getText(tree))) {
        const [title] = node.arguments;
        const text = title && ts.isStringLiteralLike(title) ? title.text : '';
        for (const [, name] of text.matchAll(/\[(B\d+)\]/g)) {
          found.set(name!, [...(found.get(name!) ?? []), `${path.relative(TESTS, file)}: ${text}`]);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

it('every bad input of the matrix has a test, and every test that names one names one of the matrix', () => {
  const found = findTests();
  expect([...found.keys()].toSorted()).toEqual(Object.keys(MATRIX).toSorted());
  expect(Object.keys(MATRIX)).toHaveLength(37);
});
