import { Migration } from '@mikro-orm/migrations';

/*
 * A backup that is restored into the same database (`pg_restore --clean`) changes neither cluster nor timeline nor database. It makes the tables
 * anew, or empties them first: either way the file of the table that keeps the identity is another one. Whoever rewrites that table
 * by hand (`vacuum full`) has every chain compared once more, which does no harm.
 */
const FUNCTIONS = 'is_known_database(), database_identity()';

/* Otherwise as in 0009. */
const IDENTITY = `
  create function database_identity(out system_identifier text, out timeline bigint, out database_oid bigint, out table_file bigint)
  language plpgsql stable as $$
  begin
    if has_function_privilege('pg_control_system()', 'execute') then
      system_identifier := (select s.system_identifier::text from pg_control_system() s);
    end if;
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint;
    database_oid := (select d.oid::bigint from pg_database d where d.datname = current_database());
    table_file := pg_relation_filenode('database_identities')::bigint;
  end $$;

  create function is_known_database() returns boolean language sql stable
  return exists (
    select from database_identities seen, database_identity() current
    where (seen.system_identifier, seen.timeline, seen.database_oid, seen.table_file)
          is not distinct from (current.system_identifier, current.timeline, current.database_oid, current.table_file))`;

export class IdentityOfTheRows extends Migration {
  override up(): void {
    this.addSql(`drop function ${FUNCTIONS}`);
    // Adding a column without a default leaves the file as it is: what was known stays known.
    this.addSql('alter table database_identities add column table_file bigint');
    this.addSql(`update database_identities set table_file = pg_relation_filenode('database_identities')`);
    this.addSql(IDENTITY);
    this.addSql(`revoke execute on function ${FUNCTIONS} from public`);
    this.addSql(`grant execute on function ${FUNCTIONS} to engine_worker, engine_operator`);
  }
}
