import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { LOCAL, ROOT } from '../boot/layout.ts';

/** Packages of hundreds of small modules: to load them is half of what a short command takes, and tests run a thousand of these. */
const ENTRIES = {
  typebox: 'typebox',
  'typebox-compile': 'typebox/compile',
  'typebox-schema': 'typebox/schema',
  'typebox-value': 'typebox/value',
} as const;

/**
 * Joins what is in these packages, each in a file, once for the packages that are installed.
 * @returns the file that a process of Node.js loads first (`--import`) to take them instead of the packages.
 */
export async function bundlePackages(): Promise<string> {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  const directory = path.join(LOCAL, 'bundles', `${lock.slice(0, 16)}-${process.versions.node}`);
  const hook = path.join(directory, 'hook.mjs');
  if (existsSync(hook)) return hook;
  const making = `${directory}-${process.pid}`;
  const bundle = await rolldown({ input: { ...ENTRIES }, cwd: ROOT, platform: 'node', external: [/^node:/] });
  await bundle.write({ dir: making, format: 'esm', entryFileNames: '[name].mjs' });
  writeFileSync(path.join(making, 'hook.mjs'), buildHook(directory));
  rmSync(directory, { recursive: true, force: true });
  renameSync(making, directory);
  return hook;
}

function buildHook(directory: string): string {
  const files = Object.entries(ENTRIES).map(([name, specifier]) => [
    specifier,
    pathToFileURL(path.join(directory, `${name}.mjs`)).href,
  ]);
  return `import { registerHooks } from 'node:module';
const files = new Map(${JSON.stringify(files)});
registerHooks({
  resolve(specifier, context, next) {
    const url = files.get(specifier);
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
});
`;
}
