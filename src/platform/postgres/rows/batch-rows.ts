import { defineEntity, p } from '@mikro-orm/core';
import { type ApiVersion, BATCH_STATUSES } from '../../../contracts/codes.ts';
import type { StoredWarning } from '../../../contracts/v2/details.ts';
import { OrganizationRow } from './organization-rows.ts';
import { listCodes } from './list-codes.ts';

/*
 * Accepted batches and the rollups of their status.
 */

/** An accepted batch. */
export const BatchRow = defineEntity({
  name: 'BatchRow',
  tableName: 'batches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    /** Consecutive per organization, from 1, so that a page of batches is a range of ordinals. */
    ordinal: p.bigint('number'),
    externalBatchId: p.text().nullable(),
    status: p.string().length(24).$type<(typeof BATCH_STATUSES)[number]>(),
    invoicesCount: p.smallint(),
    receivedAt: p.datetime(),
    processedAt: p.datetime().nullable(),
    /**
     * Set when no rendering is left: every issued invoice has its PDF, or its PDFs are rendered on
     * demand.
     */
    renderedAt: p.datetime().nullable(),
    /** The effort of issuing the batch, in ordinary invoices. */
    work: p.integer().default(1),
    /**
     * The trace of the request that created the batch, in the format of W3C Trace Context; null if
     * tracing is off.
     */
    traceparent: p.string().length(55).nullable(),
    /** Whether the PDFs are rendered when a client asks for them. */
    pdfsOnDemand: p.boolean().default(false),
    /** The version of the API through which it was created, and in whose shape its body is. */
    apiVersion: p.smallint().$type<ApiVersion>().default(1),
    /** The issuers of its invoices; null if some are not known. */
    issuerNifs: p.array().columnType('text[]').nullable(),
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
    {
      name: 'batches_received_at_index',
      expression:
        'create index batches_received_at_index on batches (organization_id, received_at, id) where processed_at is null',
    },
    {
      name: 'batches_processed_at_index',
      expression:
        'create index batches_processed_at_index on batches (organization_id, processed_at, id) where processed_at is not null',
    },
    {
      name: 'batches_rendered_at_index',
      expression:
        "create index batches_rendered_at_index on batches (organization_id, rendered_at, id) where rendered_at is not null and not pdfs_on_demand and status <> 'failed'",
    },
  ],
  checks: [
    { name: 'batches_ordinal_check', expression: 'ordinal > 0' },
    { name: 'batches_status_check', expression: `status in (${listCodes(BATCH_STATUSES)})` },
    { name: 'batches_invoices_count_check', expression: 'invoices_count >= 1 and invoices_count <= 1000' },
    {
      name: 'batches_processed_at_check',
      expression: "(processed_at is not null) = (status in ('processed', 'processed_with_errors', 'failed'))",
    },
    { name: 'batches_work_check', expression: 'work >= 1' },
    { name: 'batches_api_version_check', expression: 'api_version in (1, 2)' },
    {
      name: 'batches_pdfs_on_demand_check',
      expression: 'not pdfs_on_demand or rendered_at is not null',
    },
    { name: 'batches_rendered_at_check', expression: 'rendered_at is null or processed_at is not null' },
  ],
});

