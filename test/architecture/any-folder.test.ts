import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/* The project runs in a folder with any name, and its tests say what a machine cannot judge. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const PLACES = ['{src,workers,migrations,ops,clients,test}/**/*.{ts,js}'];
const SOURCES = globSync(PLACES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] }).map((file) => ({
  file,
  text: readFileSync(path.join(ROOT, file), 'utf8'),
}));

/** Finds paths that are taken from URLs of files without decoding: a blank stays `%20`, and an ñ `%C3%B1`. */
function findUndecoded(text: string): string[] {
  const direct = [...text.matchAll(/import\.meta\.url\s*,?\s*\)\s*\.pathname\b/g)].map(([found]) => found);
  const written = [...text.matchAll(/(?:import|URL)\(`file:\/\/\$\{/g)].map(([found]) => found);
  const names = [...text.matchAll(/\bconst (\w+)[^=;]*= new URL\([^;]*import\.meta\.url\s*,?\s*\);/g)];
  const later = names.filter(([, name]) => new RegExp(String.raw`\b${name}\.pathname\b`).test(text));
  return [...direct, ...written, ...later.map(([, name]) => `${name}.pathname`)];
}

describe('the path of a file', () => {
  it('is never taken from a URL without decoding', () => {
    expect(SOURCES.length).toBeGreaterThan(1500);
    const found = SOURCES.flatMap(({ file, text }) => findUndecoded(text).map((part) => `${file}: ${part}`));
    expect(found.filter((line) => !line.startsWith('test/architecture/any-folder.test.ts'))).toEqual([]);
  });

  it.each([
    ["new URL('./a.ts', import.meta.url).pathname", 1],
    ["const FILE: URL = new URL('a', import.meta.url);\nread(FILE.pathname)", 1],
    // oxlint-disable-next-line no-template-curly-in-string -- the text that is searched
    ['import(`file://${name}`)', 1],
    ["fileURLToPath(new URL('./a.ts', import.meta.url))", 0],
    ['const url = new URL(address);\nsend(url.pathname)', 0],
  ])('is found in %s', (text, count) => {
    expect(findUndecoded(text)).toHaveLength(count);
  });
});

/** What a test may depend on without a report: how it was called, which the reader knows. */
const KNOWN = /process\.platform|UPDATE_GOLDEN|\bLONG\b|isGlibc|row\[1\]|way ===/;
/** Modules that report what is not judged. */
const REPORTING = /(?:not-judged|shared-facts|aeat-schema|pgbouncer|languages|programs)\.ts'/;

it('a test that is skipped on some machines reports that at the end of npm test', () => {
  const skipping = SOURCES.filter(({ file }) => file.startsWith('test/') && file.endsWith('.test.ts')).filter(
    ({ text }) =>
      [...text.matchAll(/\.(?:skipIf|runIf)\(([^\n]*)/g)].some(([, given]) => !KNOWN.test(given!)),
  );
  expect(skipping.length).toBeGreaterThan(20);
  expect(skipping.filter(({ text }) => !REPORTING.test(text)).map(({ file }) => file)).toEqual([]);
});
