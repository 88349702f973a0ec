import { Migration } from '@mikro-orm/migrations';
import { ensureRole } from './0005-row-security.ts';

/*
 * The dashboard's login changes and writes nothing by itself any more (ops/adr/0043): a right to update is one to lock rows for as long as one likes, without an act. Functions
 * change what it may change and write the act, and find out by a session whose act it is.
 */

/** Owns the functions, and nobody can be it. Not engine_sessions: what that may correct ends at the organization whose scope it is. */
const ACTS = 'engine_acts';

const OF_RECORDS = `('batch.look', 'batch.retry', 'pdf.retry', 'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean',
  'job.retry', 'job.promote', 'job.clean')`;
const OF_FUNCTIONS = `('organization.pause', 'organization.resume', 'chain.resume', 'chain.compare')`;

const TAKEN = [
  'revoke update (paused_at) on organizations from engine_dashboard',
  'drop policy pauses on organizations',
  'revoke update (failures, halted_at, halted_reason, compare_since, compare_after) on remissions from engine_dashboard',
  'drop policy acts on remissions',
  'revoke select (chain_id, answered_at, superseded_at), update (superseded_at) on submissions from engine_dashboard',
  'drop policy acts on submissions',
  'revoke update (installation_number) on chains from engine_dashboard',
  'drop policy acts on chains',
  `revoke insert (organization_id, issued_invoice_id, wish, is_recipient_outside_census, operator, reason) on correction_orders from engine_dashboard`,
  'drop policy orders_of_dashboard on correction_orders',
  'revoke insert (act, operator, reason, organization_id, subject_id, details), select (subject_id, xmin) on operator_acts from engine_dashboard',
  ...['acts_in_queues', 'acts_of_looking', 'acts_of_dashboard', 'own_acts_of_dashboard'].map(
    (policy) => `drop policy ${policy} on operator_acts`,
  ),
  'revoke usage on sequence operator_acts_id_seq, correction_orders_id_seq from engine_dashboard',
  // Who reads a whole table may lock it, too, against those who change it.
  'revoke select on correction_orders, migrations from engine_dashboard',
  `grant select (id, organization_id, issued_invoice_id, wish, is_recipient_outside_census, operator, reason, ordered_at, settled_at, outcome, told)
   on correction_orders to engine_dashboard`,
  'grant select (id, name, executed_at) on migrations to engine_dashboard',
];

const GIVEN = [
  // Where an order came from, for its act.
  'alter table correction_orders add column client text',
  `grant usage on schema public to ${ACTS}`,
  `grant select (id, login, role, removed_at) on operators to ${ACTS}`,
  `grant select (token_hash, operator_id, created_at, used_at) on operator_sessions to ${ACTS}`,
  `grant select (id, verifactu, paused_at), update (paused_at) on organizations to ${ACTS}`,
  // Only to lock it: the guard refuses every change of this column.
  `grant select (id, organization_id, issuer_nif, retired_at), update (installation_number) on chains to ${ACTS}`,
  `grant select (chain_id, failures, halted_at, halted_reason, compare_since, compare_after),
         update (failures, halted_at, halted_reason, compare_since, compare_after) on remissions to ${ACTS}`,
  `grant select (chain_id, answered_at, superseded_at), update (superseded_at) on submissions to ${ACTS}`,
  `grant select (id, organization_id) on issued_invoices to ${ACTS}`,
  // What a guard of remissions asks for, where its plan is one for all values.
  `grant select (chain_id, sequence) on record_answers to ${ACTS}`,
  `grant select (id, issued_invoice_id, settled_at),
         insert (organization_id, issued_invoice_id, wish, is_recipient_outside_census, operator, reason, client) on correction_orders to ${ACTS}`,
  `grant select (act, subject_id, xmin), insert (act, operator, reason, organization_id, subject_id, details) on operator_acts to ${ACTS}`,
  `grant usage on sequence operator_acts_id_seq, correction_orders_id_seq to ${ACTS}`,
  ...['operators', 'operator_sessions', 'issued_invoices', 'record_answers'].map(
    (table) => `create policy acts_of_dashboard on ${table} for select to ${ACTS} using (true)`,
  ),
  ...['organizations', 'chains', 'remissions', 'submissions'].flatMap((table) => [
    `create policy seen_for_acts on ${table} for select to ${ACTS} using (true)`,
    `create policy acts_of_dashboard on ${table} for update to ${ACTS} using (true)`,
  ]),
  `create policy seen_for_acts on correction_orders for select to ${ACTS} using (true)`,
  `create policy acts_of_dashboard on correction_orders for insert to ${ACTS} with check (starts_with(operator, 'dashboard:'))`,
  `create policy seen_for_acts on operator_acts for select to ${ACTS} using (starts_with(operator, 'dashboard:'))`,
  `create policy acts_of_dashboard on operator_acts for insert to ${ACTS} with check (act in ${OF_RECORDS} or act in ${OF_FUNCTIONS})`,
  'drop policy own_names on operator_acts',
  `create policy own_names on operator_acts as restrictive for insert
   with check (starts_with(operator, 'dashboard:') = (current_user = '${ACTS}') or current_user = 'engine_sessions')`,
];

