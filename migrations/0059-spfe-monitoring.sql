-- Operators see the deliveries to the SPFE, and resume halted issuers on the operations page, as npm run engine -- spfe resume does.

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
grant select (last_issue_date) on chains to engine_dashboard;
grant execute on function release_spfe_issuer(bigint,text) to engine_acts, engine_operator;
grant execute on function resume_spfe_issuer(bytea,text,text,text,bigint) to engine_dashboard;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant create on schema public to engine_acts;
alter function resume_spfe_issuer(bytea,text,text,text,bigint) owner to engine_acts;
revoke create on schema public from engine_acts;
