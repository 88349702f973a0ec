import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The environment of Node without the additions of the project. */
const env = { ...process.env, NODE_OPTIONS: '' };
const COPIED = ['packages/tsconfig.json', 'ops/client/build.js', 'tsconfig.json', 'LICENSE', 'package.json'];

/**
 * Builds a package of this repository in a copy, because others build theirs at the same time, and
 * packs it as it would be published.
 * @param folder such as `packages/verifactu`.
 * @param directory an empty directory for the copy.
 * @returns the path of the tarball.
 */
export function packPackage(folder: string, directory: string): string {
  for (const file of [folder, ...COPIED])
    cpSync(path.join(ROOT, file), path.join(directory, file), {
      recursive: true,
      filter: (source) => !source.endsWith('/dist'),
    });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { cwd: directory, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const text = readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8');
  const { private: isWorkspace = false } = JSON.parse(text) as { private?: boolean };
  // The client builds itself when it is packed.
  if (isWorkspace) run(process.execPath, ['ops/client/build.js', folder]);
  const packed = run('npm', ['pack', `./${folder}${isWorkspace ? '/dist' : ''}`, '--json', '--offline']);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return path.join(directory, filename);
}
