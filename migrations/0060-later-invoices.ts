import { Migration } from '@mikro-orm/migrations';

/** The dashboard says which invoices correct or replace one that is to be annulled: they are annulled first. */
export class LaterInvoices extends Migration {
  override up(): void {
    this.addSql('grant select (rectified_invoice_id) on issued_invoices to engine_dashboard');
  }
}
