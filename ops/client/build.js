// @ts-check
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Builds JavaScript and types of a package in its directory `dist`. The engine runs the TypeScript
 * of the packages below `packages`, so their `dist` is a whole package, which is packed and
 * published. The client is packed from its own directory (`prepack`). This is JavaScript, to run
 * under any Node that packs. A clone in which only `npm start` ran has no compiler. It is then
 * installed in a directory of its own, because a running engine uses the packages of the project.
 */

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** The package that is built: the client of the engine, or that of the argument. */
const PACKAGE = path.join(ROOT, process.argv[2] ?? 'clients/typescript');
/** What the compiler needs, by places in the lockfile. */
const NEEDED = /^node_modules\/(?:typescript-7|@typescript\/[^/]+|@types\/node|undici-types)$/;

const modules = path.join(ROOT, 'node_modules');
if (['typescript-7', '@types/node'].every((name) => existsSync(path.join(modules, name)))) build(modules);
else await buildWithFetchedCompiler();
const { private: isPrivate, scripts: _scripts, ...source } = readJson(path.join(PACKAGE, 'package.json'));
if (isPrivate) describeBuilt(source);

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Writes what a package in `dist` needs besides its modules.
 * @param {{ bin?: Record<string, string>, exports: Record<string, string | null> }} source its
 *   package.json, which names the TypeScript of its modules.
 */
function describeBuilt({ bin, ...own }) {
  const dist = path.join(PACKAGE, 'dist');
  const rename = (/** @type {string} */ module, /** @type {string} */ ending) =>
    module.replace(/^(?:\.\/)?src\//, './').replace(/\.ts$/, ending);
  const exports = Object.entries(own.exports).map(([name, module]) => [
    name,
    module?.endsWith('.ts') ? { types: rename(module, '.d.ts'), default: rename(module, '.js') } : module,
  ]);
  const programs = Object.entries(bin ?? {}).map(([name, module]) => [name, rename(module, '.js')]);
  const described = {
    ...own,
    ...(bin && { bin: Object.fromEntries(programs) }),
    exports: Object.fromEntries(exports),
  };
  writeFileSync(path.join(dist, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  copyFileSync(path.join(PACKAGE, 'README.md'), path.join(dist, 'README.md'));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(dist, 'LICENSE'));
}

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
    const read = (/** @type {string} */ name) => readJson(path.join(ROOT, name));
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
