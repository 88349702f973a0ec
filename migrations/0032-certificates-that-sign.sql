-- What a certificate can sign, which only a process with the key that opens it can read: `keyType` (null if its file has no usable key), `keyBits`, and
-- `holderNif`, whom it identifies. Null until a command or a worker has read it. The API tells clients from it whether their Facturae can be signed.
alter table certificates add column signing jsonb;
alter table certificates drop constraint certificates_erased_check;
alter table certificates add constraint certificates_erased_check check (case when erased_at is null then sha256 is null else sha256 is not null and
  length(sha256) = 32 and length(sealed_pkcs12) = 0 and length(sealed_passphrase) = 0 and subject = '' and signing is null end);

-- Only the role of operators may seal a certificate with another key (ops/adr/0037). The database cannot decrypt the
-- sealed values, but it checks that both name the same key and that the key has changed. The role of retention may
-- erase a certificate that was removed. A worker may record once what a certificate can sign.
create or replace function guard_certificate() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'engine_retention' then
    if (to_jsonb(new) - '{sealed_pkcs12,sealed_passphrase,subject,sha256,erased_at,signing}'::text[])
       is distinct from (to_jsonb(old) - '{sealed_pkcs12,sealed_passphrase,subject,sha256,erased_at,signing}'::text[])
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
  if current_user = 'engine_worker' then
    if (to_jsonb(new) - 'signing') is distinct from (to_jsonb(old) - 'signing') or old.signing is not null then
      raise exception 'certificate %: a worker can only record once what it can sign', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - 'removed_at') is distinct from (to_jsonb(old) - 'removed_at') or old.removed_at is not null then
    raise exception 'certificate %: the only change allowed is its removal', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create policy own_organization on certificates for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
grant select (id, organization_id, issuer_nif, not_before, not_after, removed_at, signing) on certificates to engine_ingress;
grant update (signing) on certificates to engine_worker;
grant update (signing) on certificates to engine_retention;
