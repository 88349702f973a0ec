import { Migration } from '@mikro-orm/migrations';

/*
 * Workers measure what stands in the database (ops/adr/0044): when the last backup and the last checks were made, too. Of the acts they read nothing more.
 */
export class ChecksInMetrics extends Migration {
  override up(): void {
    this.addSql(
      `create policy checks_in_metrics on operator_acts for select to engine_worker using (act in ('database.backup', 'database.check', 'chain.verify'))`,
    );
    this.addSql('grant select (act, at, operator, details) on table operator_acts to engine_worker');
  }
}
