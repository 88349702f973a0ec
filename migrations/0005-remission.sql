-- The state of the remission of a chain. The row is created with its chain and updated by the worker that sends.
create table remissions (
  chain_id bigint,
  organization_id bigint not null,
  remitted_sequence bigint default '0'::bigint not null,
  attempt bigint default '0'::bigint not null,
  wait_seconds integer default 60 not null,
  next_allowed_at timestamptz,
  sending_until timestamptz,
  failures integer default 0 not null,
  incident_since timestamptz,
  halted_at timestamptz,
  halted_reason text,
  compare_since timestamptz,
  compare_after timestamptz,
  incident_sequence bigint default '0'::bigint not null,
  excessive_wait_seconds integer,
  primary key (chain_id),
  constraint remissions_chain_id_foreign foreign key (chain_id) references chains(id),
  constraint remissions_compare_since_check check (isfinite(compare_since)),
  constraint remissions_excessive_wait_check check (excessive_wait_seconds > 0),
  constraint remissions_halted_check check ((halted_at is null) = (halted_reason is null)),
  constraint remissions_numbers_check check (remitted_sequence >= 0 and attempt >= 0 and wait_seconds >= 0 and failures >= 0)
);

-- An envelope for AEAT, exactly as it was built. A chain has at most one open submission.
create table submissions (
  id bigserial,
  organization_id bigint not null,
  chain_id bigint not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  has_incident boolean not null,
  request bytea not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  superseded_at timestamptz,
  sha256 bytea,
  erased_at timestamptz,
  primary key (id),
  constraint submissions_chain_id_foreign foreign key (chain_id) references chains(id),
  constraint submissions_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null and
    length(sha256) = 32 and length(request) = 0 end),
  constraint submissions_size_check check (last_sequence >= first_sequence and last_sequence < first_sequence + 1000)
);
alter table submissions alter column request set storage external;
create index submissions_chain_id_first_sequence_index on submissions (chain_id, first_sequence);
create unique index submissions_open_unique on submissions (chain_id)
  where answered_at is null and superseded_at is null;

-- A finished attempt to send a submission, and its outcome. Append-only. If an attempt number has no row, the worker of
-- the attempt died.
create table submission_attempts (
  chain_id bigint,
  attempt bigint,
  organization_id bigint not null,
  submission_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  outcome varchar(10) not null,
  reason varchar(20),
  code integer,
  message text,
  http_status smallint,
  wait_seconds integer,
  csv text,
  answer bytea,
  sha256 bytea,
  erased_at timestamptz,
  primary key (chain_id, attempt),
  constraint submission_attempts_submission_id_foreign foreign key (submission_id) references submissions(id),
  constraint submission_attempts_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null
    and length(sha256) = 32 and answer is null end),
  constraint submission_attempts_outcome_check check (outcome in ('answered', 'fault', 'unknown')),
  constraint submission_attempts_reason_check check ((outcome = 'unknown') = (reason is not null))
);
alter table submission_attempts alter column answer set storage external;
create index submission_attempts_submission_id_index on submission_attempts (submission_id);

-- The first answer of AEAT to a registration record. Append-only.
create table record_answers (
  chain_id bigint,
  sequence bigint,
  organization_id bigint not null,
  submission_id bigint not null,
  attempt bigint not null,
  state varchar(20) not null,
  code integer,
  message text,
  answered_at timestamptz not null,
  primary key (chain_id, sequence),
  constraint record_answers_state_check check (state in ('accepted', 'accepted_with_errors', 'rejected'))
);
create index record_answers_imperfect_index on record_answers (answered_at)
  where state <> 'accepted';

create function check_new_record_answers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (
      select a.organization_id from registration_records a
      where a.chain_id = n.chain_id and a.sequence = n.sequence limit 1) r on true
    left join lateral (select a.* from submissions a where a.id = n.submission_id limit 1) s on true
    where r.organization_id is distinct from n.organization_id
       or s.chain_id is distinct from n.chain_id
       or n.sequence not between s.first_sequence and s.last_sequence)
  then
    raise exception 'an answer must belong to a record of its submission' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function check_new_submission_attempts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from submissions a where a.id = n.submission_id limit 1) s on true
    left join lateral (select a.* from remissions a where a.chain_id = n.chain_id limit 1) m on true
    where (s.chain_id, s.organization_id) is distinct from (n.chain_id, n.organization_id) or n.attempt > m.attempt)
  then
    raise exception 'an attempt must belong to a submission of its chain' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- The dashboard may resume a chain, order its comparison and send its next message earlier. It may not delay a message.
