// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';

/*
 * Builds JavaScript and types of the client package before it is packed (`prepack`). It is written in JavaScript to run under any Node that packs it. In a fresh clone it first
 * installs the compiler from the lockfile.
 */

const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
const CLIENT = path.join(ROOT, 'clients/typescript');
const COMPILER = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');

if (!existsSync(COMPILER)) {
  // The options of `npm pack` must not apply to this npm.
  const variables = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  // Standard output belongs to `npm pack --json`.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    env: Object.fromEntries(variables),
    stdio: ['ignore', 2, 2],
  });
}
rmSync(path.join(CLIENT, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [COMPILER, '--project', CLIENT], { stdio: ['ignore', 2, 2] });
