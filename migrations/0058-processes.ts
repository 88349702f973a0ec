import { Migration } from '@mikro-orm/migrations';
import { ensureRole } from './0005-row-security.ts';

/*
 * The processes that run, and what each tells of the settings that all must agree on (src/contracts/shared-settings.ts). PostgreSQL is the one place that a process with another Redis, another
 * address of AEAT or another release shares with the others. Each process renews its own row by a function, and may change no other.
 */

/** Owns the functions, and nobody can be it. */
const REGISTRAR = 'engine_registrar';

const TABLE = [
  `create table processes (
    id uuid primary key,
    role varchar(20) not null,
    host varchar(255) not null,
    pid int not null,
    version varchar(50) not null,
    told jsonb not null,
    started_at timestamptz not null default now(),
    redis_changed_at timestamptz,
    renewed_at timestamptz not null default now()
  )`,
  `alter table processes add constraint processes_role_check check (role in ('ingress', 'worker', 'dashboard'))`,
  // No process tells so much.
  `alter table processes add constraint processes_told_check check (length(told::text) <= 10000)`,
  `grant select (role, host, pid, version, told, started_at, redis_changed_at, renewed_at) on processes
   to engine_ingress, engine_worker, engine_operator, engine_dashboard`,
  // A backup reads every column.
  'grant select on processes to engine_reader',
  `grant select, insert, update, delete on processes to ${REGISTRAR}`,
];

/* Who knows the id of a row has made it: it is a random one, and told to nobody. Rows that were not renewed for ten minutes are of processes that died. */
const FUNCTIONS = {
  'renew_process(uuid, text, text, integer, text, jsonb)': `
    create function renew_process(process uuid, kind text, machine text, process_id integer, release text, tells jsonb) returns void
    language sql volatile security definer as $$
      delete from public.processes where renewed_at < now() - interval '10 minutes';
      insert into public.processes as p (id, role, host, pid, version, told) values (process, kind, machine, process_id, release, tells)
      on conflict (id) do update
        set told = excluded.told, renewed_at = now(),
            redis_changed_at = case when p.told -> 'redis' ->> 'key' <> excluded.told -> 'redis' ->> 'key' then now() else p.redis_changed_at end
    $$`,
  'end_process(uuid)': `
    create function end_process(process uuid) returns void language sql volatile security definer as $$
      delete from public.processes where id = process
    $$`,
};

export class Processes extends Migration {
  override up(): void {
    this.addSql(ensureRole(REGISTRAR));
    for (const sql of TABLE) this.addSql(sql);
    this.addSql(`grant usage on schema public to ${REGISTRAR}`);
    this.addSql(`grant create on schema public to ${REGISTRAR}`);
    for (const [name, sql] of Object.entries(FUNCTIONS)) {
      this.addSql(sql);
      this.addSql(`alter function ${name} set search_path = pg_catalog, pg_temp`);
      this.addSql(`revoke execute on function ${name} from public`);
      this.addSql(`grant execute on function ${name} to engine_ingress, engine_worker, engine_dashboard`);
      this.addSql(`alter function ${name} owner to ${REGISTRAR}`);
    }
    this.addSql(`revoke create on schema public from ${REGISTRAR}`);
  }
}