create function guard_dashboard_remission() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if ((new.halted_at, new.halted_reason, new.failures) is distinct from (old.halted_at, old.halted_reason, old.failures)
      and (old.halted_at is null or new.halted_at is not null or new.failures <> 0))
     or ((new.compare_since, new.compare_after) is distinct from (old.compare_since, old.compare_after)
         and (new.compare_since is null or new.compare_after is not null or new.compare_since < old.compare_since))
     or (new.next_allowed_at is distinct from old.next_allowed_at
         and (new.next_allowed_at is null or old.next_allowed_at is null or new.next_allowed_at > old.next_allowed_at
              or old.halted_at is not null or old.compare_since is not null or old.sending_until > clock_timestamp()))
  then
    raise exception 'remission of chain %: the dashboard can only resume it, mark it for comparison, or send its next message earlier', old.chain_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function guard_remission() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from chains where id = new.chain_id and organization_id = new.organization_id)
       or new.remitted_sequence <> 0
    then
      raise exception 'a remission starts with its chain, of the same organization' using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if (new.chain_id, new.organization_id) is distinct from (old.chain_id, old.organization_id)
     or new.attempt not between old.attempt and old.attempt + 1
     or new.remitted_sequence < old.remitted_sequence
  then
    raise exception 'remission of chain %: it can only move forward', old.chain_id using errcode = 'restrict_violation';
  end if;
  if new.remitted_sequence > old.remitted_sequence and new.remitted_sequence - old.remitted_sequence <> (
       select count(*) from record_answers
       where chain_id = new.chain_id and sequence > old.remitted_sequence and sequence <= new.remitted_sequence)
  then
    raise exception 'remission of chain %: it can only move past answered records', old.chain_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Regardless of the settings, an envelope and its answer are retained for six years after the end of the year (Código
-- de Comercio, art. 30).
create function guard_submission() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.erased_at is not null or not exists (
      select from remissions m join chains c on c.id = m.chain_id
      where m.chain_id = new.chain_id and m.organization_id = new.organization_id
        and new.first_sequence = m.remitted_sequence + 1 and new.last_sequence <= c.sequence)
    then
      raise exception 'a submission must continue where its chain''s remission stands' using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if (new.id, new.organization_id, new.chain_id, new.first_sequence, new.last_sequence, new.has_incident, new.created_at)
     is distinct from
     (old.id, old.organization_id, old.chain_id, old.first_sequence, old.last_sequence, old.has_incident, old.created_at)
  then
    raise exception 'submission %: its contents are immutable', old.id using errcode = 'restrict_violation';
  end if;
  if current_user = 'engine_retention' then
    if (new.answered_at, new.superseded_at) is distinct from (old.answered_at, old.superseded_at)
       or old.erased_at is not null or new.erased_at is distinct from now()
       or new.sha256 is distinct from sha256(old.request)
       or not coalesce(coalesce(old.answered_at, old.superseded_at) < (date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid', false)
    then
      raise exception '% on % is refused: an envelope can be erased only after its retention period', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.request, new.sha256, new.erased_at) is distinct from (old.request, old.sha256, old.erased_at)
     or old.answered_at is not null or old.superseded_at is not null
     or (new.answered_at is not null and new.superseded_at is not null)
  then
    raise exception 'submission %: its contents are immutable, and it can end only once', old.id using errcode = 'restrict_violation';
  end if;
  if new.answered_at is not null and new.last_sequence - new.first_sequence + 1 <> (
       select count(*) from record_answers
       where chain_id = new.chain_id and sequence between new.first_sequence and new.last_sequence)
  then
    raise exception 'submission %: not every record is answered', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function guard_submission_attempt() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user <> 'engine_retention' or old.answer is null or old.erased_at is not null or new.erased_at is distinct from now()
     or (to_jsonb(new) - '{answer,sha256,erased_at}'::text[]) is distinct from (to_jsonb(old) - '{answer,sha256,erased_at}'::text[])
     or new.sha256 is distinct from sha256(old.answer)
     or not coalesce(old.ended_at < (date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid', false)
     or not exists (
       select from submissions s where s.id = old.submission_id and (s.answered_at is not null or s.superseded_at is not null))
  then
    raise exception '% on % is refused: only an answer can be erased, after its retention period', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Allows the next message of a chain to be sent earlier, for the command line and the dashboard. Nothing changes while
-- a message is being sent, or if the chain is halted or waits for its comparison. AEAT's waiting time still applies. It
-- is counted from the end of the last message or, if its worker died, from the end of the lease. If AEAT's waiting time
-- is considered wrong, the ordinary waiting time of 60 seconds applies.
create function hasten_remission(chain bigint) returns timestamptz language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  held record;
  moment timestamptz;
  last_end timestamptz;
  earliest timestamptz;
begin
  select m.next_allowed_at, m.sending_until, m.wait_seconds, m.excessive_wait_seconds into held
  from public.remissions m
  where m.chain_id = chain and m.halted_at is null and m.compare_since is null
  for no key update of m;
  moment := date_trunc('milliseconds', clock_timestamp());
  if not found or held.sending_until > moment then
    return null;
  end if;
  select a.ended_at into last_end from public.submission_attempts a where a.chain_id = chain order by a.attempt desc limit 1;
  earliest := greatest(moment, least(moment, coalesce(held.sending_until, last_end, moment - interval '1 day'))
    + make_interval(secs => case when held.excessive_wait_seconds is null then held.wait_seconds else least(held.wait_seconds, 60) end));
  if held.next_allowed_at is null or held.next_allowed_at <= earliest + interval '1 second' then
    return null;
  end if;
  update public.remissions m set next_allowed_at = earliest where m.chain_id = chain;
  return earliest;
end $$;

create trigger record_answers_check_new after insert on record_answers referencing new table as inserted for each statement
  execute function check_new_record_answers();
create trigger record_answers_refuse_delete before delete or truncate on record_answers for each statement
  execute function refuse_change();
create trigger record_answers_refuse_update before update on record_answers for each statement execute function refuse_change();

create constraint trigger remissions_require_act_of_dashboard_compare_since after update on remissions
  deferrable initially deferred for each row when (current_user = 'engine_acts' and (old.compare_since is distinct from new.compare_since))
  execute function require_act('chain_id', 'chain.compare');
create constraint trigger remissions_require_act_of_dashboard_halted_at after update on remissions
  deferrable initially deferred for each row when (current_user = 'engine_acts' and (old.halted_at is distinct from new.halted_at))
  execute function require_act('chain_id', 'chain.resume');
create constraint trigger remissions_require_act_of_dashboard_next_allowed_at after update on remissions
  deferrable initially deferred for each row when (current_user = 'engine_acts' and (old.next_allowed_at is distinct from new.next_allowed_at))
  execute function require_act('chain_id', 'chain.send');
create constraint trigger remissions_require_act_update after update on remissions
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('chain_id', 'chain.resume', 'chain.renew', 'chain.compare', 'chain.send');
create trigger remissions_guard before insert or update on remissions for each row execute function guard_remission();
create trigger remissions_guard_dashboard before update on remissions
  for each row when (current_user = 'engine_acts')
  execute function guard_dashboard_remission();
create trigger remissions_refuse_delete before delete or truncate on remissions for each statement
  execute function refuse_change();

create trigger submission_attempts_check_new after insert on submission_attempts referencing new table as inserted for each statement
  execute function check_new_submission_attempts();
create trigger submission_attempts_guard before update on submission_attempts for each row
  execute function guard_submission_attempt();
create trigger submission_attempts_refuse_delete before delete or truncate on submission_attempts for each statement
  execute function refuse_change();
create trigger submission_attempts_require_erasing_act after update on submission_attempts
  for each statement when (current_user = 'engine_retention')
  execute function require_erasing_act();

create constraint trigger submissions_require_act_of_dashboard_superseded_at after update on submissions
  deferrable initially deferred for each row when (current_user = 'engine_acts' and (old.superseded_at is distinct from new.superseded_at))
  execute function require_act('chain_id', 'chain.resume');
create trigger submissions_guard before insert or update on submissions for each row execute function guard_submission();
create trigger submissions_refuse_delete before delete or truncate on submissions for each statement
  execute function refuse_change();
create trigger submissions_require_erasing_act after update on submissions
  for each statement when (current_user = 'engine_retention')
  execute function require_erasing_act();
