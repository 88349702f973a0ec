import { Migration } from '@mikro-orm/migrations';

/*
 * What issuing a batch takes, told where it was accepted: fifty invoices of 14 MB are no small batch, whoever hints at them. Null in those that
 * are there already; an ingress of the version before goes on without it.
 */
export class WorkOfBatches extends Migration {
  override up(): void {
    this.addSql('alter table batches add column work integer');
    this.addSql('alter table batches add constraint batches_work_check check (work >= 1)');
  }
}
