import { Migration } from '@mikro-orm/migrations';
import { PIN_GUARDS } from './0010-walls.ts';

/*
 * What takes the room lies in partitions by id, and ids of a month are none of another month (ops/adr/0058): so a month can leave the database as a whole and come back, and nothing
 * is deleted row by row. What is looked up, added or linked stays in its rows for ever.
 */

/** The tables, with what their partitions are cut by, and the sequence that gives it out. */
const PARTITIONED = {
  document_packs: { key: 'batch_id', primary: 'batch_id, part', sequence: 'batches_id_seq' },
  record_packs: { key: 'batch_id', primary: 'batch_id, part', sequence: 'batches_id_seq' },
  prints: { key: 'id', primary: 'id', sequence: 'prints_id_seq' },
} as const;
type PartitionedTable = keyof typeof PARTITIONED;

/** Owns functions that change prints; nobody can be it (0037). */
const PRINTS = 'engine_prints';

/* What is in them is reached through their tables only: nobody has a right to them. */
const SCHEMA = ['create schema partitions', 'revoke all on schema partitions from public'];

const MONTHS = [
  `create table months (
    month date not null,
    first_batch_id bigint not null,
    first_print_id bigint not null,
    began_at timestamptz not null,
    left_at timestamptz,
    returned_at timestamptz,
    manifest_sha256 bytea,
    constraint months_pkey primary key (month),
    constraint months_month_check check (extract(day from month) = 1),
    constraint months_left_check check ((left_at is null) = (manifest_sha256 is null) and (returned_at is null or left_at is not null)),
    constraint months_manifest_sha256_check check (length(manifest_sha256) = 32)
  )`,
  // A month that left stays what it was; it may only come back to be read, and leave again.
  `create function guard_month() returns trigger language plpgsql as $$
   begin
     if (new.month, new.first_batch_id, new.first_print_id, new.began_at) is distinct from (old.month, old.first_batch_id, old.first_print_id, old.began_at)
        or (old.left_at is not null and (new.left_at, new.manifest_sha256) is distinct from (old.left_at, old.manifest_sha256))
     then
       raise exception 'month %: it began and left once', old.month using errcode = 'restrict_violation';
     end if;
     return new;
   end $$`,
  'create trigger months_guard before update on months for each row execute function guard_month()',
  'create trigger months_refuse_delete before delete or truncate on months for each statement execute function refuse_change()',
  'grant select on months to engine_ingress, engine_worker, engine_operator, engine_reader',
  `insert into months (month, first_batch_id, first_print_id, began_at)
   select date_trunc('month', now() at time zone 'Europe/Madrid')::date, 1, 1, now()`,
];

/** Ids of a partition, at least: 4,000 batches a second use them up in 25 seconds. */
const LEAST_IDS = 100_000;

/** Where ids end that a database has, or may give out while it is migrated. */
const FIRST_END = (sequence: string) =>
  `case when pg_sequence_last_value('${sequence}') is null then ${LEAST_IDS} else (pg_sequence_last_value('${sequence}') / ${LEAST_IDS} + 2) * ${LEAST_IDS} end`;

