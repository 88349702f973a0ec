import type { Pool } from 'pg';
import { withTransaction } from '../database.ts';
import { ENGINE_ROLES } from '../logins/process-roles.ts';

/*
 * Describes the schema as text from PostgreSQL's catalogs. Reviewers see in it how a migration
 * changes the schema. `npm run engine -- doctor` compares it with the database, and
 * `npm run migrate` restores the privileges that it lists, so what is not described here is not
 * compared either.
 */
const QUERIES = {
  columns: `
    select format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                  case when a.attnotnull then ' not null' else '' end,
                  coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) as line
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
  // Storage of rows and columns of a table, where it differs from the default, and tables that a
  // crash empties.
  storage: `
    select format('%s %s', relname, array_to_string(reloptions, ', ')) as line from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and reloptions is not null
    union all
    select format('%s.%s external', c.relname, a.attname)
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    where a.attnum > 0 and not a.attisdropped and a.attstorage = 'e'
    union all
    select format('%s unlogged', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relpersistence = 'u'
    order by line`,
  sequences: `
    select format('%s %s from %s by %s%s, owned by %s', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement,
                  case when s.seqcycle then ', cycles' else '' end, coalesce(format('%s.%s', d.refobjid::regclass, a.attname), 'no column')) as line
    from pg_sequence s
    join pg_class c on c.oid = s.seqrelid and c.relnamespace = 'public'::regnamespace
    left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype = 'a'
      and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
    left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    order by line`,
  partitions: `
    select format('%s by %s: %s %s', i.inhparent::regclass, pg_get_partkeydef(i.inhparent), c.oid::regclass, pg_get_expr(c.relpartbound, c.oid)) as line
    from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
    order by line`,
  'tables of partitions with their triggers': `
    select format('%s %s', c.oid::regclass, string_agg(pg_get_triggerdef(t.oid), ', ')) as line
    from pg_class c
    left join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal and t.tgparentid = 0
    where c.relkind = 'r' and c.relnamespace = 'partitions'::regnamespace
    group by c.oid
    order by line`,
  'partitions whose rows could be deleted': `
    select c.oid::regclass::text as line from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'partitions'::regnamespace
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'refuse_delete')
    order by line`,
  constraints: `
    select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    order by conrelid::regclass::text, conname`,
  indexes: `select indexdef as line from pg_indexes where schemaname = 'public' order by tablename, indexname`,
  'indexes that cannot be used': `
    select indexrelid::regclass::text as line from pg_index i join pg_class c on c.oid = i.indexrelid
    where not (i.indisvalid and i.indisready) and c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
    order by line`,
  triggers: `
    select pg_get_triggerdef(oid) as line from pg_trigger
    where not tgisinternal order by tgrelid::regclass::text, tgname`,
  // Those of foreign keys included, which have no other name.
  'triggers that do not fire': `
    select format('%s on %s', case when tgisinternal then 'all' else quote_ident(tgname) end, tgrelid::regclass) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where tgenabled <> 'O' and c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
    group by 1 order by line`,
  functions: `
    select pg_get_functiondef(oid) as line from pg_proc
    where pronamespace = 'public'::regnamespace order by proname, oid::regprocedure::text`,
  policies: `
    select format('create policy %I on %I%s for %s to %s%s%s', policyname, tablename, case when permissive = 'PERMISSIVE' then '' else ' as restrictive' end,
                  lower(cmd), array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')') as line
    from pg_policies where schemaname in ('public', 'partitions') order by tablename, policyname`,
  'tables without row-level security, also for their owner': `
    select oid::regclass::text as line from pg_class
    where relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and relkind in ('r', 'p')
      and not (relrowsecurity and relforcerowsecurity)
    order by line`,
  'owners of functions, where they are not who migrates': `
    select format('%s %s', oid::regprocedure, proowner::regrole) as line from pg_proc
    where pronamespace = 'public'::regnamespace
      and proowner <> (select relowner from pg_class where oid = 'migrations'::regclass)
    order by oid::regprocedure::text`,
  'tables and sequences that do not belong to who migrates': `
    select format('%s %s', oid::regclass, relowner::regrole) as line from pg_class
    where relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and relkind in ('r', 'p', 'S')
      and relowner <> (select relowner from pg_class where oid = 'migrations'::regclass)
    order by line`,
  // Privileges on tables, sequences, columns and functions. Functions without a list grant
  // everybody the right to call them.
  privileges: `
    select format('%s on %s: %s', case when grantee = 0 then 'public' else grantee::regrole::text end, object,
                  string_agg(lower(privilege_type) || case when is_grantable then ' with grant option' else '' end, ', ' order by privilege_type)) as line
    from (
      select oid::regclass::text as object, (aclexplode(relacl)).*, relowner as owner from pg_class
      where relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
      union all
      select c.oid::regclass || '.' || a.attname, (aclexplode(a.attacl)).*, c.relowner
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
      where not a.attisdropped
      union all
      select oid::regprocedure::text, (aclexplode(coalesce(proacl, acldefault('f', proowner)))).*, proowner from pg_proc
      where pronamespace = 'public'::regnamespace
    ) granted
    where grantee <> owner
    group by grantee, object
    order by line`,
  'privileges of schemas': `
    select format('%s on %s: %s', case when grantee = 0 then 'public' else grantee::regrole::text end, nspname,
                  string_agg(lower(privilege_type), ', ' order by privilege_type)) as line
    from (
      select nspname, nspowner, (aclexplode(coalesce(nspacl, acldefault('n', nspowner)))).* from pg_namespace
      where nspname in ('public', 'partitions')
    ) granted
    where grantee <> nspowner
    group by grantee, nspname
    order by line`,
  // Privileges that tables, sequences and functions of later migrations grant by default. Functions
  // grant nothing to PUBLIC.
  'default privileges of who migrates': `
    select format('%s%s: %s', case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' else defaclobjtype::text end,
                  case when defaclnamespace = 0 then '' else format(' in %s', defaclnamespace::regnamespace) end,
                  coalesce((select string_agg(format('%s %s', case when g.grantee = 0 then 'public' else g.grantee::regrole::text end, lower(g.privilege_type)),
                                              ', ' order by g.grantee::regrole::text, g.privilege_type)
                            from aclexplode(defaclacl) g where g.grantee <> defaclrole), 'nobody')) as line
    from pg_default_acl
    where defaclrole = (select relowner from pg_class where oid = 'migrations'::regclass)
    order by line`,
  // A monitor that may see sessions of other logins is optional, so its role is left out.
  'roles with more than their privileges': `
    select format('%s: %s', r.rolname, has.line) as line
    from pg_roles r
    cross join lateral (
      select unnest(array_remove(array[
        case when r.rolsuper then 'superuser' end, case when r.rolbypassrls then 'bypassrls' end, case when r.rolcreaterole then 'createrole' end,
        case when r.rolcreatedb then 'createdb' end, case when r.rolreplication then 'replication' end, case when r.rolcanlogin then 'login' end], null)) as line
      union all
      select 'member of ' || m.roleid::regrole from pg_auth_members m
      where m.member = r.oid and not (r.rolname = 'engine_monitor' and m.roleid = 'pg_read_all_stats'::regrole)) has
    where r.rolname = any ($1)
    order by line`,
};

/** Describes the schema of a database, one section per kind of object, in a fixed order. */
export function describeSchema(pool: Pool): Promise<string> {
  return withTransaction(pool, async (client) => {
    // Names are written without their schema only for the schemas of the search path.
    await client.query('set local search_path = public, pg_catalog');
    const sections: string[] = [];
    for (const [name, text] of Object.entries(QUERIES)) {
      // oxlint-disable-next-line no-await-in-loop -- on one connection
      const { rows } = await client.query<{ line: string }>(text, text.includes('$1') ? [ENGINE_ROLES] : []);
      const lines = rows.map(({ line }) =>
        // Only functions have several lines.
        name === 'functions' ? line.trimEnd() : line.trim().replaceAll(/\s*\n\s*/g, ' '),
      );
      sections.push([`-- ${name}`, ...lines].join('\n'));
    }
    return `${sections.join('\n\n')}\n`;
  });
}
