import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { LOCAL, ROOT } from '../boot/layout.ts';

/*
 * Tests start several hundred processes, and each would read TypeBox, Kysely, MikroORM and BullMQ
 * as more than a thousand small files, which is half of its start time. Tests therefore load the
 * same code from a few bundles, which are created once per set of installed packages.
 */

/**
 * Packages of ES modules, by every name under which they are imported. Two copies of a package
 * would not recognize each other's objects.
 */
const ES_MODULES = [
  'typebox',
  'typebox/compile',
  'typebox/schema',
  'typebox/value',
  'kysely',
  '@mikro-orm/core',
  '@mikro-orm/core/dataloader',
  '@mikro-orm/core/file-discovery',
  '@mikro-orm/core/fs-utils',
  '@mikro-orm/core/migrations',
  '@mikro-orm/core/schema',
  '@mikro-orm/sql',
  '@mikro-orm/postgresql',
  '@mikro-orm/migrations',
];

/** CommonJS packages. */
const COMMON_JS = ['bullmq', 'ioredis', 'semver'];

const BUNDLED = [...ES_MODULES, ...COMMON_JS];

/** Packages that only the CommonJS packages need, and that are part of their bundle. */
const INSIDE = new Set(['cron-parser', 'standard-as-callback', 'redis-errors']);

const PLACE = path.join(LOCAL, 'bundled-packages');
const entryOf = (name: string) => name.replaceAll(/[@/]/g, '_');
const fileOf = (name: string) => `${entryOf(name)}.mjs`;
/** Returns the name of the module whose only export is the exports object of a CommonJS package. */
const innerEntryOf = (name: string) => `${entryOf(name)}-commonjs`;

/**
 * Creates the bundles if they are missing.
 * @returns the module that processes load first (`--import`) to use them.
 */
export async function bundlePackages(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [path.join(ROOT, 'node_modules', '.package-lock.json'), import.meta.filename])
    hash.update(readFileSync(file));
  const key = hash.digest('hex').slice(0, 12);
  const directory = path.join(PLACE, key);
  const first = path.join(directory, 'take-bundles.mjs');
  if (existsSync(first)) return first;
  const unfinished = path.join(LOCAL, `bundled-packages.${process.pid}`);
  await writeBundles(unfinished);
  writeFileSync(path.join(unfinished, path.basename(first)), buildHook(directory));
  mkdirSync(PLACE, { recursive: true });
  for (const other of readdirSync(PLACE).filter((name) => name !== key))
    rmSync(path.join(PLACE, other), { recursive: true });
  // A concurrent run may have created the bundles already.
  if (existsSync(first)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, directory);
  return first;
}

async function writeBundles(directory: string): Promise<void> {
  const names = new Set<string>(BUNDLED);
  const isPackage = (id: string) => !/^(?:[./]|node:)/.test(id);
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: {
      ...Object.fromEntries(ES_MODULES.map((name) => [entryOf(name), name])),
      ...Object.fromEntries(COMMON_JS.map((name) => [innerEntryOf(name), name])),
    },
    preserveEntrySignatures: 'strict',
    logLevel: 'silent',
    external: (id, importer) => importer !== undefined && isPackage(id) && !names.has(id) && !INSIDE.has(id),
  });
  const chunkFileNames = 'shared-[hash].mjs';
  await bundle.write({ dir: directory, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames });
  await bundle.close();
  for (const name of COMMON_JS) writeFileSync(path.join(directory, fileOf(name)), await buildExports(name));
}

/**
 * Builds a module with the exports that Node.js derives from a CommonJS package, for `import` and
 * for `require`.
 */
async function buildExports(name: string): Promise<string> {
  const seen = Object.keys((await import(name)) as object);
  const names = seen.filter((member) => member !== 'default' && member !== 'module.exports');
  return [
    `import all from './${innerEntryOf(name)}.mjs';`,
    ...names.map((member, index) => `const member${index} = all[${JSON.stringify(member)}];`),
    `export { all as default, all as 'module.exports', ${names.map((member, index) => `member${index} as ${JSON.stringify(member)}`).join(', ')} };`,
    '',
  ].join('\n');
}

/**
 * Builds the hook that resolves every import of one of the packages, also from another package, to
 * its bundle.
 */
function buildHook(directory: string): string {
  const urls = BUNDLED.map((name) => [name, pathToFileURL(path.join(directory, fileOf(name))).href]);
  return [
    `import { registerHooks } from 'node:module';`,
    `const urls = new Map(${JSON.stringify(urls)});`,
    'registerHooks({',
    '  resolve(name, context, next) {',
    '    const url = urls.get(name);',
    `    return url === undefined ? next(name, context) : { url, format: 'module', shortCircuit: true };`,
    '  },',
    '});',
    '',
  ].join('\n');
}
