-- The registers of issuers: where the invoices of an issuer go from a date on. An issuer without a decision is in the register of the
-- organization that issues for it (organizations.verifactu).

-- Adds acts to the list of those that can be recorded.
do $$
declare
  known text := (
    select string_agg(quote_literal(word[1]), ', ')
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_.]+)''', 'g') as words (word)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass);
begin
  alter table operator_acts drop constraint operator_acts_act_check;
  execute format('alter table operator_acts add constraint operator_acts_act_check check (act in (%s, ''issuer.register'', ''register.resume'')) not valid', known);
end $$;

-- What an operator decided for an issuer. A decision holds from its date until that of the next one, so that two never overlap. It
-- concerns the issuer and not an organization, because the law puts a taxpayer in one register (RD 1007/2023, art. 3.3).
create table issuer_registers (
  id bigserial,
  issuer_nif varchar(9) not null,
  register varchar(9) not null,
  -- The settlement period of the issuer (RIVA, art. 71.3), which the records of SII state.
  period varchar(7),
  valid_from date not null,
  basis varchar(12) not null,
  decided_by text not null,
  reason text,
  decided_at timestamptz default now() not null,
  withdrawn_at timestamptz,
  primary key (id),
  constraint issuer_registers_register_check check (register in ('verifactu', 'sii')),
  constraint issuer_registers_period_check check ((register = 'sii') = (period is not null) and period in ('month', 'quarter')),
  constraint issuer_registers_basis_check check (case register
    when 'sii' then basis in ('turnover', 'acquisition', 'redeme', 'group', 'warehouse', 'voluntary')
    else basis in ('turnover', 'renounced', 'excluded', 'left_group', 'other') end)
);
create unique index issuer_registers_valid_from_unique on issuer_registers (issuer_nif, valid_from) where withdrawn_at is null;

create function guard_issuer_register() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(new) - 'withdrawn_at') is distinct from (to_jsonb(old) - 'withdrawn_at') or old.withdrawn_at is not null or new.withdrawn_at is null then
    raise exception 'a decision about a register never changes: it can only be withdrawn' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger issuer_registers_guard before update on issuer_registers for each row execute function guard_issuer_register();
create trigger issuer_registers_refuse_delete before delete or truncate on issuer_registers for each statement execute function refuse_change();
create constraint trigger issuer_registers_require_act after insert or update on issuer_registers
  deferrable initially deferred for each row execute function require_act('id', 'issuer.register');

-- Lets only one transaction at a time decide about registers or create chains. A transaction that issues in a chain which a decision did not
-- lock (src/organizations/registers) would not know the decision.
create function hold_register_decisions() returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7265374105);
  return true;
end $$;
create function await_register_decisions() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7265374105);
  return null;
end $$;
create trigger chains_await_register_decisions before insert on chains for each statement execute function await_register_decisions();

-- The decisions for issuers as JSON, as src/domain/registers/choose-register.ts reads them; of all issuers if `nifs` is null.
create function register_decisions(nifs text[]) returns json language sql stable set search_path = pg_catalog, pg_temp
return (
  select coalesce(json_agg(json_build_object('issuerNif', r.issuer_nif, 'register', r.register, 'period', r.period,
                                             'validFrom', to_char(r.valid_from, 'YYYY-MM-DD')) order by r.issuer_nif, r.valid_from), '[]')
  from public.issuer_registers r
  where r.withdrawn_at is null and (nifs is null or r.issuer_nif = any (nifs)));

-- The entry of an issued invoice in SII. What is frozen when the invoice is issued never changes; the rest is the state of the newest version.
create table sii_entries (
  issued_invoice_id bigint,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  invoice_number varchar(60) not null,
  issue_date date not null,
  -- PeriodoLiquidacion of the newest version.
  fiscal_year smallint not null,
  period varchar(2) not null,
  -- The last day on which the entry may be sent (RIVA, art. 69 bis); null if no calendar of that year is known.
  due_by date,
  state varchar(20) default 'pending' not null,
  version integer default 1 not null,
  kind varchar(4) default 'A0' not null,
  csv text,
  code integer,
  message text,
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (issued_invoice_id),
  constraint sii_entries_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices(id),
  constraint sii_entries_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint sii_entries_period_check check (period ~ '^(0[1-9]|1[0-2]|[1-4]T)$'),
  constraint sii_entries_state_check check (state in ('pending', 'sent', 'accepted', 'accepted_with_errors', 'rejected', 'withdrawn')),
  constraint sii_entries_kind_check check (kind in ('A0', 'A1', 'baja')),
  constraint sii_entries_answered_check check ((state in ('pending', 'sent')) = (answered_at is null))
);
-- Entries that AEAT does not have as they should be: the to-do list of the workers.
create index sii_entries_due_index on sii_entries (organization_id, issuer_nif, kind, issued_invoice_id) where state = 'pending';
create index sii_entries_unanswered_index on sii_entries (due_by) where state in ('pending', 'sent', 'rejected');
create index sii_entries_period_index on sii_entries (organization_id, issuer_nif, fiscal_year, period, issued_invoice_id);

-- Each version of an entry, which replaces the one before it at AEAT. Append-only.
create table sii_versions (
  issued_invoice_id bigint,
  version integer,
  organization_id bigint not null,
  -- A0 adds the entry, A1 replaces it, and baja withdraws it.
  kind varchar(4) not null,
  fiscal_year smallint not null,
  period varchar(2) not null,
  -- The literal RegistroLRFacturasEmitidas that is sent; of a baja RegistroLRBajaExpedidas.
  record text not null,
  -- Who ordered a correction, and why; null for the first version.
  ordered_by text,
  reason text,
  created_at timestamptz not null,
  primary key (issued_invoice_id, version),
  constraint sii_versions_issued_invoice_id_foreign foreign key (issued_invoice_id) references sii_entries(issued_invoice_id),
  constraint sii_versions_kind_check check (kind in ('A0', 'A1', 'baja') and (version > 1 or kind = 'A0')),
  constraint sii_versions_ordered_check check ((version = 1) = (ordered_by is null)),
  constraint sii_versions_version_check check (version >= 1)
) with (toast_tuple_target = 256);
alter table sii_versions alter column record set storage main;

create function check_new_sii_entries() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from issued_invoices a where a.id = n.issued_invoice_id limit 1) x on true
    where (x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date)
          is distinct from (n.organization_id, n.issuer_nif, n.invoice_number, n.issue_date)
       or x.qr_url is not null or (n.state, n.version, n.kind) is distinct from ('pending', 1, 'A0')) then
    raise exception 'an entry in SII starts with its issued invoice, which has no QR code' using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from inserted n
    where exists (select from registration_records r where r.issued_invoice_id = n.issued_invoice_id and r.organization_id = n.organization_id)
  ) then
    raise exception 'an invoice is in one register' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_sii_entry() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.issued_invoice_id, new.organization_id, new.issuer_nif, new.invoice_number, new.issue_date, new.due_by, new.created_at)
      is distinct from (old.issued_invoice_id, old.organization_id, old.issuer_nif, old.invoice_number, old.issue_date, old.due_by, old.created_at)
     or new.version not between old.version and old.version + 1 then
    raise exception 'entry % of SII: what was frozen when its invoice was issued never changes', old.issued_invoice_id
      using errcode = 'restrict_violation';
  end if;
  if new.version > old.version then
    -- A new version waits to be sent. Nothing is ordered while a message with the entry may be at AEAT.
    if old.state not in ('accepted', 'accepted_with_errors', 'rejected', 'withdrawn') or new.state <> 'pending' or not exists (
      select from sii_versions v where v.issued_invoice_id = new.issued_invoice_id and v.version = new.version
        and (v.kind, v.fiscal_year, v.period) = (new.kind, new.fiscal_year, new.period)) then
      raise exception 'entry % of SII: a new version follows an answered one', old.issued_invoice_id using errcode = 'restrict_violation';
    end if;
  elsif (new.kind, new.fiscal_year, new.period) is distinct from (old.kind, old.fiscal_year, old.period)
     or not (new.state = old.state or (old.state, new.state) in (
       ('pending', 'sent'), ('sent', 'pending'), ('sent', 'accepted'), ('sent', 'accepted_with_errors'), ('sent', 'rejected'), ('sent', 'withdrawn'))) then
    raise exception 'entry % of SII: % does not follow %', old.issued_invoice_id, new.state, old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function check_new_sii_versions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from sii_entries a where a.issued_invoice_id = n.issued_invoice_id limit 1) e on true
    where e.organization_id is distinct from n.organization_id
       or n.version <> case when n.version = 1 then 1 else e.version + 1 end) then
    raise exception 'a version of an entry in SII follows its last one' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create trigger sii_entries_check_new after insert on sii_entries referencing new table as inserted for each statement
  execute function check_new_sii_entries();
create trigger sii_entries_guard before update on sii_entries for each row execute function guard_sii_entry();
create trigger sii_entries_refuse_delete before delete or truncate on sii_entries for each statement execute function refuse_change();
create trigger sii_versions_check_new after insert on sii_versions referencing new table as inserted for each statement
  execute function check_new_sii_versions();
create trigger sii_versions_refuse_change before update or delete or truncate on sii_versions for each statement execute function refuse_change();

alter table issuer_registers enable row level security;
alter table issuer_registers force row level security;
alter table sii_entries enable row level security;
alter table sii_entries force row level security;
alter table sii_versions enable row level security;
alter table sii_versions force row level security;
-- A decision contains only the NIF and the register, which concerns every organization that issues for that NIF.
create policy all_issuers on issuer_registers for select to engine_dashboard, engine_ingress, engine_worker using (true);
create policy every_issuer on issuer_registers to engine_operator using (true);
create policy whole_table on issuer_registers for select to engine_reader using (true);
create policy every_organization on sii_entries to engine_operator, engine_worker using (true);
create policy own_organization on sii_entries for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy overview on sii_entries for select to engine_dashboard using (true);
create policy whole_table on sii_entries for select to engine_reader using (true);
create policy every_organization on sii_versions to engine_operator, engine_worker using (true);
create policy own_organization on sii_versions for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on sii_versions for select to engine_reader using (true);

grant select (issuer_nif, register, period, valid_from, withdrawn_at) on issuer_registers to engine_dashboard, engine_ingress, engine_worker;
grant execute on function register_decisions(text[]) to engine_dashboard, engine_ingress, engine_operator, engine_reader, engine_worker;
grant execute on function hold_register_decisions() to engine_operator;
grant insert, select, update (withdrawn_at) on issuer_registers to engine_operator;
grant usage on sequence issuer_registers_id_seq to engine_operator;
grant select (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, fiscal_year, period, due_by, state, version, kind, csv, code, message, answered_at, created_at)
  on sii_entries to engine_dashboard;
grant select on sii_entries to engine_ingress;
grant select, update (fiscal_year, period, state, version, kind, csv, code, message, answered_at) on sii_entries to engine_operator;
grant insert, select, update (fiscal_year, period, state, version, kind, csv, code, message, answered_at) on sii_entries to engine_worker;
grant select on sii_versions to engine_ingress;
grant insert, select on sii_versions to engine_operator, engine_worker;
