import { defineEntity, p } from '@mikro-orm/core';

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
