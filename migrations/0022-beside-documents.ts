import { Migration } from '@mikro-orm/migrations';

/*
 * What others ask of an issued invoice stands beside its document: to read a member of one that is long, PostgreSQL fetches and parses the whole. A batch of corrections that named
 * a thousand of those held its place for ten seconds. Null in invoices that are there already, which are asked by their documents still; a worker of the version before
 * goes on without them.
 */
export class BesideDocuments extends Migration {
  override up(): void {
    this.addSql(`alter table issued_invoices
      add column invoice_type varchar(2), add column issuer_name text, add column operation_date date`);
  }
}
