-- Series of invoice numbers. A series gives an invoice its number in the transaction that issues it, so that the numbers of
-- a series have no gaps (RD 1619/2012, art. 6.1.a).

-- The rights of API keys and the acts of operators.
alter table api_keys drop constraint api_keys_rights_check;
alter table api_keys add constraint api_keys_rights_check
  check (cardinality(rights) > 0 and rights <@ '{submit,read,correct,webhooks,recipients,series}'::text[]) not valid;
alter table operator_acts drop constraint operator_acts_act_check;
alter table operator_acts add constraint operator_acts_act_check check (act in ('finding.acknowledge', 'organization.create',
  'organization.bind', 'organization.outside', 'organization.pdfs', 'organization.keep', 'organization.migrating',
  'organization.pause', 'organization.resume', 'key.create', 'key.rights', 'key.revoke', 'issuer.change', 'recipient.change',
  'recipient.remove', 'series.create', 'series.change', 'certificate.add', 'certificate.remove', 'certificate.reseal',
  'webhook.add', 'webhook.change', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.disable', 'webhook.remove',
  'webhook.replay', 'webhook.test', 'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.lock',
  'operator.unlock', 'operator.remove', 'chain.resume', 'chain.renew', 'chain.compare', 'chain.send', 'chain.verify',
  'invoice.annul', 'invoice.resend', 'invoice.index', 'facturae.drop', 'batch.look', 'batch.retry', 'pdf.retry',
  'month.archive', 'month.restore', 'database.restore', 'database.backup', 'database.check', 'retention.erase', 'queue.pause',
  'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean')) not valid;
alter policy correction_by_key on operator_acts with check (act in ('invoice.annul', 'invoice.resend', 'webhook.add',
  'webhook.change', 'webhook.rotate', 'webhook.enable', 'webhook.disable', 'webhook.remove', 'webhook.test', 'recipient.change',
  'recipient.remove', 'series.create', 'series.change')
  and organization_id + 0 = any ((select current_organizations())::bigint[]));

-- A series of an issuer. src/domain/series/pattern.ts has the grammar of patterns. The pattern, the types and the start
-- change only before the first number.
create table series (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  code varchar(20) not null,
  pattern varchar(200) not null,
  -- Rectifying types or others, never both.
  invoice_types text[] not null,
  -- The first number of start_year, or of all if the pattern has no year. Every later year begins at 1.
  start bigint not null,
  start_year smallint,
  closed_at timestamptz,
  revision integer default 1 not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The operator, or `key:` and the id of the API key.
  changed_by text not null,
  primary key (id),
  constraint series_code_unique unique (organization_id, issuer_nif, code),
  constraint series_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint series_code_check check (code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$'),
  constraint series_pattern_check check (pattern ~ '^([ !#-&(-;?-z|~]|\{code\}|\{year(:2)?\}|\{counter(:([1-9]|1[0-2]))?\})+$'
    and pattern ~ '\{counter' and pattern !~ '\{counter.*\{counter' and pattern !~ '\{year.*\{year'),
  constraint series_invoice_types_check check (cardinality(invoice_types) > 0
    and (invoice_types <@ '{F1,F2,F3}'::text[] or invoice_types <@ '{R1,R2,R3,R4,R5}'::text[])),
  constraint series_start_check check (start >= 1 and start <= 999999999 and (start_year is null) = (pattern !~ '\{year')
    and coalesce(start_year, 2024) >= 2024 and coalesce(start_year, 2024) <= 2123)
);
create index series_listed_index on series (organization_id, id);

-- A version of a series, with who stored it. Append-only.
create table series_changes (
  id bigserial,
  organization_id bigint not null,
  -- Consecutive per organization, from 1. It keeps changes at the same time from overlapping each other unseen.
  ordinal bigint not null,
  series_id bigint not null,
  pattern varchar(200) not null,
  invoice_types text[] not null,
  start bigint not null,
  start_year smallint,
  is_closed boolean not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (id),
  constraint series_changes_ordinal_unique unique (organization_id, ordinal),
  constraint series_changes_series_id_foreign foreign key (series_id) references series(id)
);
create index series_changes_series_id_index on series_changes (series_id, id);

-- The last number that a series has given in a year; the year is 0 if its pattern has none. The issuing transaction, which
-- has locked the chain of the issuer, inserts and moves it.
create table series_counters (
  series_id bigint,
  year smallint,
  organization_id bigint not null,
  -- That of the series.
  pattern varchar(200) not null,
  first bigint not null,
  last bigint not null,
  primary key (series_id, year),
  constraint series_counters_series_id_foreign foreign key (series_id) references series(id),
  constraint series_counters_last_check check (first >= 1 and last >= first and last <= 999999999999)
);

-- A number that a series did not give, because an issued invoice had stated it before. Append-only.
create table series_skips (
  series_id bigint,
  year smallint,
  number bigint,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  primary key (series_id, year, number),
  constraint series_skips_series_id_foreign foreign key (series_id) references series(id)
);

-- The series that gave an issued invoice its number, and the counter; null if the client stated the number.
alter table issued_invoices add column series_id bigint, add column series_year smallint, add column series_number bigint;
alter table issued_invoices add constraint issued_invoices_series_check
  check ((series_id is null) = (series_number is null) and (series_id is null) = (series_year is null)) not valid;
create unique index issued_invoices_series_unique on issued_invoices (series_id, series_year, series_number)
  where series_id is not null;

create function keep_used_series() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.issuer_nif, new.code, new.created_at)
      is distinct from (old.id, old.organization_id, old.issuer_nif, old.code, old.created_at) then
    raise exception 'the identity of a series never changes' using errcode = 'restrict_violation';
  end if;
  if (new.pattern, new.invoice_types, new.start, new.start_year) is distinct from (old.pattern, old.invoice_types, old.start, old.start_year)
    and exists (select from series_counters c where c.series_id = new.id) then
    raise exception 'a series that has given numbers keeps its pattern, its types and its start' using errcode = 'restrict_violation';
  end if;
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger series_keep_used before update on series for each row execute function keep_used_series();

