import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { buildDictionaries } from './build-dictionaries.ts';

/*
 * node ops/dictionaries/write-dictionaries.ts <version>: writes the dictionaries of a new codec
 * beside src/platform/literals, and prints their SHA-256 for codecs.ts. Existing dictionaries are
 * never overwritten, because the bodies that were compressed with them would become unreadable.
 */
const version = Number(process.argv[2]);
if (!Number.isInteger(version) || version < 1)
  throw new Error('Name the version of the codec, a whole number from 1');
for (const [name, text] of Object.entries(buildDictionaries())) {
  const file = new URL(`../../src/platform/literals/dictionaries/${name}-${version}.txt`, import.meta.url);
  writeFileSync(file, text, { flag: 'wx' });
  process.stdout.write(`${name}-${version}  ${hash('sha256', text)}\n`);
}
