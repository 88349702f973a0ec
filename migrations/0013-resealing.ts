import { Migration } from '@mikro-orm/migrations';

/*
 * CERTIFICATE_KEY can be changed (ops/adr/0026): the operator's role, and no other, may seal a certificate anew. The database cannot look inside, but
 * it sees that both parts name one key, and another than before. The role of retention may erase one that was removed (0012).
 */
const CERTIFICATES = `
  create or replace function guard_certificate() returns trigger language plpgsql as $$
  begin
    if current_user = 'engine_retention' then
      if (to_jsonb(new) - '{sealed_pkcs12,sealed_passphrase,subject,sha256,erased_at}'::text[])
         is distinct from (to_jsonb(old) - '{sealed_pkcs12,sealed_passphrase,subject,sha256,erased_at}'::text[])
         or old.erased_at is not null or new.erased_at is distinct from now()
         or new.sha256 is distinct from sha256(old.sealed_pkcs12)
         or not coalesce(old.removed_at < now() - interval '1 month', false)
      then
        raise exception '% on % is refused: only a certificate that was removed can be erased, after its time', tg_op, tg_table_name
          using errcode = 'restrict_violation';
      end if;
      return new;
    end if;
    if current_user = 'engine_operator' and new.sealed_pkcs12 is distinct from old.sealed_pkcs12 then
      if (to_jsonb(new) - '{sealed_pkcs12,sealed_passphrase}'::text[])
         is distinct from (to_jsonb(old) - '{sealed_pkcs12,sealed_passphrase}'::text[])
         or old.erased_at is not null
         or length(new.sealed_pkcs12) < 33 or length(new.sealed_passphrase) < 33
         or substring(new.sealed_pkcs12 for 1) <> '\\x02' or substring(new.sealed_passphrase for 5) <> substring(new.sealed_pkcs12 for 5)
         or substring(new.sealed_pkcs12 for 5) = substring(old.sealed_pkcs12 for 5)
      then
        raise exception 'certificate %: it can only be sealed anew, with another key', old.id using errcode = 'restrict_violation';
      end if;
      return new;
    end if;
    if (to_jsonb(new) - 'removed_at') is distinct from (to_jsonb(old) - 'removed_at') or old.removed_at is not null then
      raise exception 'certificate %: it can only be removed', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

export class Resealing extends Migration {
  override up(): void {
    this.addSql(CERTIFICATES);
    this.addSql('grant update (sealed_pkcs12, sealed_passphrase) on table certificates to engine_operator');
  }
}
