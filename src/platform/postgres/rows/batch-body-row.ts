import { defineEntity, p } from '@mikro-orm/core';
import { BatchRow } from './batch-row.ts';

/** The body that the client sent, byte for byte, compressed (src/platform/literals/stored-body.ts). It never changes. */
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
    /** SHA-256 of what the client sent; only where it was erased, at `erasedAt`. */
    sha256: p.blob().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  checks: [
    {
      name: 'batch_bodies_erased_check',
      expression:
        'case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and length(body) = 0 end',
    },
  ],
});
