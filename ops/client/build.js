// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';

/*
 * Makes what the package of the client consists of, before it is packed (`prepack`): JavaScript and types. In JavaScript itself, for any Node that packs it. In a fresh clone the
 * compiler is installed first, as the lock file has it.
 */

const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
const CLIENT = path.join(ROOT, 'clients/typescript');
const COMPILER = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');

if (!existsSync(COMPILER)) {
  // What `npm pack` was told is not meant for this one.
  const variables = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  // Standard output is what `npm pack --json` prints on.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    env: Object.fromEntries(variables),
    stdio: ['ignore', 2, 2],
  });
}
rmSync(path.join(CLIENT, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [COMPILER, '--project', CLIENT], { stdio: ['ignore', 2, 2] });
