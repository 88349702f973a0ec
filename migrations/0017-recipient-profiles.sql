-- A version of a recipient's profile: what the electronic invoices to it contain where an invoice does not state it. A change inserts a new row; an
-- issued invoice contains the values of its time of issue. Append-only.
create table recipient_profiles (
  id bigserial,
  organization_id bigint not null,
  -- The NIF or the tax number of the recipient, as invoices contain it.
  recipient_document varchar(20) not null,
  -- Null: the profile was removed.
  profile jsonb,
  created_at timestamptz default now() not null,
  primary key (id),
  constraint recipient_profiles_organization_id_foreign foreign key (organization_id) references organizations(id)
);
create index recipient_profiles_organization_id_recipient_document_id_index on recipient_profiles (organization_id, recipient_document, id);
create index recipient_profiles_organization_id_id_index on recipient_profiles (organization_id, id);

create constraint trigger recipient_profiles_require_act_insert after insert on recipient_profiles
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'recipient.change', 'recipient.remove');
create trigger recipient_profiles_refuse_delete before delete or truncate on recipient_profiles for each statement
  execute function refuse_change();
create trigger recipient_profiles_refuse_update before update on recipient_profiles for each statement
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
grant insert, select on recipient_profiles to engine_operator, engine_sessions;
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
  select p.profile into present from public.recipient_profiles p
  where p.organization_id = who.organization_id and p.recipient_document = document
  order by p.id desc limit 1;
  if present is not distinct from new_profile then
    return case when new_profile is null then 'unknown' else 'same' end;
  end if;
  insert into public.recipient_profiles (organization_id, recipient_document, profile, created_at)
  values (who.organization_id, document, new_profile, moment)
  returning id into added;
  insert into public.operator_acts (act, operator, organization_id, subject_id, details)
  values (case when new_profile is null then 'recipient.remove' else 'recipient.change' end, 'key:' || who.id, who.organization_id, added,
          jsonb_build_object('recipient', document, 'prefix', who.prefix));
  return 'done';
end $$;
grant create on schema public to engine_sessions;
alter function change_recipient_profile(bytea,timestamp with time zone,text,jsonb) owner to engine_sessions;
grant execute on function change_recipient_profile(bytea,timestamp with time zone,text,jsonb) to engine_ingress;
revoke create on schema public from engine_sessions;