create function record_series_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into series_changes (organization_id, ordinal, series_id, pattern, invoice_types, start, start_year, is_closed, changed_at, changed_by)
  values (new.organization_id, 1 + coalesce((select max(c.ordinal) from series_changes c where c.organization_id = new.organization_id), 0), new.id, new.pattern, new.invoice_types, new.start, new.start_year, new.closed_at is not null,
          new.changed_at, new.changed_by);
  return null;
end $$;
create trigger series_record_change after insert or update on series for each row execute function record_series_change();
create constraint trigger series_require_act after insert or update on series
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'series.create', 'series.change');
create trigger series_refuse_delete before delete or truncate on series for each statement execute function refuse_change();
create trigger series_changes_refuse_change before update or delete or truncate on series_changes for each statement
  execute function refuse_change();
create trigger series_skips_refuse_change before update or delete or truncate on series_skips for each statement
  execute function refuse_change();
create trigger series_counters_refuse_delete before delete or truncate on series_counters for each statement
  execute function refuse_change();

create function move_series_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.series_id, new.year, new.organization_id, new.pattern, new.first)
      is distinct from (old.series_id, old.year, old.organization_id, old.pattern, old.first) or new.last <= old.last then
    raise exception 'a counter of a series only moves forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger series_counters_forward before update on series_counters for each row execute function move_series_forward();

-- A counter moves by exactly the numbers that the transaction gave or skipped. Deferred, because a counter moves before the
-- invoices are inserted.
create function check_series_numbers() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare before bigint := case when tg_op = 'INSERT' then new.first - 1 else old.last end;
begin
  if (select count(*) from issued_invoices x
      where x.series_id = new.series_id and x.series_year = new.year and x.series_number > before and x.series_number <= new.last)
    + (select count(*) from series_skips s
       where s.series_id = new.series_id and s.year = new.year and s.number > before and s.number <= new.last) <> new.last - before then
    raise exception 'a counter of a series must move by the numbers of the issued invoices' using errcode = 'foreign_key_violation';
  end if;
  -- Its foreign key keeps the series from changing until the transaction ends (store_series).
  if not exists (select from series s where s.id = new.series_id and s.pattern = new.pattern and s.organization_id = new.organization_id) then
    raise exception 'a counter of a series must have the pattern of the series' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create constraint trigger series_counters_complete after insert or update on series_counters
  deferrable initially deferred for each row execute function check_series_numbers();

-- Creates or changes a series, and records the act. `known` is the ordinal of the last change of a series of the
-- organization that the caller has compared the series with: if there is another, nothing is stored. Returns `created`,
-- `changed`, `same` or `stale`, or `used` if the series has given numbers and would change in what it must keep.
create function store_series(organization bigint, actor text, why text, prefix text, moment timestamptz, issuer text, series_code text,
    new_pattern text, new_types text[], new_start bigint, new_start_year integer, close boolean, known bigint) returns text
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  present record;
  stored bigint;
  is_new boolean;
