import { p } from '@mikro-orm/core';

/** What packs of documents and of records have in common: those of up to 64 neighbouring positions of a batch, compressed together. */
export const PACK_PROPERTIES = {
  batchId: p.bigint('number').primary(),
  organizationId: p.bigint('number'),
  /** Which it holds: a bit for each, the lowest for the first of the part. */
  positions: p.bigint(),
  /** Position / 64. */
  part: p.smallint().primary(),
  /** See `src/persistence/packs/codecs.ts`. */
  codec: p.smallint(),
  /** Of what was compressed. */
  sha256: p.blob(),
  content: p.blob(),
};

/** What holds of every pack. @param table that the constraints are named by. */
export const listPackChecks = (table: string) => [
  { name: `${table}_part_check`, expression: 'part >= 0 and part <= 15' },
  { name: `${table}_positions_check`, expression: 'positions <> 0' },
  { name: `${table}_sha256_check`, expression: 'length(sha256) = 32' },
];
