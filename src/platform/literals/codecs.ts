import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The kind of literals in a block. */
export type LiteralTable = 'documents' | 'records';

/** The kinds of content with a dictionary of their own: literals, and the bodies of requests. */
type Compressed = LiteralTable | 'bodies';

/**
 * A codec determines how the bytes of a literal block are encoded. A released codec is never
 * changed or removed, because its blocks must be readable for as long as invoices are kept.
 */
type Codec = Readonly<Record<Compressed, Buffer>>;

/**
 * zstd with dictionaries of typical texts. `ops/dictionaries/write-dictionaries.ts` writes those of
 * a new codec.
 */
const CODECS: Readonly<Record<number, Codec>> = {
  1: {
    documents: loadDictionary(
      'documents-1',
      'f4cf01e1fe452e62335f91eded842bffcee089e58a82ddcafc92cab3921484cc',
    ),
    bodies: loadDictionary('bodies-1', '9d2d0af96db34919a0ab62029364a0f221d757907c6b39709e9d2de7ef010145'),
    records: loadDictionary('records-1', '463fbb65b9e1c4ef5c56cd53343f2e1eee27ccf42d989653be2bcae29a006fb6'),
  },
};

/** The codec with which literal blocks and bodies are written. */
export const NEWEST_CODEC = 1;

/**
 * Returns the dictionary of a codec.
 * @throws if a newer release wrote the content, so that the codec is unknown.
 */
export function dictionaryOf(codec: number, kind: Compressed): Buffer {
  const known = CODECS[codec];
  if (known === undefined) throw new Error(`this release does not support its codec ${codec}`);
  return known[kind];
}

/**
 * Reads a dictionary.
 * @throws if the file is not the one with which blocks were written, because a damaged installation
 *   must not write unreadable blocks.
 */
function loadDictionary(name: string, sha256: string): Buffer {
  const dictionary = readFileSync(new URL(`dictionaries/${name}.txt`, import.meta.url));
  if (hash('sha256', dictionary) !== sha256) throw new Error(`The dictionary ${name} is damaged`);
  return dictionary;
}
