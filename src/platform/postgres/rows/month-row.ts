import { defineEntity, p } from '@mikro-orm/core';

/** A month: where its ids begin, and whether what takes the room has left the database. */
export const MonthRow = defineEntity({
  name: 'MonthRow',
  tableName: 'months',
  properties: {
    /** Its first day. */
    month: p.date().primary(),
    firstBatchId: p.bigint('number'),
    firstRenderBatchId: p.bigint('number'),
    beganAt: p.datetime(),
    archivedAt: p.datetime().nullable(),
    /** Since then it is here again, to be read; null: it never left, or is away. */
    restoredAt: p.datetime().nullable(),
    /** Of the manifest of the files that hold it. */
    manifestSha256: p.blob().nullable(),
  },
  checks: [
    { name: 'months_month_check', expression: 'extract(day from month) = 1' },
    {
      name: 'months_archived_check',
      expression:
        '(archived_at is null) = (manifest_sha256 is null) and (restored_at is null or archived_at is not null)',
    },
    { name: 'months_manifest_sha256_check', expression: 'length(manifest_sha256) = 32' },
  ],
});
