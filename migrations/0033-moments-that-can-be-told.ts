import { Migration } from '@mikro-orm/migrations';

/** The dashboard's login may write these two: `infinity` would be told by no page and no command. */
export class MomentsThatCanBeTold extends Migration {
  override up(): void {
    this.addSql(
      'alter table organizations add constraint organizations_paused_at_check check (isfinite(paused_at))',
    );
    this.addSql(
      'alter table remissions add constraint remissions_compare_since_check check (isfinite(compare_since))',
    );
  }
}