/**
 * The request body, byte for byte, compressed (src/platform/literals/stored-body.ts). It never
 * changes.
 */
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
    /** SHA-256 of the request body. Set only if the body was erased, at `erasedAt`. */
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
 * An invoice of a batch, valid or not. Its id is `batch_id * 1000 + position` (position in the
 * request, from 0), so that one key serves single reads, pages and the order of the request. It has
 * failed if it has a `processing_error`, and is processed if an issued invoice with the same id
 * exists. The state is derived from these rows and cannot contradict them.
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
    /** SHA-256 of the texts of a failed invoice. Set only if they were erased, at `erasedAt`. */
    sha256: p.blob().nullable(),
    erasedAt: p.datetime().nullable(),
    /** Version 2: the metadata that the client sent. */
    metadata: p.json<Readonly<Record<string, string>>>().nullable(),
    /** Version 2: the warnings of the answer to the creation. */
    warnings: p.json<readonly StoredWarning[]>().nullable(),
    /**
     * `processing_error` in Spanish; null if the invoice did not fail, or failed in an earlier
     * version of the engine.
     */
    processingErrorEs: p.text().nullable(),
    /**
     * True if the id of the client may be used once, because the organization asked for it when the
     * invoice was accepted; otherwise null.
     */
    hasUniqueId: p.boolean().nullable(),
  },
  indexes: [
    {
      name: 'batch_invoices_external_invoice_id_id_index',
      expression:
        'create index batch_invoices_external_invoice_id_id_index on batch_invoices (organization_id, external_invoice_id, id) where external_invoice_id is not null',
    },
    {
      name: 'batch_invoices_unique_external_id',
      expression:
        'create unique index batch_invoices_unique_external_id on batch_invoices (organization_id, external_invoice_id) where has_unique_id and processing_error is null',
    },
    {
      name: 'batch_invoices_failed_index',
      expression:
        'create index batch_invoices_failed_index on batch_invoices (id) where processing_error is not null and erased_at is null',
    },
    {
      name: 'batch_invoices_failed_of_organization_index',
      expression:
        'create index batch_invoices_failed_of_organization_index on batch_invoices (organization_id, id) where processing_error is not null',
    },
  ],
  checks: [
    { name: 'batch_invoices_id_check', expression: 'id / 1000 = batch_id' },
    { name: 'batch_invoices_metadata_check', expression: "jsonb_typeof(metadata) = 'object'" },
    { name: 'batch_invoices_warnings_check', expression: "jsonb_typeof(warnings) = 'array'" },
    {
      name: 'batch_invoices_erased_check',
      expression:
        "case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and external_invoice_id is null and invoice_number is null and metadata is null and warnings is null and processing_error = 'Erased after its retention period' and coalesce(processing_error_es, 'Borrada al terminar su plazo de conservación') = 'Borrada al terminar su plazo de conservación' end",
    },
    {
      name: 'batch_invoices_spanish_error_check',
      expression: 'processing_error_es is null or processing_error is not null',
    },
  ],
});

/** The stored response of a successful create request, by the client's Idempotency-Key. */
export const IdempotencyRecordRow = defineEntity({
  name: 'IdempotencyRecordRow',
  tableName: 'idempotency_records',
  properties: {
    organizationId: p.bigint('number').primary(),
    key: p.uuid().primary(),
    batchId: () => p.manyToOne(BatchRow).mapToPk().name('batch_id'),
    /**
     * SHA-256 of the request body. A body with other bytes is compared with the stored one as a
     * JSON value.
     */
    bodyHash: p.blob(),
    /** The body of the response, byte for byte. */
    response: p.text(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: 'idempotency_records_created_at_index', properties: ['createdAt'] }],
});

/**
 * A status rollup of level 1: the number of batches with each status among 1000 consecutive batches
 * of an organization. It is written once all of them have ended and never changes. Rollup 0 holds
 * the ordinals 1 to 1000.
 */
export const StatusRollupRow = defineEntity({
  name: 'StatusRollupRow',
  tableName: 'status_rollups_1',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    rollup: p.bigint('number').primary(),
    firstReceivedAt: p.datetime(),
    lastReceivedAt: p.datetime(),
    /** The number of batches with each status. */
    processed: p.smallint(),
    processedWithErrors: p.smallint(),
    failed: p.smallint(),
    /** The places of the batches with each status, from 1 to 1000, ascending. */
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

/**
 * A status rollup of level 2: the sums of 16 consecutive rollups of level 1. It never changes.
 * Rollup 0 holds the rollups 0 to 15.
 */
export const StatusRollup2Row = defineEntity({
  name: 'StatusRollup2Row',
  tableName: 'status_rollups_2',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    rollup2: p.bigint('number').primary().name('rollup_2'),
    firstReceivedAt: p.datetime(),
    lastReceivedAt: p.datetime(),
    /** The number of batches with each status. */
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

/**
 * What an invoice is found by beside its own columns: the hash of a recipient's document or of a
 * reference to an earlier invoice, which issuing inserts (search-terms.ts), or of a pair of
 * metadata, which a trigger inserts (migrations/0014-reads-of-version-2.sql).
 */
export const SearchTermRow = defineEntity({
  name: 'SearchTermRow',
  tableName: 'search_terms',
  properties: {
    organizationId: p.bigint('number').primary(),
    term: p.bigint('string').primary(),
    invoiceId: p.bigint('number').primary(),
  },
});
