import { Migration } from '@mikro-orm/migrations';

/*
 * Which history of the database is in use is remembered outside of it (ops/adr/0038): a primary that was left, or the cluster of before a restore, has in
 * itself nothing that tells. So each transaction that issues, corrects or claims is told the one in use, and compares its own. Where another one was
 * in use in between, ids leap beyond those that were given out there.
 */

/* One text for all roles: pg_control_system() may be forbidden to some logins. */
const HISTORY = [
  `create function database_history() returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp
   return (select concat_ws('-', i.system_identifier, i.timeline, i.database_oid) from database_identity() i)`,
  `create function is_known_database(in_use text) returns boolean language sql stable
   return is_known_database() and (in_use is null or in_use = database_history())`,
];

/* A standby's sequences tell, too; whoever reads them may not read what they number. */
const IDS = [
  `create function last_given_ids() returns jsonb language sql stable security definer set search_path = pg_catalog, public, pg_temp
   return (select coalesce(jsonb_object_agg(c.relname, pg_sequence_last_value(c.oid)), '{}')
           from pg_class c
           where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and c.relname not like 'migrations%')`,
  /* As in 0019, beyond what is known to have been given out elsewhere. */
  `create function skip_lost_ids(loss text, given jsonb) returns boolean
   language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
   declare
     current_identity text;
   begin
     if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
       return false;
     end if;
     select i::text into current_identity from database_identity() i;
     if exists (select from skipped_ids where identity = current_identity and (loss is null or lost is not distinct from loss)) then
       return false;
     end if;
     perform pg_advisory_xact_lock(7265374103);
     if exists (select from skipped_ids where identity = current_identity and (loss is null or lost is not distinct from loss)) then
       return false;
     end if;
     perform setval(s.seqrelid::regclass,
                    greatest(coalesce(pg_sequence_last_value(s.seqrelid::regclass), 0), coalesce((given ->> c.relname)::bigint, 0)) + 1000000)
     from pg_sequence s
     join pg_class c on c.oid = s.seqrelid
     where c.relnamespace = 'public'::regnamespace and c.relname not like 'migrations%';
     insert into skipped_ids (id, identity, lost) values (1, current_identity, loss)
     on conflict (id) do update set identity = excluded.identity, lost = coalesce(excluded.lost, skipped_ids.lost);
     return true;
   end $$`,
  `create or replace function skip_lost_ids(loss text) returns boolean
   language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
   begin
     return skip_lost_ids(loss, null);
   end $$`,
];

const GRANTS = [
  'revoke execute on function database_history(), is_known_database(text), last_given_ids(), skip_lost_ids(text, jsonb) from public',
  'grant execute on function database_history() to engine_ingress, engine_worker, engine_operator',
  'grant execute on function is_known_database(text) to engine_worker, engine_operator',
  'grant execute on function last_given_ids(), skip_lost_ids(text, jsonb) to engine_worker',
];

export class Histories extends Migration {
  override up(): void {
    for (const sql of [...HISTORY, ...IDS, ...GRANTS]) this.addSql(sql);
  }
}
