import { Migration } from '@mikro-orm/migrations';
import { PIN_GUARDS } from './0010-walls.ts';

/*
 * An organization whose clients download few PDFs has them printed when somebody asks (ops/adr/0055). Whether a batch is such a one is settled when it ends, with `rendered_at`:
 * nothing of it is left to print then, for everybody who looks for what is due.
 */

const COLUMNS = [
  'alter table organizations add column prints_on_demand boolean not null default false',
  'alter table batches add column prints_on_demand boolean not null default false',
  `alter table batches add constraint batches_prints_on_demand_check check (not prints_on_demand or rendered_at is not null)`,
];

const GUARD = [
  `create function guard_prints_on_demand() returns trigger language plpgsql as $$
   begin
     raise exception 'batch %: it ended once', old.id using errcode = 'restrict_violation';
   end $$`,
  `create trigger batches_guard_prints_on_demand before update of prints_on_demand on batches for each row
   when (old.processed_at is not null and new.prints_on_demand <> old.prints_on_demand) execute function guard_prints_on_demand()`,
];

const RIGHTS = [
  'grant update (prints_on_demand) on batches to engine_worker',
  'grant select (prints_on_demand) on batches to engine_dashboard',
  'grant select (prints_on_demand) on organizations to engine_dashboard',
  'grant update (prints_on_demand) on organizations to engine_operator',
  `create constraint trigger organizations_require_act_pdfs after update of prints_on_demand on organizations deferrable initially deferred
   for each row when (current_user = 'engine_operator') execute function require_act('id', 'organization.pdfs')`,
];

const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'organization.pdfs', 'organization.pause', 'organization.resume',
    'key.create', 'key.rights', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove',
    'chain.resume', 'chain.renew', 'chain.compare', 'chain.verify', 'invoice.annul', 'invoice.resend',
    'batch.look', 'batch.retry', 'pdf.retry', 'packing.start',
    'database.restore', 'database.backup', 'database.check', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
];

export class PrintsOnDemand extends Migration {
  override up(): void {
    for (const sql of [...COLUMNS, ...GUARD, ...RIGHTS, ...ACTS]) this.addSql(sql);
    this.addSql(PIN_GUARDS);
  }
}
