-- Operators see the deliveries to the SPFE, and resume halted issuers on the operations page, as npm run engine -- spfe resume does.

-- The last request of an issuer, and the reports of recipients that were seen last.
create index spfe_requests_last_index on spfe_requests (organization_id, issuer_nif, ended_at) where ended_at is not null;
create index spfe_recipient_reports_newest_index on spfe_recipient_reports (kind, first_seen_at) where gone_at is null;

-- What the pages of a comparison under way have shown of the documents of an issuer.
create table spfe_compared (
  organization_id bigint,
  issuer_nif varchar(9),
  issue_date date,
  invoice_number text,
  status text not null,
  localizador text,
  csv text,
  primary key (organization_id, issuer_nif, issue_date, invoice_number),
  constraint spfe_compared_organization_id_foreign foreign key (organization_id) references organizations(id)
);
alter table spfe_compared enable row level security;
alter table spfe_compared force row level security;
create policy every_organization on spfe_compared to engine_worker using (true);
create policy whole_table on spfe_compared for select to engine_reader using (true);
grant insert, select, delete on spfe_compared to engine_worker;

-- A delivery that waits though the SPFE has its document is looked up before it is sent.
do $$ begin
  execute replace(pg_get_functiondef('guard_spfe_delivery()'::regprocedure), '(''pending'', ''held'')', '(''pending'', ''held''), (''pending'', ''uncertain'')');
end $$;

-- An order to compare at once.
grant update (compared_at) on spfe_issuers to engine_operator;

-- Lets the deliveries of a halted issuer be sent again. A request without an answer keeps its members, which are looked up before they are sent
-- again. Returns why the issuer was halted, null if it is not.
create function release_spfe_issuer(organization bigint, issuer text) returns text language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  why text;
begin
  select s.halted_reason into why from public.spfe_issuers s
  where s.organization_id = organization and s.issuer_nif = issuer and s.halted_at is not null
  for update;
  if found then
    update public.spfe_issuers s set halted_at = null, halted_reason = null, failures = 0, next_allowed_at = null
    where s.organization_id = organization and s.issuer_nif = issuer;
  end if;
  return why;
end $$;

-- As resume_sii_issuer, for the issuer of a chain.
create function resume_spfe_issuer(token bytea, shared text, client text, why text, chain bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := public.name_actor(token, shared, true);
  held record;
begin
  select s.organization_id, s.issuer_nif, s.halted_reason into held
  from public.chains c
  join public.spfe_issuers s on s.organization_id = c.organization_id and s.issuer_nif = c.issuer_nif
  where c.id = chain and s.halted_at is not null
  for update of s;
  if not found then
    return false;
  end if;
  insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
  values ('spfe.resume', who, why, held.organization_id, held.organization_id,
          jsonb_build_object('issuer', held.issuer_nif, 'haltedReason', held.halted_reason, 'client', client));
  perform public.release_spfe_issuer(held.organization_id, held.issuer_nif);
  set constraints all immediate;
  return true;
end $$;

create policy acts_of_dashboard on spfe_issuers to engine_acts using (true);
create policy acts_of_spfe on operator_acts for insert to engine_acts with check (act = 'spfe.resume');

grant select (organization_id, issuer_nif, halted_at, halted_reason), update (halted_at, halted_reason, failures, next_allowed_at) on spfe_issuers to engine_acts;
-- The dashboard has rights on columns only: with a right on a whole table it could lock it.
revoke select on spfe_issuers, spfe_differences, spfe_outages from engine_dashboard;
grant select (organization_id, issuer_nif, failures, next_allowed_at, halted_at, halted_reason, compared_at, must_compare) on spfe_issuers to engine_dashboard;
grant select (organization_id, issuer_nif, issue_date, invoice_number, kind, issued_invoice_id, details, found_at) on spfe_differences to engine_dashboard;
grant select (id, began_at, last_failed_at, attempts, ended_at, confirmed_at, confirmed_by, due_until) on spfe_outages to engine_dashboard;
grant select (last_issue_date) on chains to engine_dashboard;
grant select (effective_on, due_on, cancels_id) on spfe_messages to engine_dashboard;
grant execute on function release_spfe_issuer(bigint,text) to engine_acts, engine_operator;
grant execute on function resume_spfe_issuer(bytea,text,text,text,bigint) to engine_dashboard;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant create on schema public to engine_acts;
alter function resume_spfe_issuer(bytea,text,text,text,bigint) owner to engine_acts;
revoke create on schema public from engine_acts;
