import { Migration } from '@mikro-orm/migrations';

/*
 * Prints may lie in a store of objects (ops/adr/0057). Of such a one PostgreSQL knows the hash and the day on which it was stored, and believes workers
 * that it is lost or damaged; of those that lie here it still judges by itself.
 */

/** Owns what may change prints; nobody can be it (0037). */
const PRINTS = 'engine_prints';

const TABLES = [
  'alter table prints alter column content drop not null',
  'alter table prints add column stored_on date',
  'alter table prints add column lost_at timestamptz',
  'alter table prints add constraint prints_place_check check ((content is null) = (stored_on is not null))',
  'alter table prints add constraint prints_lost_at_check check (lost_at is null or stored_on is not null)',
  // Whether an object of a day has a row is asked of all that lie in the store.
  'create index prints_stored_on_index on prints (stored_on, sha256) where stored_on is not null',
  // What is to be moved, one way or the other, is looked for every minute: of what lies where it should the index of the other place has nothing.
  'create index prints_inside_index on prints (id) where stored_on is null',
  'create index prints_outside_index on prints (id) where stored_on is not null',
];

const GUARDS = [
  `create or replace function is_pdf_intact(print bigint, own_content bytea, own_hash bytea) returns boolean language sql stable
   set search_path = public, pg_temp as $$
     select case when print is null then sha256(own_content) = own_hash
     else coalesce(
       (select case when q.content is null then q.lost_at is null else sha256(q.content) = q.sha256 end from prints q where q.id = print),
       true) end $$`,
  'drop trigger prints_refuse_update on prints',
  `create function guard_print() returns trigger language plpgsql set search_path = public, pg_temp as $$
   begin
     if (new.id, new.organization_id, new.version, new.sha256, new.printed_at)
        is distinct from (old.id, old.organization_id, old.version, old.sha256, old.printed_at)
        or (old.content is not null and sha256(old.content) <> old.sha256)
        or (new.content is not null and sha256(new.content) <> new.sha256)
     then
       raise exception 'update on prints is refused: their bytes are kept as they are, and only their place changes'
         using errcode = 'restrict_violation';
     end if;
     return new;
   end $$`,
  'create trigger prints_guard before update on prints for each row execute function guard_print()',
];

/** What workers may do to prints: tell that one is lost, and move one from one place to the other. */
const CHANGES: Readonly<Record<string, string>> = {
  'note_lost_print(print bigint)': `update prints p set lost_at = now() where p.id = print and p.stored_on is not null and p.lost_at is null`,
  'move_print_out(print bigint, day date)': `update prints p set content = null, stored_on = day where p.id = print and sha256(p.content) = p.sha256`,
  'move_print_in(print bigint, bytes bytea)': `update prints p set content = bytes, stored_on = null, lost_at = null where p.id = print and p.content is null and sha256(bytes) = p.sha256`,
};

const RIGHTS = [
  `grant update (content, stored_on, lost_at) on prints to ${PRINTS}`,
  `create policy changes on prints for update to ${PRINTS} using (true)`,
  `grant create on schema public to ${PRINTS}`,
  ...Object.entries(CHANGES).flatMap(([signature, update]) => {
    const name = signature.slice(0, signature.indexOf('('));
    return [
      `create function ${signature} returns boolean language sql volatile security definer set search_path = public, pg_temp
       begin atomic
         ${update} returning true;
       end`,
      `revoke execute on function ${name} from public`,
      `grant execute on function ${name} to engine_worker`,
      `alter function ${name} owner to ${PRINTS}`,
    ];
  }),
  `revoke create on schema public from ${PRINTS}`,
];

export class PrintsOutside extends Migration {
  override up(): void {
    // Functions in SQL are looked through when they are made.
    this.addSql('set local row_security = on');
    for (const sql of [...TABLES, ...GUARDS, ...RIGHTS]) this.addSql(sql);
    this.addSql('set local row_security = off');
  }
}
