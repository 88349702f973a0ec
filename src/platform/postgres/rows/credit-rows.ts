import { defineEntity, p } from '@mikro-orm/core';
import { BatchRow } from './batch-rows.ts';
import { IssuedInvoiceRow } from './issued-rows.ts';
import { OrganizationRow } from './organization-rows.ts';

/** What an invoice of a batch credits of an issued one. */
export const CreditRow = defineEntity({
  name: 'CreditRow',
  tableName: 'credits',
  properties: {
    originalId: () =>
      p.manyToOne(IssuedInvoiceRow).mapToPk().primary().deleteRule('no action').name('original_id'),
    /** The place among the credits of the same invoice, from 1. */
    ordinal: p.integer().primary(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    batchId: () => p.manyToOne(BatchRow).mapToPk().name('batch_id'),
    requestSha256: p.blob().$type<Buffer>(),
    lines: p.json(),
    groups: p.json(),
  },
  uniques: [{ name: 'credits_batch_id_unique', properties: ['batchId'] }],
  checks: [
    { name: 'credits_ordinal_check', expression: 'ordinal >= 1 and ordinal <= 1000' },
    { name: 'credits_request_sha256_check', expression: 'length(request_sha256) = 32' },
    {
      name: 'credits_size_check',
      expression:
        "jsonb_typeof(lines) = 'array' and jsonb_typeof(groups) = 'object' and pg_column_size(lines) <= 200000 and pg_column_size(groups) <= 20000",
    },
  ],
});