/** The rows of before become the first partition as they lie; the name is given to the whole, with all that belonged to it. */
const partition = (table: PartitionedTable): string => {
  const { key, primary, sequence } = PARTITIONED[table];
  return `
  do $$
  declare
    made text;
    until bigint := ${FIRST_END(sequence)};
  begin
    if '${table}' = 'prints' then
      alter sequence prints_id_seq owned by none;
    end if;
    alter table ${table} rename to ${table}_0;
    alter table ${table}_0 set schema partitions;
    create table ${table} (like partitions.${table}_0 including defaults including constraints including storage) partition by range (${key});
    alter table ${table} add constraint ${table}_pkey primary key (${primary});
    for made in
      select format('create policy %I on public.${table} for %s to %s using (%s)%s', p.policyname, p.cmd, array_to_string(p.roles, ', '), p.qual,
                    ' with check (' || p.with_check || ')')
      from pg_policies p where p.schemaname = 'partitions' and p.tablename = '${table}_0' order by p.policyname
    loop
      execute made;
    end loop;
    for made in
      select format('grant %s%s on public.${table} to %I', g.privilege_type, ' (' || g.columns || ')', g.grantee::regrole)
      from (
        select a.privilege_type, a.grantee, null as columns from pg_class c, aclexplode(c.relacl) a
        where c.oid = 'partitions.${table}_0'::regclass and a.grantee <> c.relowner
        union all
        select a.privilege_type, a.grantee, string_agg(quote_ident(t.attname), ', ') from pg_attribute t, aclexplode(t.attacl) a
        where t.attrelid = 'partitions.${table}_0'::regclass group by a.privilege_type, a.grantee) g
    loop
      execute made;
    end loop;
    for made in
      select unnest(array[replace(pg_get_triggerdef(t.oid), 'ON partitions.${table}_0 ', 'ON public.${table} '),
                          format('drop trigger %I on partitions.${table}_0', t.tgname)])
      from pg_trigger t where t.tgrelid = 'partitions.${table}_0'::regclass and not t.tgisinternal order by t.tgname
    loop
      execute made;
    end loop;
    for made in
      select unnest(array['drop policy ' || quote_ident(p.polname) || ' on partitions.${table}_0'])
      from pg_policy p where p.polrelid = 'partitions.${table}_0'::regclass
    loop
      execute made;
    end loop;
    execute (select coalesce(string_agg(format('revoke all on partitions.${table}_0 from %I', a.grantee::regrole), '; '), 'select')
             from pg_class c, aclexplode(c.relacl) a where c.oid = 'partitions.${table}_0'::regclass and a.grantee <> c.relowner);
    execute (select coalesce(string_agg(format('revoke all (%I) on partitions.${table}_0 from %I', t.attname, a.grantee::regrole), '; '), 'select')
             from pg_attribute t, aclexplode(t.attacl) a where t.attrelid = 'partitions.${table}_0'::regclass);
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create trigger refuse_delete before delete or truncate on partitions.${table}_0 for each statement execute function refuse_change();
    -- Told by a constraint what it is to hold, the table is not read again when it is attached.
    execute format('alter table partitions.${table}_0 add constraint ids check (${key} is not null and ${key} < %s)', until);
    execute format('alter table ${table} attach partition partitions.${table}_0 for values from (minvalue) to (%s)', until);
    alter table partitions.${table}_0 drop constraint ids;
  end $$`;
};

const REST_OF_TABLES = [
  'alter table prints add constraint prints_organization_id_foreign foreign key (organization_id) references organizations (id) on delete no action',
  'create index prints_stored_on_index on prints (stored_on, sha256) where stored_on is not null',
  'create index prints_inside_index on prints (id) where stored_on is null',
  'create index prints_outside_index on prints (id) where stored_on is not null',
  'alter sequence prints_id_seq owned by prints.id',
];

/** Their bodies mean the table of before, whatever its name is: they are made again, word for word, with the owner and the rights that they have. */
const CHANGES_OF_PRINTS = [
  'note_lost_print(bigint)',
  'move_print_out(bigint, date)',
  'move_print_in(bigint, bytea)',
];

const rebind = [
  `create temporary table rebound on commit drop as
   select pg_get_functiondef(f::regprocedure) as made from unnest(array[${CHANGES_OF_PRINTS.map((name) => `'${name}'`).join(', ')}]) f`,
  `grant select on rebound to ${PRINTS}`,
];
const bindAgain = [
  `grant create on schema public to ${PRINTS}`,
  `set local role ${PRINTS}`,
  `do $$
   declare made text;
   begin
     for made in select r.made from rebound r loop
       execute made;
     end loop;
   end $$`,
  'reset role',
  `revoke create on schema public from ${PRINTS}`,
];

/** Tables by the sequence that gives their ids out. */
const TABLES_OF = (sequence: string) =>
  Object.entries(PARTITIONED)
    .filter(([, of]) => of.sequence === sequence)
    .map(([table]) => `'${table}'`)
    .join(', ');

