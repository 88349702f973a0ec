import { p } from '@mikro-orm/core';

/** The common properties of literal blocks: the documents, or the first records, of up to 64 neighbouring positions of a batch, compressed together. */
export const BLOCK_PROPERTIES = {
  batchId: p.bigint('number').primary(),
  organizationId: p.bigint('number'),
  /** Which it holds: a bit for each, the lowest for the first of the part. */
  occupancy: p.bigint(),
  /** Position / 64. */
  part: p.smallint().primary(),
  /** See `src/platform/literals/codecs.ts`. */
  codec: p.smallint(),
  /** Of what was compressed. */
  sha256: p.blob(),
  content: p.blob(),
};

/** The constraints of every table of literal blocks. @param table by which the constraints are named. */
export const listBlockChecks = (table: string) => [
  { name: `${table}_part_check`, expression: 'part >= 0 and part <= 15' },
  { name: `${table}_occupancy_check`, expression: 'occupancy <> 0' },
  { name: `${table}_sha256_check`, expression: 'length(sha256) = 32' },
];
