-- The invoices of a year from before the day on which their issuer entered SII, which SII must have as well (RIVA, art. 68 ter).

-- Adds an act to the list of those that can be recorded.
do $$
declare
  known text := (
    select string_agg(quote_literal(word[1]), ', ')
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_.]+)''', 'g') as words (word)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass);
begin
  alter table operator_acts drop constraint operator_acts_act_check;
  execute format('alter table operator_acts add constraint operator_acts_act_check check (act in (%s, ''register.backlog'')) not valid', known);
end $$;

-- An order to enter the earlier invoices of an issuer, which a worker carries out in chunks.
create table sii_backlogs (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  -- The first issue date in SII. The invoices of that year before it are meant.
  entered_on date not null,
  ordered_at timestamptz not null,
  -- The last invoice that was examined; the next chunk follows it.
  examined_invoice_id bigint default '0'::bigint not null,
  entries integer default 0 not null,
  refused integer default 0 not null,
  ended_at timestamptz,
  -- Why it was given up.
  failure text,
  primary key (id),
  constraint sii_backlogs_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint sii_backlogs_failure_check check (failure is null or ended_at is not null)
);
create unique index sii_backlogs_open_unique on sii_backlogs (organization_id, issuer_nif) where ended_at is null;

-- The invoices that a record with key 16 cannot state, each with the reason. Append-only.
create table sii_backlog_refusals (
  backlog_id bigint,
  issued_invoice_id bigint,
  organization_id bigint not null,
  reason text not null,
  primary key (backlog_id, issued_invoice_id),
  constraint sii_backlog_refusals_backlog_id_foreign foreign key (backlog_id) references sii_backlogs(id)
);

-- The order that entered an invoice which may have a record in VeriFactu; null for an invoice of an issuer in SII.
alter table sii_entries add column backlog_id bigint constraint sii_entries_backlog_id_foreign references sii_backlogs(id);
create index sii_entries_backlog_index on sii_entries (backlog_id) where backlog_id is not null;
-- New invoices are sent before earlier ones.
drop index sii_entries_due_index;
create index sii_entries_due_index on sii_entries (organization_id, issuer_nif, kind, (backlog_id is not null), issued_invoice_id) where state = 'pending';

create or replace function check_new_sii_entries() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from issued_invoices a where a.id = n.issued_invoice_id limit 1) x on true
    where (x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date)
          is distinct from (n.organization_id, n.issuer_nif, n.invoice_number, n.issue_date)
       or x.qr_url is not null and n.backlog_id is null or (n.state, n.version, n.kind) is distinct from ('pending', 1, 'A0')) then
    raise exception 'an entry in SII starts with its issued invoice, which has no QR code' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from inserted n
    where n.backlog_id is null
      and exists (select from registration_records r where r.issued_invoice_id = n.issued_invoice_id and r.organization_id = n.organization_id)
  ) then
    raise exception 'an invoice is in one register' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from inserted n
    where n.backlog_id is not null and not exists (
      select from sii_backlogs b
      where b.id = n.backlog_id and b.ended_at is null and (b.organization_id, b.issuer_nif) = (n.organization_id, n.issuer_nif)
        and n.issue_date < b.entered_on and extract(year from n.issue_date) = extract(year from b.entered_on))
  ) then
    raise exception 'an earlier invoice is of the year in which its issuer entered SII, and of a day before' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger sii_entries_keep_backlog before update of backlog_id on sii_entries for each statement execute function refuse_change();
create trigger sii_backlogs_refuse_delete before delete or truncate on sii_backlogs for each statement execute function refuse_change();
create trigger sii_backlog_refusals_refuse_change before update or delete or truncate on sii_backlog_refusals for each statement execute function refuse_change();
create constraint trigger sii_backlogs_require_act after insert on sii_backlogs
  deferrable initially deferred for each row when (current_user = 'engine_operator') execute function require_act('organization_id', 'register.backlog');

alter table sii_backlogs enable row level security;
alter table sii_backlogs force row level security;
alter table sii_backlog_refusals enable row level security;
alter table sii_backlog_refusals force row level security;
create policy every_organization on sii_backlogs to engine_operator, engine_worker using (true);
create policy overview on sii_backlogs for select to engine_dashboard using (true);
create policy own_organization on sii_backlogs for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on sii_backlogs for select to engine_reader using (true);
create policy every_organization on sii_backlog_refusals to engine_operator, engine_worker using (true);
create policy whole_table on sii_backlog_refusals for select to engine_reader using (true);

grant select (backlog_id) on sii_entries to engine_dashboard;
grant select (id, organization_id, issuer_nif, entered_on, ordered_at, entries, refused, ended_at, failure) on sii_backlogs to engine_dashboard;
grant select (id, organization_id, entered_on) on sii_backlogs to engine_ingress;
grant insert, select on sii_backlogs to engine_operator;
grant select, update (examined_invoice_id, entries, refused, ended_at, failure) on sii_backlogs to engine_worker;
grant usage on sequence sii_backlogs_id_seq to engine_operator;
grant select on sii_backlog_refusals to engine_operator;
grant insert, select on sii_backlog_refusals to engine_worker;