const FUNCTIONS = [
  // Where the partitions of a table end: ids from there on have no place yet.
  `create function partitions_end(partitioned regclass) returns bigint language sql stable set search_path = pg_catalog, pg_temp
   return (select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([0-9]+)''\\)')::bigint)
           from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = partitioned)`,
  // Empty, and no part of its table yet.
  `create function make_partition_apart(partitioned text, first bigint) returns text language plpgsql
   set search_path = pg_catalog, public, pg_temp as $$
   declare
     made text := partitioned || '_' || first;
   begin
     execute format('create table partitions.%I (like public.%I including constraints including indexes including storage)', made, partitioned);
     execute format('alter table partitions.%I enable row level security', made);
     execute format('alter table partitions.%I force row level security', made);
     execute format('create trigger refuse_delete before delete or truncate on partitions.%I for each statement execute function refuse_change()', made);
     return made;
   end $$`,
  `create function make_partition(partitioned text, first bigint, until bigint) returns void language plpgsql
   set search_path = pg_catalog, public, pg_temp as $$
   begin
     execute format('alter table public.%I attach partition partitions.%I for values from (%s) to (%s)',
                    partitioned, make_partition_apart(partitioned, first), first, until);
   end $$`,
  `create function partition_after(partitioned regclass, id bigint) returns bigint language sql stable set search_path = pg_catalog, pg_temp
   return (select min(b.began)
           from (select substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''([0-9]+)''\\)')::bigint as began
                 from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = partitioned) b
           where b.began > id)`,
  /*
   * Workers look every ten seconds whether there is room for as many ids as the last partition has, and a whole partition for the next month. A partition is as
   * large as a tenth to all of what the month has used, so that a month has some of them and never hundreds. The tables of one sequence at a time: who waited for those of both would
   * wait for somebody who waits for it.
   */
  `create function make_partitions() returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
   declare
     kind record;
     last bigint;
     size bigint;
     until bigint;
     made boolean := false;
   begin
     if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then
       return false;
     end if;
     for kind in
       select * from (values ('batches_id_seq'::regclass, array[${TABLES_OF('batches_id_seq')}], (select max(first_batch_id) from months)),
                             ('prints_id_seq', array[${TABLES_OF('prints_id_seq')}], (select max(first_print_id) from months))) k (sequence, tables, month_began)
     loop
       last := pg_sequence_last_value(kind.sequence);
       size := greatest(${LEAST_IDS}, (10 ^ floor(log(greatest(last - kind.month_began, 1)::numeric)))::bigint);
       continue when last is null
         or (partitions_end(kind.tables[1]::regclass) >= last + size and partition_after(kind.tables[1]::regclass, last) is not null);
       perform pg_advisory_xact_lock(7265374104);
       loop
         until := partitions_end(kind.tables[1]::regclass);
         exit when until >= last + size and partition_after(kind.tables[1]::regclass, last) is not null;
         -- After a leap of ids (skip_lost_ids) one reaches over all that nobody got.
         perform make_partition(t, until, until + size * greatest(1, ceil((last + 1 - until)::numeric / size)::bigint)) from unnest(kind.tables) t;
         made := true;
       end loop;
       exit when made;
     end loop;
     return made;
   end $$`,
  /*
   * Begins a month: its ids begin at a partition that has none, which must be there already. Whoever draws an id meanwhile waits, and all that were drawn before are stored or given up by then.
   */
  `create function begin_month(today date) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
   declare
     begun date := date_trunc('month', today)::date;
     newest months;
     first_batch bigint;
     first_print bigint;
   begin
     if pg_is_in_recovery() or current_setting('transaction_read_only')::boolean or begun <= (select max(month) from months) then
       return false;
     end if;
     perform pg_advisory_xact_lock(7265374104);
     select * into newest from months order by month desc limit 1;
     if begun <= newest.month then
       return false;
     end if;
     alter sequence batches_id_seq no cycle;
     alter sequence prints_id_seq no cycle;
     first_batch := first_id_of_next_month('batches_id_seq', 'document_packs', newest.first_batch_id);
     first_print := first_id_of_next_month('prints_id_seq', 'prints', newest.first_print_id);
     if first_batch is null or first_print is null then
       return false;
     end if;
     if first_batch > newest.first_batch_id then
       perform setval('batches_id_seq', first_batch - 1);
     end if;
     if first_print > newest.first_print_id then
       perform setval('prints_id_seq', first_print - 1);
     end if;
     insert into months (month, first_batch_id, first_print_id, began_at) values (begun, first_batch, first_print, now());
     return true;
   end $$`,
  // The same where the month has used none; null where no partition is ready.
  `create function first_id_of_next_month(sequence regclass, partitioned regclass, month_began bigint) returns bigint language sql
   set search_path = pg_catalog, public, pg_temp
   return case when coalesce(pg_sequence_last_value(sequence), 0) < month_began then month_began
               else partition_after(partitioned, pg_sequence_last_value(sequence)) end`,
  ...[
    'partitions_end(regclass)',
    'make_partition_apart(text, bigint)',
    'make_partition(text, bigint, bigint)',
    'partition_after(regclass, bigint)',
    'first_id_of_next_month(regclass, regclass, bigint)',
  ].map((name) => `revoke execute on function ${name} from public`),
  'revoke execute on function make_partitions(), begin_month(date) from public',
  'grant execute on function make_partitions() to engine_ingress, engine_worker, engine_operator, engine_dashboard, engine_retention',
  'grant execute on function begin_month(date) to engine_worker',
];

export class Months extends Migration {
  override up(): void {
    for (const sql of [...SCHEMA, ...MONTHS, ...rebind]) this.addSql(sql);
    for (const table of Object.keys(PARTITIONED)) this.addSql(partition(table as PartitionedTable));
    // Functions in SQL are looked through when they are made.
    this.addSql('set local row_security = on');
    for (const sql of [...REST_OF_TABLES, ...bindAgain, ...FUNCTIONS]) this.addSql(sql);
    this.addSql(PIN_GUARDS);
    this.addSql('set local row_security = off');
  }
}
