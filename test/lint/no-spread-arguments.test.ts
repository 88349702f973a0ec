import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** @returns the lines of a program in which the project's lint rule finds a spread list. */
function findSpreads(lines: readonly string[]): string[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'ibe-lint-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(path.join(directory, 'src'));
  writeFileSync(path.join(directory, 'src', 'program.ts'), lines.join('\n'));
  const plugin = path.join(ROOT, 'ops', 'lint', 'no-spread-arguments.ts');
  const config = { jsPlugins: [plugin], rules: { 'own/no-spread-arguments': 'error' } };
  writeFileSync(path.join(directory, '.oxlintrc.json'), JSON.stringify(config));
  const oxlint = path.join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  let told: string;
  try {
    told = execFileSync(process.execPath, [oxlint, '--format', 'unix'], { cwd: directory, encoding: 'utf8' });
  } catch (error) {
    told = (error as { stdout: string }).stdout;
  }
  const places = [...told.matchAll(/program\.ts:(\d+):.*spread into arguments/g)];
  return places.map(([, line]) => lines[Number(line) - 1]!).toSorted();
}

it('the rule no-spread-arguments refuses spreading a list of unbounded length into arguments, and nothing else', () => {
  const refused = [
    'known.push(...found);',
    'known.unshift(...found);',
    'known.splice(0, 1, ...found);',
    'known.concat(...found);',
    'Math.max(...found);',
    'Math.min(0, ...found.map(Number));',
    'String.fromCharCode(...found);',
    'String.fromCharCode.apply(null, found);',
    'Array.of(...found);',
    'new Set(...found);',
    'work(...[...found].filter(Boolean));',
  ].toSorted();
  const allowed = [
    'for (const each of found) known.push(each);',
    'const all = [...known, ...found];',
    'const forward = (...given) => work(...given);',
    "oneOf(...'a b'.split(' '));",
    'work(...CODES);',
    'this.#apply(found);',
  ];
  expect(
    findSpreads([...refused, ...allowed.slice(0, -1), `class A { #apply(){} b(){ ${allowed.at(-1)} } }`]),
  ).toEqual(refused);
});
