import { Migration } from '@mikro-orm/migrations';
import { PIN_GUARDS } from './0010-walls.ts';

/*
 * A month that left the database as files (ops/adr/0058): where the chains go on without what left, and how long each organization's files must be kept.
 */

const ANCHORS = [
  // A run of a chain's records without a gap whose literals left: what stands before and at its end.
  `create table month_anchors (
    month date not null,
    organization_id bigint not null,
    chain_id bigint not null,
    first_sequence bigint not null,
    last_sequence bigint not null,
    hash_before varchar(64),
    last_hash varchar(64) not null,
    constraint month_anchors_pkey primary key (month, chain_id, first_sequence),
    constraint month_anchors_chain_id_foreign foreign key (chain_id) references chains (id) on delete no action,
    constraint month_anchors_sequence_check check (first_sequence >= 1 and last_sequence >= first_sequence)
  )`,
  ...['update', 'delete or truncate'].map(
    (event) =>
      `create trigger month_anchors_refuse_${event.split(' ')[0]} before ${event} on month_anchors for each statement execute function refuse_change()`,
  ),
  'grant select on month_anchors to engine_operator, engine_reader',
  'alter table month_anchors enable row level security',
  'alter table month_anchors force row level security',
  'create policy every_organization on month_anchors for select to engine_operator using (true)',
  'create policy whole_table on month_anchors for select to engine_reader using (true)',
  // While rows of before are packed, packs come to months that are over.
  'grant select on packing to engine_reader',
];

const AWAY = [
  // What has left, and is not here to be read: ids from the first up to the end, which is not one of them.
  `create function months_away() returns table (month date, first_batch bigint, end_batch bigint, first_print bigint, end_print bigint)
   language sql stable set search_path = pg_catalog, public, pg_temp as $$
     select m.month, m.first_batch_id, m.end_batch, m.first_print_id, m.end_print
     from (select n.*, lead(n.first_batch_id) over (order by n.month) as end_batch, lead(n.first_print_id) over (order by n.month) as end_print
           from months n) m
     where m.left_at is not null and m.returned_at is null $$`,
  'revoke execute on function months_away() from public',
  'grant execute on function months_away() to engine_ingress, engine_worker, engine_operator, engine_reader',
];

/** How long what an organization issued is kept by law: six years (Código de Comercio, art. 30), ten where losses are carried forward (LGT, art. 66 bis). */
const PERIODS = [
  'alter table organizations add column keep_years smallint not null default 6',
  'alter table organizations add constraint organizations_keep_years_check check (keep_years >= 6 and keep_years <= 30)',
  'grant update (keep_years) on organizations to engine_operator',
  'grant select (keep_years) on organizations to engine_dashboard',
  `create constraint trigger organizations_require_act_keep after update of keep_years on organizations deferrable initially deferred
   for each row when (current_user = 'engine_operator') execute function require_act('id', 'organization.keep')`,
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'organization.pdfs', 'organization.keep', 'organization.pause', 'organization.resume',
    'key.create', 'key.rights', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove',
    'chain.resume', 'chain.renew', 'chain.compare', 'chain.verify', 'invoice.annul', 'invoice.resend',
    'batch.look', 'batch.retry', 'pdf.retry', 'packing.start', 'month.leave', 'month.return',
    'database.restore', 'database.backup', 'database.check', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
];

export class ArchivedMonths extends Migration {
  override up(): void {
    for (const sql of [...ANCHORS, ...AWAY, ...PERIODS]) this.addSql(sql);
    this.addSql(PIN_GUARDS);
  }
}
