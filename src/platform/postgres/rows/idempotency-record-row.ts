import { defineEntity, p } from '@mikro-orm/core';
import { BatchRow } from './batch-row.ts';

/** The stored answer of a successful create, by the client's Idempotency-Key. */
export const IdempotencyRecordRow = defineEntity({
  name: 'IdempotencyRecordRow',
  tableName: 'idempotency_records',
  properties: {
    organizationId: p.bigint('number').primary(),
    key: p.uuid().primary(),
    batchId: () => p.manyToOne(BatchRow).mapToPk().name('batch_id'),
    /** SHA-256 of the body's bytes; other bytes are compared as JSON values with the stored body. */
    bodyHash: p.blob(),
    /** The answer's body, byte for byte. */
    response: p.text(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: 'idempotency_records_created_at_index', properties: ['createdAt'] }],
});
