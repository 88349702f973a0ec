import { defineEntity, p } from '@mikro-orm/core';

/** A customer of this installation: the owner of every other row. */
export const OrganizationRow = defineEntity({
  name: 'OrganizationRow',
  tableName: 'organizations',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.string().length(120),
    /** Off: invoices are issued without registration record and QR. */
    verifactu: p.boolean().default(true),
    /** Batches accepted so far: the ordinal of the newest one. Moved in the accepting transaction. */
    batchesCount: p.bigint('number').default(0),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'organizations_name_check', expression: "btrim(name) <> ''" },
    { name: 'organizations_batches_count_check', expression: 'batches_count >= 0' },
  ],
});