begin
  select * into present from public.series s
  where s.organization_id = organization and s.issuer_nif = issuer and s.code = series_code
  -- Waits for a transaction that gives its first number.
  for update;
  is_new := not found;
  if coalesce((select max(c.ordinal) from public.series_changes c where c.organization_id = organization), 0) <> known then
    return 'stale';
  end if;
  if not is_new and (present.pattern, present.invoice_types, present.start, present.start_year, present.closed_at is not null)
      is not distinct from (new_pattern::varchar, new_types, new_start, new_start_year::smallint, close) then
    return 'same';
  end if;
  begin
    if is_new then
      insert into public.series (organization_id, issuer_nif, code, pattern, invoice_types, start, start_year, closed_at, created_at, changed_at, changed_by)
      values (organization, issuer, series_code, new_pattern, new_types, new_start, new_start_year, case when close then moment end, moment, moment, actor)
      returning id into stored;
    else
      stored := present.id;
      update public.series s
      set pattern = new_pattern, invoice_types = new_types, start = new_start, start_year = new_start_year,
          closed_at = case when not close then null else coalesce(s.closed_at, moment) end, changed_at = moment, changed_by = actor
      where s.id = stored;
    end if;
  exception
    when restrict_violation then
      return 'used';
    when unique_violation then
      -- Another request has just stored a change, which took the same ordinal.
      return 'stale';
  end;
  insert into public.operator_acts (act, operator, reason, organization_id, subject_id, details)
  values (case when is_new then 'series.create' else 'series.change' end, actor, why, organization, stored,
          jsonb_strip_nulls(jsonb_build_object('issuer', issuer, 'code', series_code, 'pattern', new_pattern, 'types', to_jsonb(new_types),
            'start', new_start, 'year', new_start_year, 'closed', close, 'prefix', prefix)));
  return case when is_new then 'created' else 'changed' end;
end $$;

-- Creates or changes a series for an API key, as store_series does. Returns `forbidden` if the key lacks the right or the
-- session has ended.
create function change_series(token bytea, moment timestamptz, issuer text, series_code text, new_pattern text, new_types text[],
    new_start bigint, new_start_year integer, close boolean, known bigint) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who record;
begin
  select * into who from public.find_session_key(token, moment, 'series');
  if not found then
    return 'forbidden';
  end if;
  return public.store_series(who.organization_id, 'key:' || who.id, null, who.prefix, moment, issuer, series_code, new_pattern, new_types,
    new_start, new_start_year, close, known);
end $$;

alter table series enable row level security;
alter table series force row level security;
alter table series_changes enable row level security;
alter table series_changes force row level security;
alter table series_counters enable row level security;
alter table series_counters force row level security;
alter table series_skips enable row level security;
alter table series_skips force row level security;
create policy every_organization on series to engine_operator, engine_worker using (true);
create policy own_organization on series for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy series_by_key on series to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on series for select to engine_reader using (true);
create policy every_organization on series_changes to engine_operator using (true);
create policy own_organization on series_changes for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy series_by_key on series_changes to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on series_changes for select to engine_reader using (true);
create policy every_organization on series_counters to engine_operator, engine_worker using (true);
create policy own_organization on series_counters for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy series_by_key on series_counters for select to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on series_counters for select to engine_reader using (true);
create policy every_organization on series_skips to engine_operator, engine_worker using (true);
create policy own_organization on series_skips for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on series_skips for select to engine_reader using (true);

grant usage on sequence series_id_seq, series_changes_id_seq to engine_operator, engine_sessions;
grant insert, select, update (pattern, invoice_types, start, start_year, closed_at, revision, changed_at, changed_by) on series
  to engine_operator, engine_sessions;
grant insert, select on series_changes to engine_operator, engine_sessions;
grant select on series_counters to engine_operator, engine_sessions, engine_ingress;
grant select on series_skips to engine_operator, engine_ingress;
grant select on series, series_changes to engine_ingress;
grant select on series to engine_worker;
grant insert, select, update (last) on series_counters to engine_worker;
grant insert, select on series_skips to engine_worker;
grant execute on function store_series(bigint,text,text,text,timestamp with time zone,text,text,text,text[],bigint,integer,boolean,bigint)
  to engine_operator, engine_sessions;
-- The grant comes first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function change_series(bytea,timestamp with time zone,text,text,text,text[],bigint,integer,boolean,bigint) to engine_ingress;
grant create on schema public to engine_sessions;
alter function change_series(bytea,timestamp with time zone,text,text,text,text[],bigint,integer,boolean,bigint) owner to engine_sessions;
revoke create on schema public from engine_sessions;
