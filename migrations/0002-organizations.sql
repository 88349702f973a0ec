-- A customer of this installation, to whom all other rows belong.
create table organizations (
  id bigserial,
  name varchar(120) not null,
  verifactu boolean default true not null,
  batches_count bigint default '0'::bigint not null,
  created_at timestamptz default now() not null,
  issuer_nifs text[],
  outside_reason varchar(6),
  paused_at timestamptz,
  pdfs_on_demand boolean default false not null,
  keep_years smallint default 6 not null,
  primary key (id),
  constraint organizations_batches_count_check check (batches_count >= 0),
  constraint organizations_issuer_nifs_check check (cardinality(issuer_nifs) <= 1000 and array_position(issuer_nifs, null) is
    null),
  constraint organizations_keep_years_check check (keep_years >= 6 and keep_years <= 30),
  constraint organizations_name_check check (btrim(name) <> ''),
  constraint organizations_outside_reason_check check (verifactu and outside_reason is null or not verifactu and
    outside_reason is not null and outside_reason in ('sii', 'foral', 'exempt')),
  constraint organizations_paused_at_check check (isfinite(paused_at))
);

-- An API key. Only its SHA-256 is stored.
create table api_keys (
  id bigserial,
  organization_id bigint not null,
  key_hash bytea not null,
  prefix varchar(20) not null,
  created_at timestamptz default now() not null,
  revoked_at timestamptz,
  rights text[] default '{submit,read}'::text[] not null,
  primary key (id),
  constraint api_keys_key_hash_unique unique (key_hash),
  constraint api_keys_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint api_keys_rights_check check (cardinality(rights) > 0 and rights <@ '{submit,read,correct}'::text[])
);
create index api_keys_organization_id_index on api_keys (organization_id);

-- A session, identified by the SHA-256 of its token. It ends when its API key is revoked.
create table sessions (
  token_hash bytea,
  organization_id bigint not null,
  api_key_id bigint not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  primary key (token_hash),
  constraint sessions_api_key_id_foreign foreign key (api_key_id) references api_keys(id),
  constraint sessions_organization_id_foreign foreign key (organization_id) references organizations(id)
);
create index sessions_expires_at_index on sessions (expires_at);

-- A version of an issuer's address, contact and logo. A change inserts a new row: issued invoices keep the version with
-- which they were issued.
create table issuer_profiles (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  profile jsonb not null,
  created_at timestamptz default now() not null,
  primary key (id),
  constraint issuer_profiles_organization_id_foreign foreign key (organization_id) references organizations(id)
);
create index issuer_profiles_organization_id_issuer_nif_id_index on issuer_profiles (organization_id, issuer_nif, id);

-- A certificate that authenticates the engine at AEAT. src/domain/verifactu/choose-certificate.ts chooses among the
-- certificates that were not removed.
create table certificates (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9),
  sealed_pkcs12 bytea not null,
  sealed_passphrase bytea not null,
  subject text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  is_seal boolean default false not null,
  sha256 bytea,
  erased_at timestamptz,
  primary key (id),
  constraint certificates_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint certificates_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null and
    length(sha256) = 32 and length(sealed_pkcs12) = 0 and length(sealed_passphrase) = 0 and subject = '' end)
);
create index certificates_organization_id_issuer_nif_index on certificates (organization_id, issuer_nif);

create function api_key_exists(hash bytea) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic select exists (select from api_keys where key_hash = hash); end;

create function create_session(hash_of_key bytea, hash_of_token bytea, at timestamptz, until timestamptz)
  returns setof timestamptz
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into sessions (token_hash, organization_id, api_key_id, created_at, expires_at)
  select hash_of_token, k.organization_id, k.id, at, until
  from api_keys k where k.key_hash = hash_of_key and k.revoked_at is null
  returning expires_at;
end;

-- Ends a session for its client. The role of the API has no privileges on the table.
create function end_session(hash bytea) returns void language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from sessions where token_hash = hash;
end;

