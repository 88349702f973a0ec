import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/*
 * The bad inputs that every release is tested with. The title of a test or of its group names the
 * inputs that it sends: `[B17]`.
 */
const MATRIX: Readonly<Record<string, string>> = {
  B1: 'a body over the limit, declared or chunked, and one that unpacks into more',
  B2: '0, 1, 1000 and 1001 invoices, and invoices that are not a list',
  B3: 'JSON that is deep, huge, truncated, empty, not JSON, or has a byte order mark',
  B4: 'a duplicate member',
  B5: 'an unknown member at each level',
  B6: '__proto__ and constructor.prototype as members',
  B7: 'external ids named like members of every object',
  B8: 'external ids that are duplicate, missing, empty or long',
  B9: 'NUL in a text',
  B10: 'an unpaired surrogate in a text',
  B11: 'control characters, direction overrides, and other encodings of the same letter',
  B12: 'an invoice number with characters that AEAT forbids',
  B13: 'numbers too large for a double, and texts instead of numbers',
  B14: 'null for every field',
  B15: 'dates that do not exist or are not allowed',
  B16: 'invalid page numbers',
  B17: 'invalid ids',
  B18: 'ids of another organization',
  B19: 'missing, malformed, multiple, expired and revoked sessions',
  B20: 'an api_key of every wrong type, and any number of attempts',
  B21: 'an Idempotency-Key of every wrong form',
  B22: 'other content types',
  B23: 'ambiguous HTTP messages (request smuggling)',
  B24: 'clients that never finish, and too many clients',
  B25: 'markup, styles, scripts and templates in every text of an invoice',
  B26: 'endless words, emoji, Chinese, Arabic',
  B27: 'formulas, script addresses and PDF actions',
  B28: 'a thousand invoices of two hundred lines',
  B29: 'an invoice number that would break a header',
  B30: 'secrets in places where they must not appear',
  B31: 'the dashboard without a login, with a wrong login, and from another site',
  B32: 'health, metrics and documentation on the public port',
  B33: 'a forged X-Forwarded-For',
  B34: 'XML bombs and endless answers of AEAT',
  B35: 'texts that make regular expressions slow',
  B36: 'other methods and other spellings of paths',
  B37: 'unknown and duplicate query parameters',
};

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Returns the titles of tests and groups, by the inputs that they name. */
function findTests(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync('{test,packages/*/test}/**/*.test.ts', { cwd: ROOT })) {
    const tree = ts.createSourceFile(
      file,
      readFileSync(path.join(ROOT, file), 'utf8'),
      ts.ScriptTarget.Latest,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^(it|describe)\b/.test(node.expression.getText(tree))) {
        const [title] = node.arguments;
        const text = title && ts.isStringLiteralLike(title) ? title.text : '';
        for (const [, name] of text.matchAll(/\[(B\d+)\]/g)) {
          found.set(name!, [...(found.get(name!) ?? []), `${file}: ${text}`]);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

it('every bad input of the matrix has a test, and tests name only inputs of the matrix', () => {
  const found = findTests();
  expect([...found.keys()].toSorted()).toEqual(Object.keys(MATRIX).toSorted());
  expect(Object.keys(MATRIX)).toHaveLength(37);
});
