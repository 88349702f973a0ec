import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/*
 * A few kilobytes may unpack to gigabytes. Code that unpacks everything at once must limit the size
 * of the result, and code that unpacks a stream must be listed here with its limit.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const STREAMS: Readonly<Record<string, string>> = {
  'src/api/bodies/decompress-body.ts': 'counts bytes against the limit of bodies',
  'src/archive/restore-month.ts': 'readLines: lines of the manifest, and characters of a line',
  'src/archive/verify-month.ts': 'readLines: lines of the manifest, and characters of a line',
  'src/platform/literals/stored-body.ts':
    'pieces, and MOST_BYTES of a body that the engine compressed itself',
  'src/operate/backup/restore-backup.ts': 'readLines: characters of a line',
  'ops/local/servers/chromium.ts': 'a package of npm, whose checksum is in the lock file',
};
const AT_ONCE =
  /\b(?:inflate|inflateRaw|gunzip|unzip|brotliDecompress|zstdDecompress)Sync\(|\bdecompress\(|\b(?:unzlib|gunzip|inflate|decompress|unzip)Sync\(/g;
const STREAM =
  /\b(?:createInflate|createInflateRaw|createGunzip|createUnzip|createBrotliDecompress|createZstdDecompress)\(|\bnew DecompressionStream\(/;

const files = ['src', 'workers', 'ops', 'packages', 'clients/typescript/src', 'migrations'].flatMap(
  (folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|js)$/.test(name) && !name.includes('node_modules'))
      .map((name) => ({
        name: `${folder}/${name}`,
        text: readFileSync(path.join(ROOT, folder, name), 'utf8'),
      })),
);

/** Returns the arguments of a call, up to its closing parenthesis. */
function readArguments(text: string, from: number): string {
  let depth = 1;
  let end = from;
  for (; depth > 0 && end < text.length; end += 1) depth += { '(': 1, ')': -1 }[text[end]!] ?? 0;
  return text.slice(from, end);
}

it('every call that unpacks everything at once sets maxOutputLength', () => {
  const calls = files.flatMap(({ name, text }) =>
    [...text.matchAll(AT_ONCE)].map(({ index, 0: call }) => ({
      name,
      text,
      given: readArguments(text, index + call.length),
    })),
  );
  expect(calls.length).toBeGreaterThan(5);
  const unbounded = calls.filter(
    ({ text, given }) =>
      !given.includes('maxOutputLength') && !(/\boptions\b/.test(given) && text.includes('maxOutputLength:')),
  );
  expect(unbounded.map(({ name, given }) => `${name}: ${given}`)).toEqual([]);
});

it('every file that unpacks a stream is listed with its limit', () => {
  const streams = files.filter(({ text }) => STREAM.test(text)).map(({ name }) => name);
  expect(streams.toSorted()).toEqual(Object.keys(STREAMS).toSorted());
});
