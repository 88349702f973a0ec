import { Migration } from '@mikro-orm/migrations';
import { IN_SCOPE } from './0005-row-security.ts';
import { PIN_GUARDS } from './0010-walls.ts';

/*
 * What operators do from the dashboard (ops/adr/0043). Its role changes three things itself, each guarded and with its act: whether an organization is paused, and two of how a
 * chain stands. What needs documents and certificates it orders, and a worker does it.
 */

const PAUSES = [
  'alter table organizations add column paused_at timestamptz',
  'grant select (paused_at) on organizations to engine_dashboard',
  'grant update (paused_at) on organizations to engine_operator, engine_dashboard',
  'create policy pauses on organizations for update to engine_dashboard using (true)',
  ...[
    ['pause', 'not null'],
    ['resume', 'null'],
  ].map(
    ([act, value]) =>
      `create constraint trigger organizations_require_act_${act} after update of paused_at on organizations deferrable initially deferred
       for each row when (current_user in ('engine_operator', 'engine_dashboard') and new.paused_at is ${value})
       execute function require_act('id', 'organization.${act}')`,
  ),
];

/** An operator's word that a worker carries out: it may read the document, and has the certificates. */
const ORDERS = [
  `create table correction_orders (
    id bigserial primary key,
    organization_id bigint not null,
    issued_invoice_id bigint not null,
    wish varchar(6) not null,
    is_recipient_outside_census boolean not null default false,
    operator text not null,
    reason text not null,
    ordered_at timestamptz not null default now(),
    settled_at timestamptz,
    outcome varchar(7),
    told text,
    constraint correction_orders_organization_id_foreign foreign key (organization_id) references organizations (id) on delete no action,
    constraint correction_orders_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices (id) on delete no action
  )`,
  'create unique index correction_orders_open_unique on correction_orders (issued_invoice_id) where settled_at is null',
  `alter table correction_orders add constraint correction_orders_wish_check check (wish in ('annul', 'resend'))`,
  `alter table correction_orders add constraint correction_orders_outcome_check check (outcome in ('done', 'refused', 'late'))`,
  `alter table correction_orders add constraint correction_orders_settled_check
   check ((settled_at is null) = (outcome is null) and (settled_at is null) = (told is null))`,
  `create function guard_correction_order() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.settled_at is not null
         or not exists (select from issued_invoices x where x.id = new.issued_invoice_id and x.organization_id = new.organization_id)
      then
        raise exception 'an order is about an issued invoice of its organization, and open' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end if;
    if (to_jsonb(new) - '{settled_at,outcome,told}'::text[]) is distinct from (to_jsonb(old) - '{settled_at,outcome,told}'::text[])
       or old.settled_at is not null or new.settled_at is null
       or (new.outcome = 'done') <> (current_user = 'engine_sessions')
    then
      raise exception 'order %: it is kept as it was given, and ends once', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  'create trigger correction_orders_guard before insert or update on correction_orders for each row execute function guard_correction_order()',
  'create trigger correction_orders_texts before insert on correction_orders for each row execute function guard_operator_act()',
  `create trigger correction_orders_refuse_delete before delete or truncate on correction_orders
   for each statement execute function refuse_change()`,
  'alter table correction_orders enable row level security',
  'alter table correction_orders force row level security',
  'create policy whole_table on correction_orders for select to engine_reader using (true)',
  'create policy every_organization on correction_orders to engine_worker using (true)',
  `create policy every_organization_of_dashboard on correction_orders for select to engine_dashboard using (true)`,
  `create policy orders_of_dashboard on correction_orders for insert to engine_dashboard with check (starts_with(operator, 'dashboard:'))`,
  `create policy correction_by_key on correction_orders to engine_sessions using (${IN_SCOPE('organization_id')})`,
  'grant select on correction_orders to engine_dashboard, engine_worker, engine_sessions',
  `grant insert (organization_id, issued_invoice_id, wish, is_recipient_outside_census, operator, reason) on correction_orders to engine_dashboard`,
  'grant usage on sequence correction_orders_id_seq to engine_dashboard',
  'grant update (settled_at, outcome, told) on correction_orders to engine_worker, engine_sessions',
];

/** By a worker: whose order it is it cannot choose, nor correct anything without one. As store_correction (0026). */
const STORE = 'store_ordered_correction(bigint, timestamptz, text, bigint, bigint, text, text, text)';
const FUNCTION = [
  `create function store_ordered_correction(order_id bigint, moment timestamptz, correction_kind text,
     chain bigint, place bigint, previous text, huella text, document text) returns boolean
   language plpgsql volatile security definer as $$
   declare
     wanted record;
     invoice_number text;
   begin
     select o.organization_id, o.issued_invoice_id, o.wish, o.operator, o.reason into wanted
     from public.correction_orders o where o.id = order_id and o.settled_at is null for update;
     if not found then
       return false;
     end if;
     insert into public.registration_records
       (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash, xml)
     values (wanted.organization_id, moment, case correction_kind when 'anulacion' then 'anulacion' else 'alta' end,
             chain, place, wanted.issued_invoice_id, previous, huella, document);
     insert into public.corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
     values (wanted.organization_id, wanted.issued_invoice_id, chain, place, correction_kind, wanted.reason, wanted.operator, moment);
     update public.chains c
     set sequence = place, last_hash = huella, last_invoice_number = x.invoice_number, last_issue_date = x.issue_date
     from public.issued_invoices x
     where x.id = wanted.issued_invoice_id and c.id = chain and c.sequence = place - 1
     returning x.invoice_number into invoice_number;
     if not found then
       raise exception 'chain %: a correction must be its next record', chain using errcode = 'restrict_violation';
     end if;
     insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
     values ('invoice.' || wanted.wish, wanted.operator, wanted.reason, wanted.organization_id, wanted.issued_invoice_id,
             jsonb_build_object('number', invoice_number, 'chainId', chain, 'sequence', place, 'order', order_id));
     update public.correction_orders o
     set settled_at = moment, outcome = 'done', told = correction_kind || ' is record ' || place || ' of chain ' || chain
     where o.id = order_id;
     return true;
   end $$`,
  'grant create on schema public to engine_sessions',
  `revoke execute on function ${STORE} from public`,
  `grant execute on function ${STORE} to engine_worker`,
  `alter function ${STORE} set search_path = pg_catalog, pg_temp`,
  `alter function ${STORE} owner to engine_sessions`,
  'revoke create on schema public from engine_sessions',
];

const CHAINS = [
  'grant execute on function database_history() to engine_dashboard',
  'grant update (failures, halted_at, halted_reason, compare_since, compare_after) on remissions to engine_dashboard',
  'create policy acts on remissions for update to engine_dashboard using (true)',
  'grant select (chain_id, answered_at, superseded_at), update (superseded_at) on submissions to engine_dashboard',
  'create policy acts on submissions to engine_dashboard using (true)',
  // Only to lock it: the guard refuses every change of this column.
  'grant update (installation_number) on chains to engine_dashboard',
  'create policy acts on chains for update to engine_dashboard using (true)',
  `create function guard_dashboard_remission() returns trigger language plpgsql as $$
  begin
    if ((new.halted_at, new.halted_reason, new.failures) is distinct from (old.halted_at, old.halted_reason, old.failures)
        and (old.halted_at is null or new.halted_at is not null or new.failures <> 0))
       or ((new.compare_since, new.compare_after) is distinct from (old.compare_since, old.compare_after)
           and (new.compare_since is null or new.compare_after is not null or new.compare_since < old.compare_since))
    then
      raise exception 'remission of chain %: from the dashboard it is resumed or marked to be compared, and nothing else', old.chain_id
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger remissions_guard_dashboard before update on remissions
   for each row when (current_user = 'engine_dashboard') execute function guard_dashboard_remission()`,
  ...[
    ['remissions', 'halted_at', 'chain.resume'],
    ['remissions', 'compare_since', 'chain.compare'],
    ['submissions', 'superseded_at', 'chain.resume'],
  ].map(
    ([table, column, act]) =>
      `create constraint trigger ${table}_require_act_of_dashboard_${column} after update on ${table} deferrable initially deferred
       for each row when (current_user = 'engine_dashboard' and old.${column} is distinct from new.${column})
       execute function require_act('chain_id', '${act}')`,
  ),
];

const OF_DASHBOARD = `('chain.resume', 'chain.compare', 'organization.pause', 'organization.resume', 'batch.retry', 'pdf.retry')`;

const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'organization.pause', 'organization.resume',
    'key.create', 'key.rights', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove',
    'chain.resume', 'chain.renew', 'chain.compare', 'chain.verify', 'invoice.annul', 'invoice.resend', 'batch.look', 'batch.retry', 'pdf.retry',
    'database.restore', 'database.backup', 'database.check', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
  `create policy acts_of_dashboard on operator_acts for insert to engine_dashboard with check (act in ${OF_DASHBOARD})`,
  // What a guard of its own changes asks for.
  `create policy own_acts_of_dashboard on operator_acts for select to engine_dashboard using (starts_with(operator, 'dashboard:'))`,
  'grant select (subject_id, xmin) on operator_acts to engine_dashboard',
  // The two functions that correct write down whose word it was.
  'drop policy own_names on operator_acts',
  `create policy own_names on operator_acts as restrictive for insert
   with check (starts_with(operator, 'dashboard:') = (current_user = 'engine_dashboard') or current_user = 'engine_sessions')`,
  'drop policy names_of_keys on operator_acts',
  `create policy names_of_keys on operator_acts as restrictive for insert
   with check (starts_with(operator, 'key:') = (current_user = 'engine_sessions')
               or current_user = 'engine_sessions' and starts_with(operator, 'dashboard:'))`,
  'grant select (work) on batches to engine_dashboard',
];

export class ActsOfTheDashboard extends Migration {
  override up(): void {
    for (const sql of [...PAUSES, ...ORDERS, ...CHAINS, ...ACTS, PIN_GUARDS]) this.addSql(sql);
    // The owner of the tables makes it and may not see their rows; who will own it may.
    this.addSql('set local row_security = on');
    for (const sql of FUNCTION) this.addSql(sql);
    this.addSql('set local row_security = off');
  }
}
