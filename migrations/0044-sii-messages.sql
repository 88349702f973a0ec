-- The messages that take entries to SII, and AEAT's answers. Messages of one issuer and one kind, in any order and in parallel; an entry is in
-- at most one message that has no answer.

-- The sending of an issuer's entries. The row is created with its first message and locked while a message is claimed.
create table sii_issuers (
  organization_id bigint,
  issuer_nif varchar(9),
  failures integer default 0 not null,
  next_allowed_at timestamptz,
  halted_at timestamptz,
  halted_reason text,
  primary key (organization_id, issuer_nif),
  constraint sii_issuers_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint sii_issuers_halted_check check ((halted_at is null) = (halted_reason is null)),
  constraint sii_issuers_failures_check check (failures >= 0)
);

-- A message, exactly as it is sent, also when it is sent again.
create table sii_messages (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  kind varchar(4) not null,
  entries integer not null,
  -- Compressed with zstd.
  request bytea not null,
  created_at timestamptz not null,
  attempt integer default 0 not null,
  sending_until timestamptz,
  -- AEAT answered it, or an operator resumed its halted issuer.
  ended_at timestamptz,
  sha256 bytea,
  erased_at timestamptz,
  primary key (id),
  constraint sii_messages_kind_check check (kind in ('A0', 'A1', 'baja')),
  constraint sii_messages_entries_check check (entries >= 1 and entries <= 10000),
  constraint sii_messages_attempt_check check (attempt >= 0),
  constraint sii_messages_erased_check check (case when erased_at is null then sha256 is null else length(sha256) = 32 and length(request) = 0 end)
);
alter table sii_messages alter column request set storage external;
create index sii_messages_open_index on sii_messages (organization_id, issuer_nif, id) where ended_at is null;

-- The version of an entry in a message, and what AEAT answered to it.
create table sii_lines (
  message_id bigint,
  issued_invoice_id bigint,
  organization_id bigint not null,
  version integer not null,
  -- How AEAT left the version; null without an answer, `unsettled` if it must be sent or looked up again.
  state varchar(20),
  code integer,
  message text,
  csv text,
  answered_at timestamptz,
  primary key (message_id, issued_invoice_id),
  constraint sii_lines_message_id_foreign foreign key (message_id) references sii_messages(id),
  constraint sii_lines_state_check check (state in ('accepted', 'accepted_with_errors', 'rejected', 'withdrawn', 'unsettled')),
  constraint sii_lines_answered_check check ((state is null) = (answered_at is null))
);
-- Never two messages with one entry at AEAT.
create unique index sii_lines_in_flight_unique on sii_lines (issued_invoice_id) where answered_at is null;
create index sii_lines_issued_invoice_id_index on sii_lines (issued_invoice_id, version);

-- A finished attempt to send a message, and its outcome. Append-only. If an attempt number has no row, the worker of the attempt died.
create table sii_attempts (
  message_id bigint,
  attempt integer,
  organization_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  outcome varchar(10) not null,
  reason varchar(20),
  code integer,
  message text,
  http_status smallint,
  csv text,
  -- Compressed with zstd.
  answer bytea,
  sha256 bytea,
  erased_at timestamptz,
  primary key (message_id, attempt),
  constraint sii_attempts_message_id_foreign foreign key (message_id) references sii_messages(id),
  constraint sii_attempts_outcome_check check (outcome in ('answered', 'fault', 'unknown')),
  constraint sii_attempts_reason_check check ((outcome = 'unknown') = (reason is not null)),
  constraint sii_attempts_erased_check check (case when erased_at is null then sha256 is null else length(sha256) = 32 and answer is null end)
);
alter table sii_attempts alter column answer set storage external;

