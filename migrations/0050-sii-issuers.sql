-- Operators resume halted issuers in SII on the operations page, as npm run engine -- sii resume does.

drop trigger sii_issuers_require_act on sii_issuers;
create constraint trigger sii_issuers_require_act after update on sii_issuers
  deferrable initially deferred for each row when (current_user in ('engine_operator', 'engine_acts'))
  execute function require_act('organization_id', 'register.resume');
-- The functions of the dashboard change entries only together with their issuer.
create constraint trigger sii_entries_require_act after update on sii_entries
  deferrable initially deferred for each row when (current_user = 'engine_acts') execute function require_act('organization_id', 'register.resume');
create constraint trigger sii_lines_require_act after update on sii_lines
  deferrable initially deferred for each row when (current_user = 'engine_acts') execute function require_act('organization_id', 'register.resume');

-- Lets the entries of a halted issuer be sent again, in new messages; a message that a worker is sending keeps its entries. Returns why the
-- issuer was halted, null if it is not.
create function release_sii_issuer(organization bigint, issuer text, moment timestamptz) returns text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  why text;
begin
  select s.halted_reason into why from public.sii_issuers s
  where s.organization_id = organization and s.issuer_nif = issuer and s.halted_at is not null
  for update;
  if not found then
    return null;
  end if;
  update public.sii_issuers s set halted_at = null, halted_reason = null, failures = 0, next_allowed_at = null
  where s.organization_id = organization and s.issuer_nif = issuer;
  with open as (
    select m.id from public.sii_messages m
    where m.organization_id = organization and m.issuer_nif = issuer and m.ended_at is null and (m.sending_until is null or m.sending_until <= moment)
    for update
  ), released as (
    update public.sii_lines l set state = 'unsettled', answered_at = moment
    from open o where l.message_id = o.id and l.answered_at is null
    returning l.issued_invoice_id
  )
  update public.sii_entries e set state = 'pending' from released r where e.issued_invoice_id = r.issued_invoice_id and e.state = 'sent';
  return why;
end $$;

-- As resume_chain, for the issuer of a chain in SII.
create function resume_sii_issuer(token bytea, shared text, client text, why text, chain bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := public.name_actor(token, shared, true);
  held record;
begin
  select s.organization_id, s.issuer_nif, s.halted_reason into held
  from public.chains c
  join public.sii_issuers s on s.organization_id = c.organization_id and s.issuer_nif = c.issuer_nif
  where c.id = chain and s.halted_at is not null
  for update of s;
  if not found then
    return false;
  end if;
  insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
  values ('register.resume', who, why, held.organization_id, held.organization_id,
          jsonb_build_object('issuer', held.issuer_nif, 'haltedReason', held.halted_reason, 'client', client));
  perform public.release_sii_issuer(held.organization_id, held.issuer_nif, date_trunc('milliseconds', clock_timestamp()));
  set constraints all immediate;
  return true;
end $$;

create policy acts_of_dashboard on sii_issuers to engine_acts using (true);
create policy acts_of_dashboard on sii_messages to engine_acts using (true);
create policy acts_of_dashboard on sii_lines to engine_acts using (true);
create policy acts_of_dashboard on sii_entries to engine_acts using (true);
create policy acts_of_registers on operator_acts for insert to engine_acts with check (act = 'register.resume');

grant select (organization_id, issuer_nif, halted_at, halted_reason), update (halted_at, halted_reason, failures, next_allowed_at) on sii_issuers to engine_acts;
grant select (id, organization_id, issuer_nif, ended_at, sending_until), update (sending_until) on sii_messages to engine_acts;
grant select (message_id, issued_invoice_id, answered_at), update (state, answered_at) on sii_lines to engine_acts;
grant select (issued_invoice_id, state), update (state) on sii_entries to engine_acts;
grant execute on function release_sii_issuer(bigint,text,timestamp with time zone) to engine_acts, engine_operator;
grant execute on function resume_sii_issuer(bytea,text,text,text,bigint) to engine_dashboard;
-- The grants come first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant create on schema public to engine_acts;
alter function resume_sii_issuer(bytea,text,text,text,bigint) owner to engine_acts;
revoke create on schema public from engine_acts;
