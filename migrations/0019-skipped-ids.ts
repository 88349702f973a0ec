import { Migration } from '@mikro-orm/migrations';

/*
 * A failover, a recovery to a moment or a restored backup may have lost the last batches, whose ids clients hold: the sequences know nothing of them and
 * would give the same ids to others. So they leap ahead before anything is written there, once for each such loss (ops/adr/0011).
 * Whoever opens a connection asks; only where the database is another one than that for which they leapt last does anything happen.
 */

const TABLE = `
  create table skipped_ids (
    id smallint not null,
    identity text not null,
    lost text,
    primary key (id)
  );
  alter table skipped_ids add constraint skipped_ids_id_check check (id = 1);
  insert into skipped_ids (id, identity) select 1, i::text from database_identity() i;
`;

/* A million: 380 batches of one invoice a second, which one ingress was seen to accept, take 44 minutes for that. A standby has nothing to give out. */
const FUNCTIONS = [
  `create function skip_lost_ids(loss text) returns boolean
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
     perform setval(s.seqrelid::regclass, coalesce(pg_sequence_last_value(s.seqrelid::regclass), 0) + 1000000)
     from pg_sequence s
     join pg_class c on c.oid = s.seqrelid
     where c.relnamespace = 'public'::regnamespace and c.relname not like 'migrations%';
     insert into skipped_ids (id, identity, lost) values (1, current_identity, loss)
     on conflict (id) do update set identity = excluded.identity, lost = coalesce(excluded.lost, skipped_ids.lost);
     return true;
   end $$`,
  // The API could leap as often as it likes, were it told of any loss that it names.
  `create function skip_lost_ids() returns boolean language sql security definer set search_path = pg_catalog, public, pg_temp
   return skip_lost_ids(null)`,
  'revoke execute on function skip_lost_ids(text), skip_lost_ids() from public',
  'grant execute on function skip_lost_ids(text) to engine_worker',
  'grant execute on function skip_lost_ids() to engine_ingress, engine_worker, engine_operator, engine_dashboard, engine_retention',
];

export class SkippedIds extends Migration {
  override up(): void {
    this.addSql(TABLE);
    for (const sql of FUNCTIONS) this.addSql(sql);
  }
}
