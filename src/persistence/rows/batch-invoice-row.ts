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
  },
  checks: [{ name: 'batch_invoices_id_check', expression: 'id / 1000 = batch_id' }],
});
