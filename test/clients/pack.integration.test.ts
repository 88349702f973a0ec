import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

it('npm pack ./clients/typescript, as the documents say, leaves the packages of a running clone alone', () => {
  const clone = mkdtempSync(path.join(tmpdir(), 'un año '));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  for (const file of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    '.npmrc',
    'clients/typescript',
    'ops/client',
    'ops/local/boot',
  ])
    cpSync(path.join(ROOT, file), path.join(clone, file), {
      recursive: true,
      filter: (source) => !source.endsWith('/dist'),
    });
  // What `npm start` leaves: packages without those for development, and a link to Node.js.
  const modules = path.join(clone, 'node_modules');
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  writeFileSync(path.join(modules, '.bin', 'node'), 'put here by npm start');
  writeFileSync(path.join(modules, '.package-lock.json'), '{}');
  const before = readdirSync(modules, { recursive: true }).map(String).toSorted();
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const packed = execFileSync('npm', ['pack', './clients/typescript', '--json'], {
    cwd: clone,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
  expect(readdirSync(clone)).toContain(filename);
  expect(files.map((file) => file.path)).toContain('dist/engine.d.ts');
  expect(readdirSync(modules, { recursive: true }).map(String).toSorted()).toEqual(before);
  expect(readFileSync(path.join(modules, '.bin', 'node'), 'utf8')).toBe('put here by npm start');
  // Nothing that was fetched for it stays.
  expect(readdirSync(path.join(clone, '.local'))).toEqual([]);
}, 120_000);
