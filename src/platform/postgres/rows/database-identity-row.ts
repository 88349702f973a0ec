import { defineEntity, p } from '@mikro-orm/core';

/** The one row that says which database this was when a worker last looked: another one means that a backup was restored. */
export const DatabaseIdentityRow = defineEntity({
  name: 'DatabaseIdentityRow',
  tableName: 'database_identities',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** Of the cluster; null where the role may not read it. */
    systemIdentifier: p.text().nullable(),
    /** Of its write-ahead log: a restore to a moment and a failover begin another one. */
    timeline: p.bigint('number').nullable(),
    databaseOid: p.bigint('number'),
    /** Of this table, on the disk: a backup that is restored into the same database makes it anew. */
    tableFile: p.bigint('number').nullable(),
    seenAt: p.datetime(),
  },
  checks: [{ name: 'database_identities_id_check', expression: 'id = 1' }],
});
