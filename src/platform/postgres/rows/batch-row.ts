import { defineEntity, p } from '@mikro-orm/core';
import { BATCH_STATUSES } from '../../../contracts/codes.ts';
import { OrganizationRow } from './organization-row.ts';

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
