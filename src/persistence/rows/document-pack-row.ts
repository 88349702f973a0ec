import { defineEntity, p } from '@mikro-orm/core';

/** The documents of issued invoices of up to 64 neighbouring positions of a batch, compressed together. Append-only. */
export const DocumentPackRow = defineEntity({
  name: 'DocumentPackRow',
  tableName: 'document_packs',
  properties: {
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
  },
  checks: [
    { name: 'document_packs_part_check', expression: 'part >= 0 and part <= 15' },
    { name: 'document_packs_positions_check', expression: 'positions <> 0' },
    { name: 'document_packs_sha256_check', expression: 'length(sha256) = 32' },
  ],
});
