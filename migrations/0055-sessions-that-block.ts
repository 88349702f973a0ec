import { Migration } from '@mikro-orm/migrations';
import { ensureRole } from './0005-row-security.ts';

/*
 * Which sessions of the database hold up others, or keep a transaction open. PostgreSQL tells a login when the transactions of other logins began, and what they run, only where it
 * may read all statistics: a function of a role that may (`npm run migrate` grants it) tells the engine's roles this much and nothing else.
 */

/** Owns the function, and nobody can be it. */
const MONITOR = 'engine_monitor';

const NAME = 'list_held_sessions(double precision, double precision)';

/**
 * What of a statement may be shown to whoever looks after the engine: what it does to which tables. Customers' data stands in quoted literals, numbers, comments and quoted names: the text
 * ends before the first quotation mark, dollar quote or comment, and numbers are left out. Values that were sent beside a statement are no part of it.
 */
const SHOWN = `left(regexp_replace(regexp_replace(regexp_replace(a.query, '(''|"|\\$[^0-9]|--|/\\*).*$', '…'), '\\m[0-9][0-9.]*', '#', 'g'), '\\s+', ' ', 'g'), 120)`;

/* Locks that keep others from writing to one of our tables, whether somebody waits for them at this moment or not: the engine's own statements wait for five seconds, and come again. */
const STRONG = `('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

const FUNCTION = `
  create function list_held_sessions(least_idle_seconds double precision, least_transaction_seconds double precision)
  returns table (kind text, pid integer, login name, application text, state text, transaction_since timestamptz, waited_for_since timestamptz,
                 relation text, mode text, blocked integer, statement text)
  language sql volatile security definer as $$
    with recursive waiting as materialized (
      select l.pid, l.waitstart, coalesce(l.relation, (select t.relation from pg_locks t where t.pid = l.pid and t.locktype = 'tuple' limit 1)) as relation, l.mode
      from pg_locks l
      where not l.granted
        and l.pid in (select s.pid from pg_stat_activity s where s.datid = (select d.oid from pg_database d where d.datname = current_database()))
      order by l.waitstart nulls last
      limit 100
    ), waits as materialized (
      select w.pid, b.pid as blocker from waiting w cross join lateral unnest(pg_blocking_pids(w.pid)) b (pid)
    ), held_up (blocker, pid) as (
      -- Of those who wait for each other in a row the first: whoever waits too blocks nobody by itself.
      select w.blocker, w.pid from waits w where w.blocker not in (select o.pid from waiting o)
      union
      select h.blocker, w.pid from held_up h join waits w on w.blocker = h.pid
    ), blockers as (
      select h.blocker as pid, min(w.waitstart) as first_wait, (array_agg(w.relation order by w.waitstart))[1] as relation,
             (array_agg(w.mode order by w.waitstart))[1] as mode, count(distinct w.pid)::int as blocked
      from held_up h join waiting w on w.pid = h.pid
      group by h.blocker
    ), holders as (
      select l.pid, min(l.relation) as relation, max(l.mode) as mode
      from pg_locks l
      join pg_class c on c.oid = l.relation and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      where l.granted and l.locktype = 'relation' and l.mode in ${STRONG}
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and l.pid not in (select o.pid from waiting o)
      group by l.pid
    ), found as (
      select case when b.pid is not null or h.pid is not null then 'blocking'
                  when a.state like 'idle in transaction%' then 'idle' else 'long' end as kind,
             coalesce(a.pid, b.pid) as pid, a.usename, a.application_name, a.state, a.xact_start, b.first_wait,
             coalesce(h.relation, b.relation) as relation, coalesce(h.mode, b.mode) as mode, coalesce(b.blocked, 0) as blocked,
             case when a.query <> '<insufficient privilege>' then ${SHOWN} end as statement
      from blockers b
      full join holders h on h.pid = b.pid
      full join (select s.* from pg_stat_activity s
                 where s.datid = (select d.oid from pg_database d where d.datname = current_database()) and s.pid <> pg_backend_pid()) a
        on a.pid = coalesce(b.pid, h.pid)
      where b.pid is not null
         or h.pid is not null and a.pid is not null
         or a.backend_type = 'client backend'
            and (a.state like 'idle in transaction%' and a.state_change < clock_timestamp() - make_interval(secs => least_idle_seconds)
                 or a.xact_start < clock_timestamp() - make_interval(secs => least_transaction_seconds))
    )
    select f.kind, f.pid, f.usename, f.application_name, f.state, f.xact_start, f.first_wait, f.relation::regclass::text, f.mode, f.blocked, f.statement
    from found f
    order by array_position('{blocking,idle,long}', f.kind), f.blocked desc, coalesce(f.xact_start, f.first_wait)
    limit 20
  $$`;

export class SessionsThatBlock extends Migration {
  override up(): void {
    this.addSql(ensureRole(MONITOR));
    this.addSql(`grant usage on schema public to ${MONITOR}`);
    this.addSql(FUNCTION);
    this.addSql(`revoke execute on function ${NAME} from public`);
    this.addSql(
      `grant execute on function ${NAME} to engine_ingress, engine_worker, engine_operator, engine_reader, engine_dashboard`,
    );
    // Names of tables stand without their schema: it is the only one that is looked through.
    this.addSql(`alter function ${NAME} set search_path = pg_catalog, public, pg_temp`);
    this.addSql(`grant create on schema public to ${MONITOR}`);
    this.addSql(`alter function ${NAME} owner to ${MONITOR}`);
    this.addSql(`revoke create on schema public from ${MONITOR}`);
  }
}
