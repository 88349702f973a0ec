import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countDuplicatedLines, measureFiles, measureFunctions, type Sized } from './measure-code.ts';

/*
 * `npm run check:figures`: prints the size of the code, to make its growth visible. Import cycles
 * and unused exports are not counted, because `check:layers` and `check:unused` fail for them.
 */

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const TREES = {
  product: '{src,workers,migrations}',
  packages: 'packages/*/src',
  clients: 'clients/*/src',
  tools: 'ops',
  tests: '{test,packages/*/test}',
} as const;

function describe(sizes: readonly Sized[]): string {
  const sorted = sizes.toSorted((one, other) => one.lines - other.lines);
  const median = sorted[Math.floor(sorted.length / 2)]?.lines ?? 0;
  const largest = sorted.at(-1);
  return `${sizes.length}, median ${median} lines, largest ${largest?.lines ?? 0} (${largest?.name ?? 'none'})`;
}

for (const [tree, folders] of Object.entries(TREES)) {
  const sources = globSync(`${folders}/**/*.{ts,js}`, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    // Generated code, which is not read by people.
    .filter((file) => !/\/generated\/|\.sql\.ts$/.test(file))
    .toSorted()
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
  const files = measureFiles(sources);
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const duplicated = countDuplicatedLines(sources);
  console.log(`${tree}: ${lines} lines, ${duplicated} of them duplicated`);
  console.log(`  files ${describe(files)}`);
  console.log(`  functions ${describe(measureFunctions(sources))}`);
  if (files.length === 0) process.exitCode = 1;
}