-- Returns, for the log, why a token or key was refused and to which organization it belongs. The function runs with the
-- privileges of its owner, so that the API can look up only hashes that it already has.
create function explain_refusal(hash bytea, at timestamptz) returns table (organization_id bigint, reason text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.organization_id,
         case when k.revoked_at is not null then 'its key is revoked' when s.expires_at <= at then 'it has expired' else 'it is live' end
  from sessions s join api_keys k on k.id = s.api_key_id
  where s.token_hash = hash
  union all
  select k.organization_id, case when k.revoked_at is not null then 'it is a revoked key' else 'it is a live key' end
  from api_keys k where k.key_hash = hash;
end;

-- Finds a session that has not ended, with its organization, the issuers that the organization may issue for, and the
-- rights of its key.
create function find_session(hash bytea, at timestamptz)
  returns table (organization_id bigint, organization_name text, expires_at timestamptz, issuer_nifs text[], rights text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.organization_id, o.name, s.expires_at, o.issuer_nifs, k.rights
  from sessions s
  join api_keys k on k.id = s.api_key_id and k.revoked_at is null
  join organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.expires_at > at;
end;

-- Only the role of operators may seal a certificate with another key (ops/adr/0037). The database cannot decrypt the
-- sealed values, but it checks that both name the same key and that the key has changed. The role of retention may
-- erase a certificate that was removed.
create function guard_certificate() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'engine_retention' then
    if (to_jsonb(new) - '{sealed_pkcs12,sealed_passphrase,subject,sha256,erased_at}'::text[])
       is distinct from (to_jsonb(old) - '{sealed_pkcs12,sealed_passphrase,subject,sha256,erased_at}'::text[])
       or old.erased_at is not null or new.erased_at is distinct from now()
       or new.sha256 is distinct from sha256(old.sealed_pkcs12)
       or not coalesce(old.removed_at < now() - interval '1 month', false)
    then
      raise exception '% on % is refused: only a removed certificate can be erased, a month after its removal', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if current_user = 'engine_operator' and new.sealed_pkcs12 is distinct from old.sealed_pkcs12 then
    if (to_jsonb(new) - '{sealed_pkcs12,sealed_passphrase}'::text[])
       is distinct from (to_jsonb(old) - '{sealed_pkcs12,sealed_passphrase}'::text[])
       or old.erased_at is not null
       or length(new.sealed_pkcs12) < 33 or length(new.sealed_passphrase) < 33
       or substring(new.sealed_pkcs12 for 1) <> '\x01' or substring(new.sealed_passphrase for 5) <> substring(new.sealed_pkcs12 for 5)
       or substring(new.sealed_pkcs12 for 5) = substring(old.sealed_pkcs12 for 5)
    then
      raise exception 'certificate %: an operator can only seal it with another key', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - 'removed_at') is distinct from (to_jsonb(old) - 'removed_at') or old.removed_at is not null then
    raise exception 'certificate %: the only change allowed is its removal', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create constraint trigger api_keys_require_act_insert after insert on api_keys
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'key.create');
create constraint trigger api_keys_require_act_update_of_revoked_at after update of revoked_at on api_keys
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'key.revoke');
create constraint trigger api_keys_require_act_update_of_rights after update of rights on api_keys
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'key.rights');
create trigger api_keys_refuse_delete before delete or truncate on api_keys for each statement execute function refuse_change();

create constraint trigger certificates_require_act_insert after insert on certificates
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'certificate.add');
create constraint trigger certificates_require_act_update after update on certificates
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'certificate.remove', 'certificate.reseal');
create trigger certificates_guard before update on certificates for each row execute function guard_certificate();
create trigger certificates_refuse_delete before delete or truncate on certificates for each statement
  execute function refuse_change();
create trigger certificates_require_erasing_act after update on certificates
  for each statement when (current_user = 'engine_retention')
  execute function require_erasing_act();

create constraint trigger issuer_profiles_require_act_insert after insert on issuer_profiles
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'issuer.change');
create trigger issuer_profiles_refuse_delete before delete or truncate on issuer_profiles for each statement
  execute function refuse_change();
create trigger issuer_profiles_refuse_update before update on issuer_profiles for each statement
  execute function refuse_change();

create constraint trigger organizations_require_act_insert after insert on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.create');
create constraint trigger organizations_require_act_keep after update of keep_years on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.keep');
create constraint trigger organizations_require_act_pause after update of paused_at on organizations
  deferrable initially deferred for each row when (current_user in ('engine_operator', 'engine_acts') and new.paused_at is not null)
  execute function require_act('id', 'organization.pause');
create constraint trigger organizations_require_act_pdfs after update of pdfs_on_demand on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.pdfs');
create constraint trigger organizations_require_act_resume after update of paused_at on organizations
  deferrable initially deferred for each row when (current_user in ('engine_operator', 'engine_acts') and new.paused_at is null)
  execute function require_act('id', 'organization.resume');
create constraint trigger organizations_require_act_update after update of issuer_nifs, outside_reason on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.bind', 'organization.outside');
create trigger organizations_refuse_delete before delete or truncate on organizations for each statement
  execute function refuse_change();

create trigger sessions_require_erasing_act after delete on sessions
  for each statement when (current_user = 'engine_retention')
  execute function require_erasing_act();
