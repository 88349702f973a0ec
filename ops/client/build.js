// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Builds JavaScript and types of a package before it is packed (`prepack`). It is written in JavaScript to run under any Node that packs it. A clone in which
 * only `npm start` ran has no compiler. The compiler is then installed in a directory of its own, because a running engine uses the packages of the project.
 */

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** The package that is built: the client of the engine, or that of the argument. */
const PACKAGE = path.join(ROOT, process.argv[2] ?? 'clients/typescript');
/** What the compiler needs, by places in the lockfile. */
const NEEDED = /^node_modules\/(?:typescript-7|@typescript\/[^/]+|@types\/node|undici-types)$/;

const modules = path.join(ROOT, 'node_modules');
if (['typescript-7', '@types/node'].every((name) => existsSync(path.join(modules, name)))) build(modules);
else await buildWithFetchedCompiler();

/** @param {string} packages the directory with the compiler. */
function build(packages) {
  rmSync(path.join(PACKAGE, 'dist'), { recursive: true, force: true });
  const compiler = path.join(packages, 'typescript-7/bin/tsc');
  // Relative, because the compiler takes a comma in a path as the end of the path.
  execFileSync(process.execPath, [compiler, '--project', PACKAGE, '--typeRoots', '@types'], {
    cwd: packages,
    // Standard output belongs to `npm pack --json`.
    stdio: ['ignore', 2, 2],
  });
}

async function buildWithFetchedCompiler() {
  // Not imported at the top, because a copy of the client alone needs none of it.
  const { installFromLock } = await import('../local/boot/install-from-lock.js');
  // The options of `npm pack` must not apply to this npm.
  for (const option of ['json', 'dry_run', 'pack_destination', 'local_prefix'])
    delete process.env[`npm_config_${option}`];
  const local = path.join(ROOT, '.local');
  mkdirSync(local, { recursive: true });
  const work = mkdtempSync(path.join(local, 'client-compiler-'));
  try {
    const read = (/** @type {string} */ name) => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
    const { devDependencies: all } = read('package.json');
    const devDependencies = { 'typescript-7': all['typescript-7'], '@types/node': all['@types/node'] };
    const described = { name: 'client-compiler', version: '1.0.0', private: true, devDependencies };
    const lock = read('package-lock.json');
    const places = Object.entries(lock.packages).filter(([place]) => NEEDED.test(place));
    const write = (/** @type {string} */ name, /** @type {unknown} */ content) =>
      writeFileSync(path.join(work, name), JSON.stringify(content));
    write('package.json', described);
    write('package-lock.json', {
      ...lock,
      name: described.name,
      packages: { '': described, ...Object.fromEntries(places) },
    });
    const place = path.join(work, 'installed');
    await installFromLock(work, place, { log: path.join(work, 'npm-ci.log') });
    build(path.join(place, 'node_modules'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