create function guard_sii_message() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.issuer_nif, new.kind, new.entries, new.created_at)
      is distinct from (old.id, old.organization_id, old.issuer_nif, old.kind, old.entries, old.created_at)
     or new.attempt not between old.attempt and old.attempt + 1 then
    raise exception 'message % to SII: its contents are immutable', old.id using errcode = 'restrict_violation';
  end if;
  if current_user = 'engine_retention' then
    if old.erased_at is not null or new.erased_at is distinct from now() or new.sha256 is distinct from sha256(old.request)
       or not coalesce(old.ended_at < (date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid', false) then
      raise exception '% on % is refused: a message can be erased only after its retention period', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.request, new.sha256, new.erased_at) is distinct from (old.request, old.sha256, old.erased_at) or old.ended_at is not null
     or (new.ended_at is not null and exists (select from sii_lines l where l.message_id = new.id and l.answered_at is null)) then
    raise exception 'message % to SII: it ends once, when each of its entries is answered', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function guard_sii_line() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.message_id, new.issued_invoice_id, new.organization_id, new.version) is distinct from (old.message_id, old.issued_invoice_id, old.organization_id, old.version)
     or old.answered_at is not null then
    raise exception 'the answer of AEAT to an entry in SII never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function check_new_sii_lines() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from sii_messages a where a.id = n.message_id limit 1) m on true
    left join lateral (select a.* from sii_entries a where a.issued_invoice_id = n.issued_invoice_id limit 1) e on true
    where (m.organization_id, m.issuer_nif, m.kind) is distinct from (e.organization_id, e.issuer_nif, e.kind)
       or (e.organization_id, e.version, e.state) is distinct from (n.organization_id, n.version, 'sent')) then
    raise exception 'a message to SII contains the newest versions of entries of its issuer and its kind' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_sii_attempt() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user <> 'engine_retention' or old.answer is null or old.erased_at is not null or new.erased_at is distinct from now()
     or (to_jsonb(new) - '{answer,sha256,erased_at}'::text[]) is distinct from (to_jsonb(old) - '{answer,sha256,erased_at}'::text[])
     or new.sha256 is distinct from sha256(old.answer)
     or not coalesce(old.ended_at < (date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid', false) then
    raise exception '% on % is refused: only an answer can be erased, after its retention period', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger sii_issuers_refuse_delete before delete or truncate on sii_issuers for each statement execute function refuse_change();
create constraint trigger sii_issuers_require_act after update on sii_issuers
  deferrable initially deferred for each row when (current_user = 'engine_operator') execute function require_act('organization_id', 'register.resume');
create trigger sii_messages_guard before update on sii_messages for each row execute function guard_sii_message();
create trigger sii_messages_refuse_delete before delete or truncate on sii_messages for each statement execute function refuse_change();
create trigger sii_messages_require_erasing_act after update on sii_messages
  for each statement when (current_user = 'engine_retention') execute function require_erasing_act();
create trigger sii_lines_check_new after insert on sii_lines referencing new table as inserted for each statement execute function check_new_sii_lines();
create trigger sii_lines_guard before update on sii_lines for each row execute function guard_sii_line();
create trigger sii_lines_refuse_delete before delete or truncate on sii_lines for each statement execute function refuse_change();
create trigger sii_attempts_guard before update on sii_attempts for each row execute function guard_sii_attempt();
create trigger sii_attempts_refuse_delete before delete or truncate on sii_attempts for each statement execute function refuse_change();
create trigger sii_attempts_require_erasing_act after update on sii_attempts
  for each statement when (current_user = 'engine_retention') execute function require_erasing_act();

alter table sii_issuers enable row level security;
alter table sii_issuers force row level security;
alter table sii_messages enable row level security;
alter table sii_messages force row level security;
alter table sii_lines enable row level security;
alter table sii_lines force row level security;
alter table sii_attempts enable row level security;
alter table sii_attempts force row level security;
create policy every_organization on sii_issuers to engine_operator, engine_worker using (true);
create policy overview on sii_issuers for select to engine_dashboard using (true);
create policy own_organization on sii_issuers for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on sii_issuers for select to engine_reader using (true);
create policy every_organization on sii_messages to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on sii_messages to engine_retention using (true);
create policy overview on sii_messages for select to engine_dashboard using (true);
create policy own_organization on sii_messages for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on sii_messages for select to engine_reader using (true);
create policy every_organization on sii_lines to engine_operator, engine_worker using (true);
create policy own_organization on sii_lines for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on sii_lines for select to engine_reader using (true);
create policy every_organization on sii_attempts to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on sii_attempts to engine_retention using (true);
create policy overview on sii_attempts for select to engine_dashboard using (true);
create policy whole_table on sii_attempts for select to engine_reader using (true);

grant select (organization_id, issuer_nif, failures, next_allowed_at, halted_at, halted_reason) on sii_issuers to engine_dashboard;
grant select on sii_issuers to engine_ingress;
grant select, update (failures, next_allowed_at, halted_at, halted_reason) on sii_issuers to engine_operator;
grant insert, select, update (failures, next_allowed_at, halted_at, halted_reason) on sii_issuers to engine_worker;
grant select (id, organization_id, issuer_nif, kind, entries, created_at, attempt, sending_until, ended_at) on sii_messages to engine_dashboard, engine_ingress;
grant select, update (ended_at, sending_until) on sii_messages to engine_operator;
grant insert, select, update (attempt, sending_until, ended_at) on sii_messages to engine_worker;
grant usage on sequence sii_messages_id_seq to engine_worker;
grant select, update (request, sha256, erased_at) on sii_messages to engine_retention;
grant select on sii_lines to engine_ingress;
grant select, update (state, code, message, csv, answered_at) on sii_lines to engine_operator;
grant insert, select, update (state, code, message, csv, answered_at) on sii_lines to engine_worker;
grant select (message_id, attempt, organization_id, started_at, ended_at, outcome, reason, code, message, http_status, csv) on sii_attempts to engine_dashboard;
grant select on sii_attempts to engine_operator;
grant insert, select on sii_attempts to engine_worker;
grant select, update (answer, sha256, erased_at) on sii_attempts to engine_retention;
