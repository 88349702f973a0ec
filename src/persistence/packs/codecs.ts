import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Whose literals a pack holds. */
export type PackedTable = 'documents' | 'records';

/** How the bytes of a pack were made. One that was released is never changed and never taken away: what it made is read for as long as invoices are kept. */
type Codec = Readonly<Record<PackedTable, Buffer>>;

/** zstd with a dictionary of our own texts: `ops/packs/write-dictionaries.ts` writes those of a new codec. */
const CODECS: Readonly<Record<number, Codec>> = {
  1: {
    documents: loadDictionary(
      'documents-1',
      'f4cf01e1fe452e62335f91eded842bffcee089e58a82ddcafc92cab3921484cc',
    ),
    records: loadDictionary('records-1', '463fbb65b9e1c4ef5c56cd53343f2e1eee27ccf42d989653be2bcae29a006fb6'),
  },
};

/** The codec that packs are written with. */
export const NEWEST_CODEC = 1;

/** @throws where a newer release wrote it. */
export function dictionaryOf(codec: number, table: PackedTable): Buffer {
  const known = CODECS[codec];
  if (known === undefined) throw new Error(`it has codec ${codec}, which this release does not know`);
  return known[table];
}

/** @throws where it is not the one that packs were made with: an installation that is damaged must not write what nobody can read. */
function loadDictionary(name: string, sha256: string): Buffer {
  const dictionary = readFileSync(new URL(`dictionaries/${name}.txt`, import.meta.url));
  if (hash('sha256', dictionary) !== sha256) throw new Error(`The dictionary ${name} is damaged`);
  return dictionary;
}
