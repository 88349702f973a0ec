import { Migration } from '@mikro-orm/migrations';

/*
 * Webhooks (ops/adr/0039): what happens to an organization's batches and invoices becomes an event in the very transaction that does it, and a
 * delivery for each of its endpoints. Organizations without an endpoint pay one look into a table that is nearly empty.
 */

const TABLES = `
  create table webhook_endpoints (
    id bigserial primary key,
    organization_id bigint not null,
    url text not null,
    event_types text[],
    sealed_secret bytea not null,
    sealed_previous_secret bytea,
    previous_until timestamptz,
    created_at timestamptz not null,
    disabled_at timestamptz,
    removed_at timestamptz,
    failures integer not null default 0,
    failing_since timestamptz,
    rests_until timestamptz,
    leased_until timestamptz,
    -- Here, because a table that exists would be looked through, which row-level security (0010) forbids to its owner.
    constraint webhook_endpoints_organization_id_foreign foreign key (organization_id) references organizations (id) on delete no action
  );
  create index webhook_endpoints_live_index on webhook_endpoints (organization_id) where removed_at is null and disabled_at is null;
  alter table webhook_endpoints add constraint webhook_endpoints_previous_check
    check ((sealed_previous_secret is null) = (previous_until is null));

  create table webhook_events (
    id bigserial primary key,
    organization_id bigint not null,
    batch_id bigint not null,
    type varchar(32) not null,
    message_id uuid not null default gen_random_uuid(),
    occurred_at timestamptz not null,
    data json not null
  );
  create index webhook_events_occurred_at_index on webhook_events (occurred_at);
  alter table webhook_events add constraint webhook_events_message_id_unique unique (message_id);

  create table webhook_deliveries (
    event_id bigint not null,
    endpoint_id bigint not null,
    organization_id bigint not null,
    batch_id bigint not null,
    since timestamptz not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null,
    first_failed_at timestamptz,
    last_failure text,
    ended_at timestamptz,
    outcome varchar(10),
    primary key (event_id, endpoint_id)
  );
  create index webhook_deliveries_open_index on webhook_deliveries (endpoint_id, batch_id, event_id) where ended_at is null;
  create index webhook_deliveries_ended_at_index on webhook_deliveries (ended_at) where ended_at is not null;
  create index webhook_deliveries_given_up_index on webhook_deliveries (endpoint_id) where outcome = 'given_up';
  alter table webhook_deliveries add constraint webhook_deliveries_outcome_check check (outcome in ('delivered', 'given_up', 'dropped'));
  alter table webhook_deliveries add constraint webhook_deliveries_ended_check check ((outcome is null) = (ended_at is null));
`;

const LISTENS = `e.removed_at is null and e.disabled_at is null`;

/**
 * A trigger of a statement. It does nothing where none of the rows is of an organization that listens.
 * @param facts gives organization_id, batch_id, type, occurred_at and data, in the order of the events.
 */
const tellOf = (name: string, rows: string, facts: string) => `
  create function ${name}() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if not exists (select from ${rows} r join webhook_endpoints e on e.organization_id = r.organization_id where ${LISTENS}) then
      return null;
    end if;
    with facts as (${facts}),
    events as (
      insert into webhook_events (organization_id, batch_id, type, occurred_at, data)
      select f.organization_id, f.batch_id, f.type, f.occurred_at, f.data
      from facts f
      where exists (select from webhook_endpoints e
                    where e.organization_id = f.organization_id and ${LISTENS} and (e.event_types is null or f.type = any (e.event_types)))
      returning id, organization_id, batch_id, type, occurred_at)
    insert into webhook_deliveries (event_id, endpoint_id, organization_id, batch_id, since, next_attempt_at)
    select v.id, e.id, v.organization_id, v.batch_id, v.occurred_at, v.occurred_at
    from events v
    join webhook_endpoints e on e.organization_id = v.organization_id and ${LISTENS} and (e.event_types is null or v.type = any (e.event_types));
    return null;
  end $$`;

/** What an event says of an invoice: ids, its number, and what became of it. */
const ofInvoice = (more: string) => `
  json_build_object(
    'invoice_batch', json_build_object('id', b.id, 'external_batch_id', b.external_batch_id),
    'batch_invoice', json_build_object('id', i.id, 'external_invoice_id', i.external_invoice_id, 'invoice_number', x.invoice_number, ${more}))`;
const INVOICE = (id: string) => `
  cross join lateral (select a.* from issued_invoices a where a.id = ${id} limit 1) x
  cross join lateral (select a.id, a.external_invoice_id from batch_invoices a where a.id = x.id limit 1) i
  cross join lateral (select a.id, a.external_batch_id from batches a where a.id = x.id / 1000 limit 1) b`;
const INSTANT = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const BATCH_FINISHED = `
  select r.organization_id, r.id as batch_id, 'batch.finished' as type, r.processed_at as occurred_at,
         json_build_object('invoice_batch', json_build_object(
           'id', r.id, 'external_batch_id', r.external_batch_id, 'status', r.status, 'invoices_count', r.invoices_count,
           'processed_count', r.invoices_count - n.failed, 'failed_count', n.failed)) as data
  from changed r
  join before o on o.id = r.id and o.processed_at is null
  cross join lateral (
    select count(*)::int as failed from batch_invoices a
    where a.id between r.id * 1000 and r.id * 1000 + 999 and a.processing_error is not null) n
  where r.processed_at is not null
  order by r.id`;

