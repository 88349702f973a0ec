-- Wrong passwords count like wrong codes, so that no login can be guessed without an end. Rows of the operator 0 count the attempts for all logins that
-- no operator has: an attempt writes the same whether or not its login exists.
alter table operator_wrong_codes rename to operator_wrong_logins;
alter table operator_wrong_logins rename constraint operator_wrong_codes_pkey to operator_wrong_logins_pkey;
alter table operator_wrong_logins drop constraint operator_wrong_codes_operator_id_foreign;
-- How many of the wrong attempts had a wrong password; the others had a wrong code.
alter table operator_wrong_logins add column passwords smallint default 0 not null;
-- SHA-256 of the sealed second factor and of the hash of the cookie of known browsers. It shows that a browser is known also if the password is wrong, and
-- is worth nothing once the second factor has changed. Null until the operator signs in.
alter table operators add column known_browser bytea;

-- Begins a session of an operator, or counts a wrong attempt. Returns `in`, `wrong` (no such login and password), `code` (the code is wrong or already used)
-- or `locked`: after 50 wrong passwords and codes from known browsers, or 50 from all others, these are refused until an operator ends the count or the secrets
-- are new. Together they are the 100 failed attempts in a row that NIST SP 800-63B permits. `step` is the time step of the code, 0 for a wrong one; `shown`
-- the hash of the cookie of the browser; `own` the hash of the cookie of known browsers, if the password is right; `network` that of the client.
drop function sign_in_operator(text, bytea, bigint, bytea, text);
create function sign_in_operator(name text, derived bytea, step bigint, token bytea, shown bytea, own bytea, network text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  subject bigint;
  is_right boolean;
  is_known boolean;
  is_locked boolean;
  counted integer;
  added integer;
  origin text;
begin
  -- Locks one row, that of another operator if nobody has this login.
  select o.id, o.login, o.verifier, o.sealed_totp, o.totp_step, o.known_browser into who from public.operators o
  where o.removed_at is null order by (o.login = name) desc, o.id limit 1
  for no key update;
  if not found then
    return 'wrong';
  end if;
  subject := case when who.login = name then who.id else 0 end;
  is_right := subject > 0 and who.verifier = sha256(derived);
  is_known := subject > 0 and case when is_right then shown = own else coalesce(who.known_browser = sha256(who.sealed_totp || shown), false) end;
  select coalesce(sum(w.wrong), 0) into counted from public.operator_wrong_logins w
  where w.operator_id = subject and (w.source = 'known browser') = is_known;
  is_locked := counted >= 50;
  origin := case when is_known then 'known browser' when is_locked then 'others' else network end;
  if is_right and step > who.totp_step and not is_locked then
    update public.operators o set totp_step = step, known_browser = sha256(who.sealed_totp || own) where o.id = who.id;
    delete from public.operator_wrong_logins w where w.operator_id = who.id and w.source = origin;
    delete from public.operator_sessions s where not (s.used_at > now() - interval '2 hours' and s.created_at > now() - interval '12 hours');
    insert into public.operator_sessions (token_hash, operator_id, created_at, used_at) values (token, who.id, now(), now());
    return 'in';
  end if;
  added := case when is_right and step > who.totp_step then 0 else 1 end;
  -- No refused attempt waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  insert into public.operator_wrong_logins as w (operator_id, source, wrong, passwords, first_at, newest_at)
  values (subject, origin, added, (not is_right)::int, now(), now())
  on conflict (operator_id, source) do update
    set wrong = least(w.wrong + excluded.wrong, 30000), passwords = least(w.passwords + excluded.passwords, 30000), newest_at = now();
  if subject > 0 and not is_locked and counted + added = 50 then
    insert into public.operator_acts (act, operator, subject_id, details)
    values ('operator.lock', 'dashboard:(sign-in)', who.id, jsonb_build_object('login', name, 'source', origin));
  end if;
  return case when not is_right then 'wrong' when is_locked then 'locked' else 'code' end;
end $$;

-- Lists the wrong attempts of each operator: those from known browsers, and those from all others.
drop function list_wrong_codes();
create function list_wrong_logins() returns table (login text, is_known boolean, codes integer, passwords integer, first_at timestamptz, newest_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select o.login::text, w.source = 'known browser', sum(w.wrong - w.passwords)::int, sum(w.passwords)::int, min(w.first_at), max(w.newest_at)
    from public.operator_wrong_logins w join public.operators o on o.id = w.operator_id
    group by o.login, w.source = 'known browser';
end $$;

drop trigger operators_forget_wrong_codes on operators;
drop function forget_wrong_codes();
create function forget_wrong_logins() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from operator_wrong_logins where operator_id = new.id;
  return null;
end $$;
create trigger operators_forget_wrong_logins after update of verifier, sealed_totp, removed_at on operators for each row
  execute function forget_wrong_logins();

alter table operator_acts drop constraint operator_acts_act_check;
alter table operator_acts add constraint operator_acts_act_check check (act in ('finding.acknowledge', 'organization.create',
  'organization.bind', 'organization.outside', 'organization.pdfs', 'organization.keep', 'organization.migrating',
  'organization.pause', 'organization.resume', 'key.create', 'key.rights', 'key.revoke', 'issuer.change', 'recipient.change',
  'recipient.remove', 'certificate.add', 'certificate.remove', 'certificate.reseal', 'webhook.add', 'webhook.change',
  'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.disable', 'webhook.remove', 'webhook.replay', 'webhook.test',
  'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.lock', 'operator.unlock',
  'operator.remove', 'chain.resume', 'chain.renew', 'chain.compare', 'chain.send', 'chain.verify', 'invoice.annul',
  'invoice.resend', 'invoice.index', 'facturae.drop', 'batch.look', 'batch.retry', 'pdf.retry', 'month.archive',
  'month.restore', 'database.restore', 'database.backup', 'database.check', 'retention.erase', 'queue.pause', 'queue.resume',
  'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean')) not valid;

grant select (known_browser) on operators to engine_operator;
grant select (known_browser), update (known_browser) on operators to engine_sessions;
grant execute on function sign_in_operator(text,bytea,bigint,bytea,bytea,bytea,text) to engine_dashboard;
grant execute on function list_wrong_logins() to engine_dashboard, engine_operator, engine_reader;
grant create on schema public to engine_sessions;
alter function sign_in_operator(text,bytea,bigint,bytea,bytea,bytea,text) owner to engine_sessions;
alter function list_wrong_logins() owner to engine_sessions;
revoke create on schema public from engine_sessions;
