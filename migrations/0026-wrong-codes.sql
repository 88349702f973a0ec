-- Wrong codes of authenticators that were entered with the right password since the operator's secrets were set, by their source: the network of the
-- client, or `known browser` for all browsers in which the operator has signed in with these secrets. A sign-in erases those of its own source.
create table operator_wrong_codes (
  operator_id bigint not null,
  source varchar(60) not null,
  wrong smallint not null,
  first_at timestamptz not null,
  newest_at timestamptz not null,
  primary key (operator_id, source),
  constraint operator_wrong_codes_operator_id_foreign foreign key (operator_id) references operators(id)
);

-- Begins a session of an operator, or counts a wrong code. Returns `in`, `wrong` (no such login and password), `code` (the code is wrong or already used)
-- or `locked`: after 50 wrong codes of known browsers, or 50 of all others, these are refused until the operator has new secrets. Together they
-- are the 100 failed attempts in a row that NIST SP 800-63B permits. `step` is the time step of the code, 0 for a wrong one.
create function sign_in_operator(name text, derived bytea, step bigint, token bytea, origin text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  counted integer;
begin
  select o.id, o.totp_step into who from public.operators o
  where o.login = name and o.removed_at is null and o.verifier = sha256(derived)
  for no key update;
  if not found then
    return 'wrong';
  end if;
  select coalesce(sum(w.wrong), 0) into counted from public.operator_wrong_codes w
  where w.operator_id = who.id and (w.source = 'known browser') = (origin = 'known browser');
  if counted >= 50 then
    return 'locked';
  end if;
  if step > who.totp_step then
    update public.operators o set totp_step = step where o.id = who.id;
    delete from public.operator_wrong_codes w where w.operator_id = who.id and w.source = origin;
    delete from public.operator_sessions s where not (s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours');
    insert into public.operator_sessions (token_hash, operator_id, created_at, used_at) values (token, who.id, now(), now());
    return 'in';
  end if;
  -- A wrong password writes nothing, so waiting for the disk would reveal that this one is right.
  perform set_config('synchronous_commit', 'off', true);
  insert into public.operator_wrong_codes as w (operator_id, source, wrong, first_at, newest_at) values (who.id, origin, 1, now(), now())
  on conflict (operator_id, source) do update set wrong = w.wrong + 1, newest_at = now();
  if counted + 1 = 50 then
    insert into public.operator_acts (act, operator, subject_id, details)
    values ('operator.lock', 'dashboard:(sign-in)', who.id, jsonb_build_object('login', name, 'source', origin));
  end if;
  return 'code';
end $$;

-- Lists the wrong codes of each operator: those of known browsers, and those of all others. (The owner, to whom row-level security applies, cannot
-- create it as an SQL function.)
create function list_wrong_codes() returns table (login text, is_known boolean, wrong integer, first_at timestamptz, newest_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select o.login::text, w.source = 'known browser', sum(w.wrong)::int, min(w.first_at), max(w.newest_at)
    from public.operator_wrong_codes w join public.operators o on o.id = w.operator_id
    group by o.login, w.source = 'known browser';
end $$;

create function forget_wrong_codes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from operator_wrong_codes where operator_id = new.id;
  return null;
end $$;
create trigger operators_forget_wrong_codes after update of verifier, sealed_totp, removed_at on operators for each row
  execute function forget_wrong_codes();

alter table operator_acts drop constraint operator_acts_act_check;
alter table operator_acts add constraint operator_acts_act_check check (act in ('finding.acknowledge', 'organization.create',
  'organization.bind', 'organization.outside', 'organization.pdfs', 'organization.keep', 'organization.migrating',
  'organization.pause', 'organization.resume', 'key.create', 'key.rights', 'key.revoke', 'issuer.change', 'recipient.change',
  'recipient.remove', 'certificate.add', 'certificate.remove', 'certificate.reseal', 'webhook.add', 'webhook.change',
  'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.disable', 'webhook.remove', 'webhook.replay', 'webhook.test',
  'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.lock', 'operator.remove', 'chain.resume',
  'chain.renew', 'chain.compare', 'chain.send', 'chain.verify', 'invoice.annul', 'invoice.resend', 'invoice.index', 'batch.look',
  'batch.retry', 'pdf.retry', 'month.archive', 'month.restore', 'database.restore', 'database.backup', 'database.check',
  'retention.erase', 'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote',
  'job.clean')) not valid;

alter table operator_wrong_codes enable row level security;
alter table operator_wrong_codes force row level security;
create policy every_operator on operator_wrong_codes to engine_operator, engine_sessions using (true);
create policy whole_table on operator_wrong_codes for select to engine_reader using (true);
create policy locks_of_operators on operator_acts for insert to engine_sessions with check (act = 'operator.lock');
grant select, insert, update, delete on operator_wrong_codes to engine_sessions;
grant select, delete on operator_wrong_codes to engine_operator;
grant execute on function sign_in_operator(text,bytea,bigint,bytea,text) to engine_dashboard;
grant execute on function list_wrong_codes() to engine_dashboard, engine_operator, engine_reader;
grant create on schema public to engine_sessions;
alter function sign_in_operator(text,bytea,bigint,bytea,text) owner to engine_sessions;
alter function list_wrong_codes() owner to engine_sessions;
revoke create on schema public from engine_sessions;
