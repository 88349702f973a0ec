-- A version of a recipient's profile: what the electronic invoices to it contain where an invoice does not state it. A change inserts a new row, which
-- marks the present one as superseded; an issued invoice contains the values of its time of issue. Nothing else ever changes in a row.
create table recipient_profiles (
  id bigserial,
  organization_id bigint not null,
  -- The NIF or the tax number of the recipient, as invoices contain it.
  recipient_document varchar(20) not null,
  -- Null: the profile was removed.
  profile jsonb,
  created_at timestamptz default now() not null,
  -- When the next version was stored; null for the present version.
  superseded_at timestamptz,
  primary key (id),
  constraint recipient_profiles_organization_id_foreign foreign key (organization_id) references organizations(id),
  -- Three times the longest profile that the rules accept.
  constraint recipient_profiles_profile_check check (jsonb_typeof(profile) = 'object' and length(profile::text) <= 2000)
);
-- The two indexes contain only present versions: however often profiles change, reading them takes the same time.
create unique index recipient_profiles_present_unique on recipient_profiles (organization_id, recipient_document) where superseded_at is null;
create index recipient_profiles_listed_index on recipient_profiles (organization_id, id) where superseded_at is null and profile is not null;

create function supersede_recipient_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update recipient_profiles p set superseded_at = new.created_at
  where p.organization_id = new.organization_id and p.recipient_document = new.recipient_document and p.superseded_at is null;
  return new;
end $$;

create trigger recipient_profiles_supersede before insert on recipient_profiles for each row when (new.superseded_at is null)
  execute function supersede_recipient_profile();
create constraint trigger recipient_profiles_require_act_insert after insert on recipient_profiles
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'recipient.change', 'recipient.remove');
create trigger recipient_profiles_refuse_delete before delete or truncate on recipient_profiles for each statement
  execute function refuse_change();
-- Only the trigger above updates rows.
create trigger recipient_profiles_refuse_update before update on recipient_profiles for each statement when (pg_trigger_depth() = 0)
  execute function refuse_change();

alter table recipient_profiles enable row level security;
alter table recipient_profiles force row level security;
create policy every_organization on recipient_profiles to engine_operator, engine_worker using (true);
create policy own_organization on recipient_profiles for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy profiles_by_key on recipient_profiles to engine_sessions using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on recipient_profiles for select to engine_reader using (true);
grant usage on sequence recipient_profiles_id_seq to engine_operator, engine_sessions;
grant insert, select, update (superseded_at) on recipient_profiles to engine_operator, engine_sessions;
grant select on recipient_profiles to engine_ingress, engine_worker;

-- Changes a profile for an API key, and records an act. A null profile removes it. Returns what happened: `forbidden` if the key lacks the right or
-- the session has ended, `unknown` if there is nothing to remove, `same` if the profile has these values already.
create function change_recipient_profile(token bytea, moment timestamptz, document text, new_profile jsonb) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who record;
  present jsonb;
  added bigint;
begin
  select * into who from public.find_session_key(token, moment, 'recipients');
  if not found then
    return 'forbidden';
  end if;
  loop
    select p.profile into present from public.recipient_profiles p
    where p.organization_id = who.organization_id and p.recipient_document = document and p.superseded_at is null;
    if present is not distinct from new_profile then
      return case when new_profile is null then 'unknown' else 'same' end;
    end if;
    begin
      insert into public.recipient_profiles (organization_id, recipient_document, profile, created_at)
      values (who.organization_id, document, new_profile, moment)
      returning id into added;
      exit;
    exception when unique_violation then
      -- Another request has just stored a version, which the next turn sees.
      null;
    end;
  end loop;
  insert into public.operator_acts (act, operator, organization_id, subject_id, details)
  values (case when new_profile is null then 'recipient.remove' else 'recipient.change' end, 'key:' || who.id, who.organization_id, added,
          jsonb_build_object('recipient', document, 'prefix', who.prefix));
  return 'done';
end $$;
-- The grant comes first: from PostgreSQL 16 on, whoever migrates has no rights on what it gave to another role.
grant execute on function change_recipient_profile(bytea,timestamp with time zone,text,jsonb) to engine_ingress;
grant create on schema public to engine_sessions;
alter function change_recipient_profile(bytea,timestamp with time zone,text,jsonb) owner to engine_sessions;
revoke create on schema public from engine_sessions;