/** As in 0032, for who does it now. */
const GUARDS = [
  ...[
    ['pause', 'not null'],
    ['resume', 'null'],
  ].flatMap(([act, value]) => [
    `drop trigger organizations_require_act_${act} on organizations`,
    `create constraint trigger organizations_require_act_${act} after update of paused_at on organizations deferrable initially deferred
     for each row when (current_user in ('engine_operator', '${ACTS}') and new.paused_at is ${value})
     execute function require_act('id', 'organization.${act}')`,
  ]),
  'drop trigger remissions_guard_dashboard on remissions',
  `create trigger remissions_guard_dashboard before update on remissions
   for each row when (current_user = '${ACTS}') execute function guard_dashboard_remission()`,
  ...[
    ['remissions', 'halted_at', 'chain.resume'],
    ['remissions', 'compare_since', 'chain.compare'],
    ['submissions', 'superseded_at', 'chain.resume'],
  ].flatMap(([table, column, act]) => [
    `drop trigger ${table}_require_act_of_dashboard_${column} on ${table}`,
    `create constraint trigger ${table}_require_act_of_dashboard_${column} after update on ${table} deferrable initially deferred
     for each row when (current_user = '${ACTS}' and old.${column} is distinct from new.${column})
     execute function require_act('chain_id', '${act}')`,
  ]),
];

/** As in 0028. */
const IS_LIVE = `s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours'`;

const WHO = 'token bytea, shared text';
const TELLS = `${WHO}, client text, why text`;

/**
 * Each takes the hash of a session's token, or the name of the shared login. The act comes first, and what was changed is looked at before the function ends: whoever began the
 * transaction sees no act, and needs not.
 */
const FUNCTIONS: Readonly<Record<string, string>> = {
  // ASCII alone, and no operator's login nor one that was: a name that only looks like one is none either.
  [`name_actor(${WHO}, needs_act boolean)`]: `returns text language plpgsql stable as $$
    declare who text;
    begin
      if token is not null then
        select o.login into who
        from public.operator_sessions s join public.operators o on o.id = s.operator_id and o.removed_at is null
        where s.token_hash = token and ${IS_LIVE} and (o.role = 'act' or not needs_act);
      elsif shared ~ '^[!-~]([ -~]*[!-~])?$'
            and not exists (select from public.operators o where o.login = regexp_replace(lower(shared), '[^a-z0-9._@-]', '', 'g')) then
        who := shared;
      end if;
      if who is null then
        raise exception 'no session of an operator who may, nor the shared login: nothing is done' using errcode = 'invalid_authorization_specification';
      end if;
      return 'dashboard:' || who;
    end $$`,
  [`record_dashboard_act(${TELLS}, what text, organization bigint, subject bigint, told jsonb)`]: `returns void language plpgsql as $$
    begin
      if what not in ${OF_RECORDS} then
        raise exception '%: this is written down where it is done', what using errcode = 'insufficient_privilege';
      end if;
      insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
      values (what, public.name_actor(token, shared, what <> 'batch.look'), why, organization, subject, told || jsonb_build_object('client', client));
    end $$`,
  [`pause_organization(${TELLS}, organization bigint, pauses boolean)`]: `returns boolean language plpgsql as $$
    declare who text := public.name_actor(token, shared, true);
    begin
      perform from public.organizations o where o.id = organization and (o.paused_at is null) = pauses for no key update;
      if not found then
        return false;
      end if;
      insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
      values (case when pauses then 'organization.pause' else 'organization.resume' end, who, why, organization, organization,
              jsonb_build_object('client', client));
      update public.organizations o set paused_at = case when pauses then now() end where o.id = organization;
      set constraints all immediate;
      return true;
    end $$`,
  // Its open envelope is built anew, since what was wrong may be in its header.
  [`resume_chain(${TELLS}, chain bigint)`]: `returns boolean language plpgsql as $$
    declare
      who text := public.name_actor(token, shared, true);
      held record;
    begin
      select c.organization_id, c.issuer_nif, m.halted_reason into held
      from public.remissions m join public.chains c on c.id = m.chain_id
      where m.chain_id = chain and m.halted_at is not null
      for update of m;
      if not found then
        return false;
      end if;
      insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
      values ('chain.resume', who, why, held.organization_id, chain,
              jsonb_build_object('issuerNif', held.issuer_nif, 'haltedReason', held.halted_reason, 'client', client));
      update public.remissions m set halted_at = null, halted_reason = null, failures = 0 where m.chain_id = chain;
      update public.submissions s set superseded_at = now() where s.chain_id = chain and s.answered_at is null and s.superseded_at is null;
      set constraints all immediate;
      return true;
    end $$`,
  // Holds the chain first, as mark-chains.sql does: whoever issues in it has committed, or finds the mark.
  [`mark_chain(${TELLS}, chain bigint)`]: `returns boolean language plpgsql as $$
    declare
      who text := public.name_actor(token, shared, true);
      held record;
    begin
      select c.organization_id, c.issuer_nif into held
      from public.chains c join public.organizations o on o.id = c.organization_id join public.remissions m on m.chain_id = c.id
      where c.id = chain and c.retired_at is null and o.verifactu
      for update of c;
      if not found then
        return false;
      end if;
      insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
      values ('chain.compare', who, why, held.organization_id, chain, jsonb_build_object('issuerNif', held.issuer_nif, 'client', client));
      update public.remissions m set compare_since = date_trunc('milliseconds', clock_timestamp()), compare_after = null where m.chain_id = chain;
      set constraints all immediate;
      return true;
    end $$`,
  [`order_correction(${TELLS}, invoice bigint, wanted text, is_outside_census boolean)`]: `returns bigint language plpgsql as $$
    declare
      who text := public.name_actor(token, shared, true);
      order_id bigint;
    begin
      insert into public.correction_orders as k
        (organization_id, issued_invoice_id, wish, is_recipient_outside_census, operator, reason, client)
      select x.organization_id, x.id, wanted, is_outside_census, who, why, client from public.issued_invoices x where x.id = invoice
      on conflict (issued_invoice_id) where settled_at is null do nothing
      returning k.id into order_id;
      return order_id;
    end $$`,
};

