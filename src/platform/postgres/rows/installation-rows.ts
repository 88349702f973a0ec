import { defineEntity, p } from '@mikro-orm/core';
import type { ToldSettings } from '../../../contracts/shared-settings.ts';
import { ChainRow } from './issued-rows.ts';

/* The installation: which database it is, its processes, versions and months. */

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

/** For which database the ids leapt ahead last: one that takes the place of another may not know which ids that one gave out. One row. */
export const SkippedIdsRow = defineEntity({
  name: 'SkippedIdsRow',
  tableName: 'skipped_ids',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** As `database_identity()` tells it. */
    identity: p.text(),
    /** Named by whoever found a loss that the identity does not tell. */
    lost: p.text().nullable(),
  },
  checks: [{ name: 'skipped_ids_id_check', expression: 'id = 1' }],
});

/** A process that runs, with what it tells of the settings that all must agree on. It renews its row as long as it lives. */
export const ProcessRow = defineEntity({
  name: 'ProcessRow',
  tableName: 'processes',
  properties: {
    id: p.uuid().primary(),
    role: p.string().length(20),
    host: p.string().length(255),
    pid: p.integer(),
    version: p.string().length(50),
    told: p.json<ToldSettings>(),
    startedAt: p.datetime().defaultRaw('now()'),
    /** When its Redis had another mark than before: it was emptied. Nothing else changes while a process runs. */
    redisChangedAt: p.datetime().nullable(),
    renewedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'processes_role_check', expression: `role in ('ingress', 'worker', 'dashboard')` },
    { name: 'processes_told_check', expression: 'length(told::text) <= 10000' },
  ],
});

/** The declaración responsable of a version and its producer (Orden HAC/1177/2024, art. 15). Append-only. */
export const ResponsibleDeclarationRow = defineEntity({
  name: 'ResponsibleDeclarationRow',
  tableName: 'responsible_declarations',
  properties: {
    version: p.string().length(50).primary(),
    producerNif: p.string().length(9).primary(),
    producerName: p.string().length(120).primary(),
    /** The day, in Madrid, on which the version first ran with its producer's data. */
    signedOn: p.date(),
    text: p.text(),
    storedAt: p.datetime().defaultRaw('now()'),
  },
});

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

/** A run without a gap of a chain's records whose literals left with a month: the huellas before it and at its end. */
export const MonthAnchorRow = defineEntity({
  name: 'MonthAnchorRow',
  tableName: 'month_anchors',
  properties: {
    month: p.date().primary(),
    organizationId: p.bigint('number'),
    chainId: () => p.manyToOne(ChainRow).primary().mapToPk().deleteRule('no action').name('chain_id'),
    firstSequence: p.bigint('number').primary(),
    lastSequence: p.bigint('number'),
    hashBefore: p.string().length(64).nullable(),
    lastHash: p.string().length(64),
  },
  checks: [
    {
      name: 'month_anchors_sequence_check',
      expression: 'first_sequence >= 1 and last_sequence >= first_sequence',
    },
  ],
});
