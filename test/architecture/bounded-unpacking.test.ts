import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/* A few kilobytes may unpack to gigabytes: whatever unpacks all at once says how much it takes at most, and whatever unpacks a stream is listed here with what bounds it. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const STREAMS: Readonly<Record<string, string>> = {
  'src/api/bodies/decompress-body.ts': 'counts bytes against the limit of bodies',
  'src/archive/restore-month.ts': 'readLines: lines of the manifest, and characters of a line',
  'src/archive/verify-month.ts': 'readLines: lines of the manifest, and characters of a line',
  'src/operate/backup/restore-backup.ts': 'readLines: characters of a line',
  'ops/local/servers/chromium.ts': 'a package of npm, whose checksum is in the lock file',
};
const AT_ONCE =
  /\b(?:inflate|inflateRaw|gunzip|unzip|brotliDecompress|zstdDecompress)Sync\(|\bdecompress\(|\b(?:unzlib|gunzip|inflate|decompress|unzip)Sync\(/g;
const STREAM =
  /\b(?:createInflate|createInflateRaw|createGunzip|createUnzip|createBrotliDecompress|createZstdDecompress)\(|\bnew DecompressionStream\(/;

const files = ['src', 'workers', 'ops', 'clients/typescript/src', 'migrations'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js)$/.test(name) && !name.includes('node_modules'))
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(path.join(ROOT, folder, name), 'utf8'),
    })),
);

/** The arguments of a call, up to its closing parenthesis. */
function readArguments(text: string, from: number): string {
  let depth = 1;
  let end = from;
  for (; depth > 0 && end < text.length; end += 1) depth += { '(': 1, ')': -1 }[text[end]!] ?? 0;
  return text.slice(from, end);
}

it('whatever is unpacked at once is bounded by maxOutputLength', () => {
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

it('whatever unpacks a stream is listed with what bounds it', () => {
  const streams = files.filter(({ text }) => STREAM.test(text)).map(({ name }) => name);
  expect(streams.toSorted()).toEqual(Object.keys(STREAMS).toSorted());
});
