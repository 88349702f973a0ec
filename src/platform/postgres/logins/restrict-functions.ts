/**
 * Revokes the rights of PUBLIC on some of PostgreSQL's own functions if the migrating login is a
 * superuser. Large objects belong to their creator and can fill the disk. An advisory lock that a
 * foreign session holds blocks every session that asks for it.
 */
export const RESTRICT_FUNCTIONS = `
  do $$
  declare called regprocedure;
  begin
    if (select rolsuper from pg_roles where rolname = current_user) then
      for called in
        select p.oid from pg_proc p
        where p.pronamespace = 'pg_catalog'::regnamespace
          and (p.proname ~ '^(lo_|lowrite$|loread$)' or p.proname ~ '^pg_(try_)?advisory_')
          and has_function_privilege('public', p.oid, 'execute')
      loop
        execute format('revoke execute on function %s from public', called);
      end loop;
      -- The login of the next migration may not be a superuser.
      execute format('grant execute on function pg_advisory_xact_lock(bigint) to %s with grant option',
        (select datdba::regrole from pg_database where datname = current_database()));
    end if;
  end $$`;
