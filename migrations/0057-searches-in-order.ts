import { Migration } from '@mikro-orm/migrations';

/**
 * A client's own names come with the order in which they are listed: a page of those that share one is a range of the index, however many there are. Each
 * takes the place of an index of 0023 that had the name alone.
 */
const INDEXES = [
  `create index batch_invoices_external_invoice_id_id_index on batch_invoices (organization_id, external_invoice_id, id)
     where external_invoice_id is not null`,
  'drop index batch_invoices_external_invoice_id_index',
  `create index batches_external_batch_id_ordinal_index on batches (organization_id, external_batch_id, ordinal)
     where external_batch_id is not null`,
  'drop index batches_external_batch_id_index',
];

export class SearchesInOrder extends Migration {
  override up(): void {
    for (const sql of INDEXES) this.addSql(sql);
  }
}
