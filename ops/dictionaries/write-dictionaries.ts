import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { buildDictionaries } from './build-dictionaries.ts';

/*
 * node ops/dictionaries/write-dictionaries.ts <version>: writes the dictionaries of a new codec beside src/platform/literals, and tells their SHA-256 for codecs.ts. What is there
 * is never written anew: nobody could read what was compressed with it.
 */
const version = Number(process.argv[2]);
if (!Number.isInteger(version) || version < 1) throw new Error('Which version?');
for (const [name, text] of Object.entries(buildDictionaries())) {
  const file = new URL(`../../src/platform/literals/dictionaries/${name}-${version}.txt`, import.meta.url);
  writeFileSync(file, text, { flag: 'wx' });
  process.stdout.write(`${name}-${version}  ${hash('sha256', text)}\n`);
}