/** As in 0032, and its act tells where the order came from. */
const STORE = 'store_ordered_correction(bigint, timestamptz, text, bigint, bigint, text, text, text)';
const STORED = [
  `create or replace function store_ordered_correction(order_id bigint, moment timestamptz, correction_kind text,
     chain bigint, place bigint, previous text, huella text, document text) returns boolean
   language plpgsql volatile security definer as $$
   declare
     wanted record;
     invoice_number text;
   begin
     select o.organization_id, o.issued_invoice_id, o.wish, o.operator, o.reason, o.client into wanted
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
             jsonb_build_object('number', invoice_number, 'chainId', chain, 'sequence', place, 'order', order_id)
             || jsonb_strip_nulls(jsonb_build_object('client', wanted.client)));
     update public.correction_orders o
     set settled_at = moment, outcome = 'done', told = correction_kind || ' is record ' || place || ' of chain ' || chain
     where o.id = order_id;
     return true;
   end $$`,
  `alter function ${STORE} set search_path = pg_catalog, pg_temp`,
];

/** `f(name text)` → `f(text)` */
const nameFunction = (signature: string) => signature.replaceAll(/(\(|, )\w{1,40} /g, '$1');

export class ActsByFunctions extends Migration {
  override up(): void {
    this.addSql(ensureRole(ACTS));
    for (const sql of [...TAKEN, ...GIVEN, ...GUARDS]) this.addSql(sql);
    // Whoever owns it replaces it.
    this.addSql('grant create on schema public to engine_sessions');
    this.addSql('set local role engine_sessions');
    for (const sql of STORED) this.addSql(sql);
    this.addSql('reset role');
    this.addSql('revoke create on schema public from engine_sessions');
    this.addSql(`grant create on schema public to ${ACTS}`);
    for (const [signature, rest] of Object.entries(FUNCTIONS)) {
      const name = nameFunction(signature);
      this.addSql(`create function ${signature} ${rest}`);
      this.addSql(`revoke execute on function ${name} from public`);
      this.addSql(`alter function ${name} set search_path = pg_catalog, pg_temp`);
      if (!signature.startsWith('name_actor')) {
        this.addSql(`alter function ${name} security definer`);
        this.addSql(`grant execute on function ${name} to engine_dashboard`);
      }
      this.addSql(`alter function ${name} owner to ${ACTS}`);
    }
    this.addSql(`revoke create on schema public from ${ACTS}`);
  }
}
