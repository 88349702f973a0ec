import { Migration } from '@mikro-orm/migrations';

/*
 * Small batches of several organizations share a statement (ops/adr/0017): the scope of a transaction of the API is a list of organizations,
 * those whose requests it serves. And a session tells when it ends, so that it can be remembered.
 */

const SCOPES = `
  create function current_organizations() returns bigint[] language sql stable parallel safe
  return string_to_array(nullif(current_setting('engine.organization', true), ''), ',')::bigint[];

  do $$
  declare scoped record;
  begin
    for scoped in select tablename from pg_policies where policyname = 'own_organization' and schemaname = current_schema loop
      execute format(
        'alter policy own_organization on %I using (%I + 0 = any ((select current_organizations())::bigint[]))',
        scoped.tablename, case scoped.tablename when 'organizations' then 'id' else 'organization_id' end);
    end loop;
  end $$;

  drop function current_organization();
`;

const SESSIONS = `
  drop function find_session(bytea, timestamptz);
  create function find_session(hash bytea, at timestamptz)
    returns table (organization_id bigint, organization_name text, expires_at timestamptz)
    language sql stable security definer
  begin atomic
    select s.organization_id, o.name, s.expires_at
    from sessions s
    join api_keys k on k.id = s.api_key_id and k.revoked_at is null
    join organizations o on o.id = s.organization_id
    where s.token_hash = hash and s.expires_at > at;
  end;
  revoke execute on function find_session from public;
  grant execute on function find_session to engine_ingress;
`;

export class SharedStatements extends Migration {
  override up(): void {
    this.addSql(SCOPES);
    this.addSql(SESSIONS);
  }
}
