import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { packPackage } from './pack-package.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The environment of Node without the additions of the project. */
const env = { ...process.env, NODE_OPTIONS: '' };

/**
 * Builds a package of this repository in a copy, packs it, and installs the tarball with its
 * dependencies in an empty directory.
 * @param folder such as `packages/verifactu`.
 * @returns the directory, which is removed after the test.
 */
export function installPackage(folder: string): string {
  const tarball = packPackage(folder, makeDirectory());
  const { name, dependencies } = JSON.parse(
    readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'),
  ) as {
    name: string;
    dependencies: Record<string, string>;
  };
  const installed = makeDirectory();
  const modules = path.join(installed, 'node_modules');
  mkdirSync(path.join(modules, name), { recursive: true });
  execFileSync('tar', ['-xf', tarball, '--strip-components=1', '-C', path.join(modules, name)]);
  for (const needed of [...Object.keys(dependencies), '@types'])
    symlinkSync(path.join(ROOT, 'node_modules', needed), path.join(modules, needed));
  return installed;
}

function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'package-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

const TSC = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
const STRICT = [
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--lib',
  'es2024,esnext.disposable',
];

/**
 * Compiles and runs the first example in the README of a package that is installed in a directory.
 * @returns what it prints, and what the README says that it prints.
 * @throws if it does not compile.
 */
export function runExample(folder: string, directory: string): { printed: string; promised: string } {
  const readme = readFileSync(path.join(ROOT, folder, 'README.md'), 'utf8');
  const [, example = '', promised = ''] =
    /^```ts\n([\s\S]*?)^```\n[\s\S]*?^```text\n([\s\S]*?)^```/m.exec(readme) ?? [];
  writeFileSync(path.join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(directory, 'example.ts'), example);
  const run = (args: readonly string[]) =>
    execFileSync(process.execPath, args, { cwd: directory, env, encoding: 'utf8' });
  run([TSC, '--noEmit', '--types', 'node', ...STRICT, 'example.ts']);
  return { printed: run(['example.ts']), promised };
}
