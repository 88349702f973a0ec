import { Migration } from '@mikro-orm/migrations';
import { IN_SCOPE } from './0005-row-security.ts';

/*
 * What an API key may do, and corrections by those that may (ops/adr/0009). The API itself gets no right to write a record: one function does all of a correction,
 * and wants the token of a session whose key may correct at that moment.
 */
const RIGHTS = `
  alter table api_keys
    add column rights text[] not null default '{submit,read}',
    add constraint api_keys_rights_check check (cardinality(rights) > 0 and rights <@ '{submit,read,correct}'::text[])`;

const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'key.create', 'key.rights', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'chain.resume', 'chain.renew', 'chain.compare', 'invoice.annul', 'invoice.resend', 'database.restore', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
  'grant update (rights) on api_keys to engine_operator',
  'drop trigger api_keys_require_act_update on api_keys',
  ...['revoked_at', 'rights'].map((column) => {
    const act = column === 'rights' ? 'key.rights' : 'key.revoke';
    return `create constraint trigger api_keys_require_act_update_of_${column} after update of ${column} on api_keys
      deferrable initially deferred for each row when (current_user = 'engine_operator') execute function require_act('id', '${act}')`;
  }),
  // What a key did is written down by the function below alone.
  `create policy names_of_keys on operator_acts as restrictive for insert
     with check (starts_with(operator, 'key:') = (current_user = 'engine_sessions'))`,
];

/** What a correction reads: of the organization whose scope it is. */
const READS = [
  'grant select on chains to engine_ingress',
  // Only to lock it: the guard refuses every change of this column.
  'grant update (installation_number) on chains to engine_ingress',
  'grant select (chain_id, organization_id, remitted_sequence, compare_since, halted_at) on remissions to engine_ingress',
  `create policy own_organization on remissions for select to engine_ingress using (${IN_SCOPE('organization_id')})`,
  'grant select on database_identities to engine_ingress',
  'grant execute on function is_known_database(text), is_known_database(), database_identity() to engine_ingress',
];

/** What the function writes, and its guards read: in the scope of whoever calls it. */
const WRITES = [
  'grant execute on function current_organizations() to engine_sessions',
  'grant select (rights, prefix) on api_keys to engine_sessions',
  'grant select, insert on registration_records to engine_sessions',
  'grant insert on corrections to engine_sessions',
  'grant select on issued_invoices to engine_sessions',
  'grant select, update (sequence, last_hash, last_invoice_number, last_issue_date) on chains to engine_sessions',
  'grant insert (act, operator, reason, organization_id, subject_id, details) on operator_acts to engine_sessions',
  'grant usage on sequence corrections_id_seq, operator_acts_id_seq to engine_sessions',
  // An annulment is told to those who listen (migrations/0025): an event, and what is to be delivered.
  'grant select (id, organization_id, event_types, removed_at, disabled_at) on webhook_endpoints to engine_sessions',
  'grant select (id, organization_id, batch_id, type, occurred_at), insert on webhook_events to engine_sessions',
  'grant insert on webhook_deliveries to engine_sessions',
  'grant usage on sequence webhook_events_id_seq to engine_sessions',
  'grant select (id, external_invoice_id) on batch_invoices to engine_sessions',
  'grant select (id, external_batch_id) on batches to engine_sessions',
  ...[
    'registration_records',
    'corrections',
    'issued_invoices',
    'chains',
    'webhook_endpoints',
    'webhook_events',
    'webhook_deliveries',
    'batch_invoices',
    'batches',
  ].map(
    (table) =>
      `create policy correction_by_key on ${table} to engine_sessions using (${IN_SCOPE('organization_id')})`,
  ),
  `create policy correction_by_key on operator_acts for insert to engine_sessions
     with check (act in ('invoice.annul', 'invoice.resend') and ${IN_SCOPE('organization_id')})`,
];

const FIND_SESSION = 'find_session(bytea, timestamptz)';
const STORE_CORRECTION =
  'store_correction(bytea, timestamptz, text, text, text, bigint, bigint, bigint, text, text, text)';

const FUNCTIONS = [
  `drop function ${FIND_SESSION}`,
  // As in 0018, and what its key may do now, whatever it might when the session began.
  `create function find_session(hash bytea, at timestamptz)
     returns table (organization_id bigint, organization_name text, expires_at timestamptz, issuer_nifs text[], rights text[])
     language sql stable security definer
   begin atomic
     select s.organization_id, o.name, s.expires_at, o.issuer_nifs, k.rights
     from sessions s
     join api_keys k on k.id = s.api_key_id and k.revoked_at is null
     join organizations o on o.id = s.organization_id
     where s.token_hash = hash and s.expires_at > at;
   end`,
  `create function store_correction(token bytea, moment timestamptz, wish text, correction_kind text, why text,
     chain bigint, place bigint, invoice bigint, previous text, huella text, document text) returns boolean
   language plpgsql volatile security definer as $$
   declare
     who record;
     invoice_number text;
   begin
     select k.id, k.organization_id, k.prefix into who
     from public.sessions s join public.api_keys k on k.id = s.api_key_id
     where s.token_hash = token and s.expires_at > moment and k.revoked_at is null and 'correct' = any (k.rights);
     if not found then
       return false;
     end if;
     insert into public.registration_records
       (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash, xml)
     values (who.organization_id, moment, case correction_kind when 'anulacion' then 'anulacion' else 'alta' end,
             chain, place, invoice, previous, huella, document);
     insert into public.corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
     values (who.organization_id, invoice, chain, place, correction_kind, why, 'key:' || who.id, moment);
     update public.chains c
     set sequence = place, last_hash = huella, last_invoice_number = x.invoice_number, last_issue_date = x.issue_date
     from public.issued_invoices x
     where x.id = invoice and c.id = chain and c.sequence = place - 1
     returning x.invoice_number into invoice_number;
     if not found then
       raise exception 'chain %: a correction must be its next record', chain using errcode = 'restrict_violation';
     end if;
     insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
     values ('invoice.' || wish, 'key:' || who.id, why, who.organization_id, invoice,
             jsonb_build_object('number', invoice_number, 'chainId', chain, 'sequence', place, 'prefix', who.prefix));
     return true;
   end $$`,
  'grant create on schema public to engine_sessions',
  ...[FIND_SESSION, STORE_CORRECTION].flatMap((name) => [
    `revoke execute on function ${name} from public`,
    `grant execute on function ${name} to engine_ingress`,
    `alter function ${name} set search_path = pg_catalog, pg_temp`,
    `alter function ${name} owner to engine_sessions`,
  ]),
  'revoke create on schema public from engine_sessions',
];

export class RightsOfKeys extends Migration {
  override up(): void {
    for (const sql of [RIGHTS, ...ACTS, ...READS, ...WRITES]) this.addSql(sql);
    // The owner of the tables makes them and may not see their rows; who will own them may.
    this.addSql('set local row_security = on');
    for (const sql of FUNCTIONS) this.addSql(sql);
    this.addSql('set local row_security = off');
  }
}
