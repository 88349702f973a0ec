import { defineEntity, p } from '@mikro-orm/core';
import { BatchRow } from './batch-row.ts';

/** What the client sent, byte for byte, compressed with zstd. Immutable. */
export const BatchBodyRow = defineEntity({
  name: 'BatchBodyRow',
  tableName: 'batch_bodies',
  properties: {
    batchId: () =>
      p
        .manyToOne(BatchRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('batch_id'),
    organizationId: p.bigint('number'),
    body: p.blob(),
  },
});
