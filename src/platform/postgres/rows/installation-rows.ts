import { defineEntity, p } from '@mikro-orm/core';
import type { ReportedSettings } from '../../config/shared-settings.ts';
import { ChainRow } from './issued-rows.ts';

/*
 * The installation: the identity of its database, its processes, versions and months.
 */

/** The mark of the installation, in one row. What processes write to Redis belongs to it. */
export const InstallationRow = defineEntity({
  name: 'InstallationRow',
  tableName: 'installations',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    mark: p.uuid(),
  },
  checks: [{ name: 'installations_id_check', expression: 'id = 1' }],
});

/**
 * The identity of the database when a worker last looked, in one row. A different identity means
 * that a backup was restored.
 */
export const DatabaseIdentityRow = defineEntity({
  name: 'DatabaseIdentityRow',
  tableName: 'database_identities',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** Identifier of the cluster; null if the role may not read it. */
    systemIdentifier: p.text().nullable(),
    /** Timeline of the write-ahead log. A point-in-time recovery and a failover begin a new one. */
    timeline: p.bigint('number').nullable(),
    databaseOid: p.bigint('number'),
    /**
     * File of this table on the disk. Restoring a backup into the same database creates another
     * one.
     */
    tableFile: p.bigint('number').nullable(),
    seenAt: p.datetime(),
  },
  checks: [{ name: 'database_identities_id_check', expression: 'id = 1' }],
});

/**
 * The database for which the ids were last advanced, in one row. A database that replaces another
 * one may not know which ids the other gave out.
 */
export const SkippedIdsRow = defineEntity({
  name: 'SkippedIdsRow',
  tableName: 'skipped_ids',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** The identity that `database_identity()` returns. */
    identity: p.text(),
    /** The name of a loss that the identity does not show. */
    lost: p.text().nullable(),
  },
  checks: [{ name: 'skipped_ids_id_check', expression: 'id = 1' }],
});

/**
 * A running process, with the settings that all processes must have in common. The process renews
 * its row while it runs.
 */
export const ProcessRow = defineEntity({
  name: 'ProcessRow',
  tableName: 'processes',
  properties: {
    id: p.uuid().primary(),
    role: p.string().length(20),
    host: p.string().length(255),
    pid: p.integer(),
    version: p.string().length(50),
    settings: p.json<ReportedSettings>(),
    startedAt: p.datetime().defaultRaw('now()'),
    /**
     * When the mark of its Redis changed, which means that Redis was emptied. No other setting
     * changes while a process runs.
     */
    redisChangedAt: p.datetime().nullable(),
    renewedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'processes_role_check', expression: `role in ('ingress', 'worker', 'dashboard')` },
    { name: 'processes_settings_check', expression: 'length(settings::text) <= 10000' },
  ],
});

/**
 * The declaración responsable of a version and its producer (Orden HAC/1177/2024, art. 15).
 * Append-only.
 */
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

/**
 * A month: the ids at which it begins, and whether its largest tables were archived. A month is in
 * the database, then archived, and may be restored for reading.
 */
export const MonthRow = defineEntity({
  name: 'MonthRow',
  tableName: 'months',
  properties: {
    /** The first day of the month. */
    month: p.date().primary(),
    firstBatchId: p.bigint('number'),
    firstRenderBatchId: p.bigint('number'),
    beganAt: p.datetime(),
    archivedAt: p.datetime().nullable(),
    /**
     * Since when the archived month has been restored for reading; null: it was never archived, or
     * is archived and not restored.
     */
    restoredAt: p.datetime().nullable(),
    /** SHA-256 of the manifest of its archive files. */
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

/**
 * A run of consecutive records of a chain whose literals were archived with a month: the huella
 * before the first record and that of the last.
 */
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
