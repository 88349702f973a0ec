import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { LOCAL, ROOT } from '../boot/layout.ts';

/*
 * Tests start several hundred processes, and each of them would read TypeBox, Kysely, MikroORM and BullMQ as more than a thousand small files: half of what
 * its start costs. In tests they are the same code in a few files, made once per set of installed packages.
 */

/** Packages of ES modules, by every name that they or others import them by: two copies of one would not know each other's objects. */
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

/** Packages of CommonJS. */
const COMMON_JS = ['bullmq', 'ioredis', 'semver'];

export const BUNDLED = [...ES_MODULES, ...COMMON_JS];

/** What only those of CommonJS need, and is part of their bundle. */
const INSIDE = new Set(['cron-parser', 'standard-as-callback', 'redis-errors']);

const PLACE = path.join(LOCAL, 'bundled-packages');
const entryOf = (name: string) => name.replaceAll(/[@/]/g, '_');
const fileOf = (name: string) => `${entryOf(name)}.mjs`;
/** The module of a package of CommonJS, whose only export is what it exports. */
const innerEntryOf = (name: string) => `${entryOf(name)}-commonjs`;

/** Makes the files where they are missing. @returns the module that processes load first (`--import`) to have them. */
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
  // Another run that began with this one may have been quicker.
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

/** A module that exports what Node.js makes of a package of CommonJS, for `import` and for `require`. */
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

/** Whoever imports one of the packages, also another package, gets its bundle. */
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
