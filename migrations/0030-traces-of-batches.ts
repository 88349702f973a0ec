import { Migration } from '@mikro-orm/migrations';

/** The trace that the request of a batch began (ops/adr/0046): what is done for the batch later goes on with it. */
export class TracesOfBatches extends Migration {
  override up(): void {
    this.addSql('alter table batches add column traceparent varchar(55)');
  }
}