/* What the API tells of an invoice: a correction that AEAT refuses changes nothing of one that it has accepted. */
const INVOICE_ANSWERED = `
  select r.organization_id, b.id as batch_id, 'invoice.' || r.state as type, r.answered_at as occurred_at,
         ${ofInvoice(`'verifactu_state', r.state, 'aeat_code', r.code, 'aeat_message', r.message`)} as data
  from inserted r
  cross join lateral (
    select a.issued_invoice_id, a.kind from registration_records a where a.chain_id = r.chain_id and a.sequence = r.sequence limit 1) t
  ${INVOICE('t.issued_invoice_id')}
  where t.kind = 'alta'
    and not (r.state = 'rejected' and exists (
      select from registration_records p
      join record_answers q on q.chain_id = p.chain_id and q.sequence = p.sequence and q.state <> 'rejected'
      where p.issued_invoice_id = x.id and p.kind = 'alta'))
  order by r.chain_id, r.sequence`;

const INVOICE_ANNULLED = `
  select r.organization_id, b.id as batch_id, 'invoice.annulled' as type, r.created_at as occurred_at,
         ${ofInvoice(`'annulled_at', ${INSTANT('r.created_at')}`)} as data
  from inserted r
  ${INVOICE('r.issued_invoice_id')}
  where r.kind = 'anulacion'
  order by r.id`;

const TRIGGERS = [
  tellOf('tell_of_finished_batches', 'changed', BATCH_FINISHED),
  `create trigger batches_tell after update on batches referencing old table as before new table as changed
   for each statement execute function tell_of_finished_batches()`,
  tellOf('tell_of_answers', 'inserted', INVOICE_ANSWERED),
  `create trigger record_answers_tell after insert on record_answers referencing new table as inserted
   for each statement execute function tell_of_answers()`,
  tellOf('tell_of_annulments', 'inserted', INVOICE_ANNULLED),
  `create trigger corrections_tell after insert on corrections referencing new table as inserted
   for each statement execute function tell_of_annulments()`,
];

const TABLE_NAMES = ['webhook_endpoints', 'webhook_events', 'webhook_deliveries'];
const STATE_OF_DELIVERY =
  'since, attempts, next_attempt_at, first_failed_at, last_failure, ended_at, outcome';

const RIGHTS = [
  ...TABLE_NAMES.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy every_organization on ${table} to engine_worker, engine_operator using (true)`,
    `create policy whole_table on ${table} for select to engine_reader using (true)`,
  ]),
  ...['engine_worker', 'engine_operator'].flatMap((role) => [
    `grant select on ${TABLE_NAMES.join(', ')} to ${role}`,
    `grant insert on webhook_events, webhook_deliveries to ${role}`,
    `grant update (${STATE_OF_DELIVERY}) on webhook_deliveries to ${role}`,
    `grant usage on sequence webhook_events_id_seq to ${role}`,
  ]),
  'grant update (failures, failing_since, rests_until, leased_until, disabled_at) on webhook_endpoints to engine_worker',
  'grant insert on webhook_endpoints to engine_operator',
  `grant update (sealed_secret, sealed_previous_secret, previous_until, removed_at, disabled_at, failures, failing_since, rests_until)
   on webhook_endpoints to engine_operator`,
  'grant usage on sequence webhook_endpoints_id_seq to engine_operator',
  // Who annuls an invoice makes an event of it.
  'grant select (id, external_invoice_id) on batch_invoices to engine_operator',
  'grant select (id, external_batch_id) on batches to engine_operator',
  // What is over is cleaned away, and nothing else.
  'grant delete on webhook_events, webhook_deliveries to engine_worker',
  `create policy over_only on webhook_deliveries as restrictive for delete to engine_worker using (ended_at <= now() - interval '30 days')`,
  `create policy over_only on webhook_events as restrictive for delete to engine_worker
   using (occurred_at <= now() - interval '30 days' and not exists (select from webhook_deliveries d where d.event_id = id))`,
];

const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'key.create', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'chain.resume', 'chain.renew', 'chain.compare', 'invoice.annul', 'invoice.resend', 'database.restore', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
  ...[
    ['insert', 'webhook.add'],
    ['update', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay'],
  ].map(
    ([event, ...acts]) =>
      `create constraint trigger webhook_endpoints_require_act_${event} after ${event} on webhook_endpoints deferrable initially deferred
       for each row when (current_user = 'engine_operator')
       execute function require_act('id', ${acts.map((act) => `'${act}'`).join(', ')})`,
  ),
  // Of all deliveries of a replay at once: they may be many.
  `create function require_replay_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
   begin
     if exists (
       select from changed d where not exists (
         select from operator_acts a
         where a.act in ('webhook.enable', 'webhook.remove', 'webhook.replay') and a.subject_id = d.endpoint_id
           and a.xmin = pg_current_xact_id()::xid))
     then
       raise exception 'a change of % by an operator is written down in operator_acts, in the same transaction', tg_table_name
         using errcode = 'restrict_violation';
     end if;
     return null;
   end $$`,
  `create trigger webhook_deliveries_require_act after update on webhook_deliveries referencing new table as changed
   for each statement when (current_user = 'engine_operator') execute function require_replay_act()`,
];

export class Webhooks extends Migration {
  override up(): void {
    this.addSql(TABLES);
    for (const sql of [...TRIGGERS, ...RIGHTS, ...ACTS]) this.addSql(sql);
  }
}
