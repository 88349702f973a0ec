-- An operator with a login to the dashboard. The secrets of a removed operator are erased.
create table operators (
  id bigserial,
  login varchar(60) not null,
  role varchar(4) not null,
  salt bytea not null,
  cost integer not null,
  block_size smallint not null,
  parallelism smallint not null,
  verifier bytea not null,
  sealed_totp bytea not null,
  totp_step bigint default '0'::bigint not null,
  created_at timestamptz default now() not null,
  removed_at timestamptz,
  primary key (id),
  constraint operators_login_check check (login ~ '^[a-z0-9][a-z0-9._@-]*$'),
  constraint operators_role_check check (role in ('view', 'act')),
  constraint operators_secrets_check check (case when removed_at is null then length(salt) = 16 and length(verifier) = 32 and
    length(sealed_totp) > 0 else length(salt) = 0 and length(verifier) = 0 and length(sealed_totp) = 0 end)
);
create unique index operators_login_unique on operators (login)
  where removed_at is null;

-- A session of an operator, identified by the SHA-256 of its token. It ends two hours after its last use and at the
-- latest twelve hours after its beginning.
create table operator_sessions (
  token_hash bytea,
  operator_id bigint not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (token_hash),
  constraint operator_sessions_operator_id_foreign foreign key (operator_id) references operators(id)
);
create index operator_sessions_operator_id_index on operator_sessions (operator_id);

-- An entry of the audit log: an act of an operator. Append-only.
create table operator_acts (
  id bigserial,
  at timestamptz default now() not null,
  act varchar(24) not null,
  operator text not null,
  reason text,
  organization_id bigint,
  subject_id bigint,
  details jsonb default '{}'::jsonb not null,
  primary key (id),
  constraint operator_acts_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint operator_acts_act_check check (act in ('finding.acknowledge', 'organization.create', 'organization.bind',
    'organization.outside', 'organization.pdfs', 'organization.keep', 'organization.pause', 'organization.resume',
    'key.create', 'key.rights', 'key.revoke', 'issuer.change', 'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay', 'operator.add',
    'operator.role', 'operator.password', 'operator.totp', 'operator.remove', 'chain.resume', 'chain.renew', 'chain.compare',
    'chain.send', 'chain.verify', 'invoice.annul', 'invoice.resend', 'batch.look', 'batch.retry', 'pdf.retry', 'month.archive',
    'month.restore', 'database.restore', 'database.backup', 'database.check', 'retention.erase', 'queue.pause', 'queue.resume',
    'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean')),
  constraint operator_acts_texts_check check (btrim(operator) <> '' and btrim(reason) <> '')
);
create index operator_acts_act_subject_id_index on operator_acts (act, subject_id);

