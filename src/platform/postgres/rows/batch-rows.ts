import { defineEntity, p } from '@mikro-orm/core';
import { BATCH_STATUSES } from '../../../contracts/codes.ts';
import { OrganizationRow } from './organization-rows.ts';

/* Batches as they are accepted, and the rollups of their status. */

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** An accepted batch. */
export const BatchRow = defineEntity({
  name: 'BatchRow',
  tableName: 'batches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    /** Dense per organization, from 1: a page of batches is a range of ordinals. */
    ordinal: p.bigint('number'),
    externalBatchId: p.text().nullable(),
    status: p.string().length(24).$type<(typeof BATCH_STATUSES)[number]>(),
    invoicesCount: p.smallint(),
    receivedAt: p.datetime(),
    processedAt: p.datetime().nullable(),
    /** Set when nothing of it is left to render batch: every issued invoice has its PDF, or they are printed on demand. */
    renderedAt: p.datetime().nullable(),
    /** What issuing it takes, in ordinary invoices. */
    work: p.integer().default(1),
    /** Of the request that it came with, as the W3C's Trace Context writes it; null where traces are off. */
    traceparent: p.string().length(55).nullable(),
    /** Its PDFs are printed when somebody asks for them. */
    pdfsOnDemand: p.boolean().default(false),
  },
  uniques: [{ name: 'batches_organization_id_ordinal_unique', properties: ['organizationId', 'ordinal'] }],
  indexes: [
    {
      name: 'batches_external_batch_id_ordinal_index',
      expression:
        'create index batches_external_batch_id_ordinal_index on batches (organization_id, external_batch_id, ordinal) where external_batch_id is not null',
    },
    {
      name: 'batches_unprocessed_index',
      expression: 'create index batches_unprocessed_index on batches (id) where processed_at is null',
    },
    {
      name: 'batches_unrendered_index',
      expression:
        'create index batches_unrendered_index on batches (id) where processed_at is not null and rendered_at is null',
    },
  ],
  checks: [
    { name: 'batches_ordinal_check', expression: 'ordinal > 0' },
    { name: 'batches_status_check', expression: `status in (${list(BATCH_STATUSES)})` },
    { name: 'batches_invoices_count_check', expression: 'invoices_count >= 1 and invoices_count <= 1000' },
    {
      name: 'batches_processed_at_check',
      expression: "(processed_at is not null) = (status in ('processed', 'processed_with_errors', 'failed'))",
    },
    { name: 'batches_work_check', expression: 'work >= 1' },
    {
      name: 'batches_pdfs_on_demand_check',
      expression: 'not pdfs_on_demand or rendered_at is not null',
    },
    { name: 'batches_rendered_at_check', expression: 'rendered_at is null or processed_at is not null' },
  ],
});

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

/**
 * An invoice of a batch, valid or not. Its id is `batch_id * 1000 + position` (position in the request, from 0), so that one
 * key serves single reads, pages and the order of the request. It is failed when it has a `processing_error`, processed when
 * an issued invoice with the same id exists: states are read off facts and cannot contradict them.
 */
export const BatchInvoiceRow = defineEntity({
  name: 'BatchInvoiceRow',
  tableName: 'batch_invoices',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    organizationId: p.bigint('number'),
    batchId: p.bigint('number'),
    externalInvoiceId: p.text().nullable(),
    invoiceNumber: p.text().nullable(),
    processingError: p.text().nullable(),
    /** SHA-256 of the texts of a failed invoice; only where it was erased, at `erasedAt`. */
    sha256: p.blob().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'batch_invoices_external_invoice_id_id_index',
      expression:
        'create index batch_invoices_external_invoice_id_id_index on batch_invoices (organization_id, external_invoice_id, id) where external_invoice_id is not null',
    },
    {
      name: 'batch_invoices_failed_index',
      expression:
        'create index batch_invoices_failed_index on batch_invoices (id) where processing_error is not null and erased_at is null',
    },
  ],
  checks: [
    { name: 'batch_invoices_id_check', expression: 'id / 1000 = batch_id' },
    {
      name: 'batch_invoices_erased_check',
      expression:
        "case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and external_invoice_id is null and invoice_number is null and processing_error = 'Erased after its retention period' end",
    },
  ],
});

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

/** How many of 1000 consecutive batches of an organization have each status, once all have ended. Rollup 0 holds the ordinals 1 to 1000. A row never changes. */
export const StatusRollupRow = defineEntity({
  name: 'StatusRollupRow',
  tableName: 'status_rollups_1',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    rollup: p.bigint('number').primary(),
    firstReceivedAt: p.datetime(),
    lastReceivedAt: p.datetime(),
    /** How many of each status. */
    processed: p.smallint(),
    processedWithErrors: p.smallint(),
    failed: p.smallint(),
    /** Which of them, from 1 to 1000, ascending. */
    processedPlaces: p.array().columnType('smallint[]'),
    processedWithErrorsPlaces: p.array().columnType('smallint[]'),
    failedPlaces: p.array().columnType('smallint[]'),
  },
  checks: [
    { name: 'status_rollups_1_rollup_check', expression: 'rollup >= 0' },
    { name: 'status_rollups_1_times_check', expression: 'first_received_at <= last_received_at' },
    {
      name: 'status_rollups_1_whole_check',
      expression: 'processed + processed_with_errors + failed = 1000',
    },
    {
      name: 'status_rollups_1_places_check',
      expression:
        'cardinality(processed_places) = processed and cardinality(processed_with_errors_places) = processed_with_errors and cardinality(failed_places) = failed',
    },
  ],
});

/** The sums of 16 consecutive status rollups of level 1. Rollup 0 holds the rollups 0 to 15. A row never changes. */
export const StatusRollup2Row = defineEntity({
  name: 'StatusRollup2Row',
  tableName: 'status_rollups_2',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    rollup2: p.bigint('number').primary().name('rollup_2'),
    firstReceivedAt: p.datetime(),
    lastReceivedAt: p.datetime(),
    /** How many of each status. */
    processed: p.smallint(),
    processedWithErrors: p.smallint(),
    failed: p.smallint(),
  },
  checks: [
    { name: 'status_rollups_2_rollup_check', expression: 'rollup_2 >= 0' },
    { name: 'status_rollups_2_times_check', expression: 'first_received_at <= last_received_at' },
    {
      name: 'status_rollups_2_whole_check',
      expression: 'processed + processed_with_errors + failed = 16000',
    },
  ],
});
