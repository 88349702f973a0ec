import { Migration } from '@mikro-orm/migrations';

/*
 * Whether the database is the one that was seen last is asked by every transaction that issues, corrects or claims, and not only now and then.
 * A chain that waits for its comparison is due by a time of its own (remissions.compare_after), whatever AEAT's waits are.
 */

/*
 * The timeline is that of the log that is being written: pg_control_checkpoint() keeps the old one after a promotion until the first
 * checkpoint. pg_control_system() may be forbidden to the login; PL/pgSQL, unlike SQL, asks for the right only where it is called.
 */
const IDENTITY = `
  create function database_identity(out system_identifier text, out timeline bigint, out database_oid bigint)
  language plpgsql stable as $$
  begin
    if has_function_privilege('pg_control_system()', 'execute') then
      system_identifier := (select s.system_identifier::text from pg_control_system() s);
    end if;
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint;
    database_oid := (select d.oid::bigint from pg_database d where d.datname = current_database());
  end $$;

  create function is_known_database() returns boolean language sql stable
  return exists (
    select from database_identities seen, database_identity() current
    where (seen.system_identifier, seen.timeline, seen.database_oid)
          is not distinct from (current.system_identifier, current.timeline, current.database_oid))`;

/** To the roles of 0005. */
const GRANTS = [
  'grant update (compare_after) on table remissions to engine_worker, engine_operator',
  // Who corrects an invoice may be the first to meet the other database.
  'grant select, insert, update on table database_identities to engine_operator',
];

export class FreshIdentity extends Migration {
  override up(): void {
    this.addSql('alter table remissions add column compare_after timestamptz');
    this.addSql(IDENTITY);
    for (const grant of GRANTS) this.addSql(grant);
  }
}