create function begin_operator_session(name text, derived bytea, step bigint, token bytea) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who bigint;
begin
  update public.operators o set totp_step = step
  where o.login = name and o.removed_at is null and o.verifier = sha256(derived) and o.totp_step < step
  returning o.id into who;
  if not found then
    return false;
  end if;
  delete from public.operator_sessions s where not (s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours');
  insert into public.operator_sessions (token_hash, operator_id, created_at, used_at) values (token, who, now(), now());
  return true;
end $$;

create function end_operator_session(token bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic delete from operator_sessions where token_hash = token; end;

create function end_operator_sessions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from operator_sessions where operator_id = new.id;
  return null;
end $$;

create function find_operator_factor(name text, derived bytea) returns bytea
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.sealed_totp from operators o where o.login = name and o.removed_at is null and o.verifier = sha256(derived);
end;

create function find_operator_salt(name text) returns table (salt bytea, cost int, block_size smallint, parallelism smallint)
language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.salt, o.cost, o.block_size, o.parallelism from operators o where o.login = name and o.removed_at is null;
end;

create function find_operator_session(token bytea, is_used boolean) returns table (login text, role text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if is_used then
    update public.operator_sessions s set used_at = now() where s.token_hash = token and s.used_at < now() - interval '1 minute' and s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours';
  end if;
  return query
    select o.login::text, o.role::text from public.operator_sessions s join public.operators o on o.id = s.operator_id and o.removed_at is null
    where s.token_hash = token and s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours';
end $$;

create function guard_operator() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.login, new.created_at) is distinct from (old.id, old.login, old.created_at) or old.removed_at is not null
     or new.totp_step < old.totp_step
  then
    raise exception 'operator %: the login and a removed operator cannot change, and a code works only once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Checks the texts of an act. It is a trigger and not a check constraint, because restoring a backup disables triggers.
create function guard_operator_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from unnest(array[new.operator, new.reason]) as given (text)
             where length(text) > 500 or text ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' or text !~ '[^\u0020\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]')
  then
    raise exception 'operator and reason must have 1 to 500 characters, at least one visible character, and no control character'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function has_operators() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic select exists (select from operators where removed_at is null); end;

create function name_actor(token bytea, shared text, needs_act boolean) returns text
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare who text;
begin
  if token is not null then
    select o.login into who
    from public.operator_sessions s join public.operators o on o.id = s.operator_id and o.removed_at is null
    where s.token_hash = token and s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours' and (o.role = 'act' or not needs_act);
  elsif shared ~ '^[!-~]([ -~]*[!-~])?$'
        and not exists (select from public.operators o where o.login = regexp_replace(lower(shared), '[^a-z0-9._@-]', '', 'g')) then
    who := shared;
  end if;
  if who is null then
    raise exception 'the actor has neither a session with the required role nor the shared login; nothing was done' using errcode = 'invalid_authorization_specification';
  end if;
  return 'dashboard:' || who;
end $$;

create function pause_organization(token bytea, shared text, client text, why text, organization bigint, pauses boolean)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

create function record_dashboard_act(token bytea, shared text, client text, why text, what text, organization bigint, subject bigint, told jsonb)
  returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if what not in ('batch.look', 'batch.retry', 'pdf.retry', 'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean',
'job.retry', 'job.promote', 'job.clean') then
      raise exception '%: the function that does this records the act itself', what using errcode = 'insufficient_privilege';
    end if;
    insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
    values (what, public.name_actor(token, shared, what <> 'batch.look'), why, organization, subject, told || jsonb_build_object('client', client));
  end $$;

create function resume_chain(token bytea, shared text, client text, why text, chain bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

create function send_chain(token bytea, shared text, client text, why text, chain bigint) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := public.name_actor(token, shared, true);
  earliest timestamptz := public.hasten_remission(chain);
begin
  if earliest is not null then
    insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
    select 'chain.send', who, why, c.organization_id, chain, jsonb_build_object('issuerNif', c.issuer_nif, 'client', client)
    from public.chains c where c.id = chain;
    set constraints all immediate;
  end if;
  return earliest;
end $$;

-- Acknowledges a finding. The function itself determines the operator.
create function acknowledge_finding(token bytea, shared text, client text, why text, finding bigint, told jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
    values ('finding.acknowledge', public.name_actor(token, shared, true), why, null, finding, told || jsonb_build_object('client', client));
  end $$;

create function mark_chain(token bytea, shared text, client text, why text, chain bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

create trigger correction_orders_texts before insert on correction_orders for each row execute function guard_operator_act();

create trigger operator_acts_guard before insert on operator_acts for each row execute function guard_operator_act();
create trigger operator_acts_refuse_delete before delete or truncate on operator_acts for each statement
  execute function refuse_change();
create trigger operator_acts_refuse_update before update on operator_acts for each statement execute function refuse_change();

create constraint trigger operators_require_act_insert after insert on operators
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'operator.add');
create constraint trigger operators_require_act_update after update on operators
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove');
create trigger operators_end_sessions after update of role, verifier, sealed_totp, removed_at on operators for each row
  execute function end_operator_sessions();
create trigger operators_guard before update on operators for each row execute function guard_operator();
create trigger operators_refuse_delete before delete or truncate on operators for each statement
  execute function refuse_change();
