-- name: listTableParents
-- params: left
-- unprepared
-- Lists the tables of the database, except some, with the tables that each references.
select c.relname as name,
       array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and p.oid <> c.oid) as parents
from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1::text[])
order by c.relname

-- name: listHiddenTables
-- unprepared
-- Lists the tables in which row-level security may hide rows from the current login.
select c.relname as name from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and row_security_active(c.oid)
  and (not exists (select from pg_policy p
                   where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
                     and pg_get_expr(p.polqual, p.polrelid) = 'true'
                     and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role(r, 'usage')))
       or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')))

-- name: listSequences
-- unprepared
-- Lists the sequences with the last value of each.
select sequencename as name, coalesce(last_value, 0)::float8 as last from pg_sequences
where schemaname = 'public' and sequencename not like 'migrations%' order by sequencename

-- name: listMigrations
-- unprepared
-- Lists the applied migrations of the database.
select name from migrations order by name

-- name: readMoment
-- unprepared
-- Returns the time of the snapshot of a backup, as JSON.
select to_json(now())::text as now

-- name: listLiveKeys
-- unprepared
-- Lists the API keys that are not revoked.
select k.id::float8 as id, k.prefix, k.organization_id::float8 as "organizationId", o.name as "organizationName",
       (extract(epoch from k.created_at) * 1000)::float8 as "createdAt"
from api_keys k join organizations o on o.id = k.organization_id where k.revoked_at is null order by k.id

-- name: listLiveCertificates
-- unprepared
-- Lists the certificates that are not removed.
select id::float8 as id, organization_id::float8 as "organizationId", issuer_nif as "issuerNif", subject
from certificates where removed_at is null order by id

-- name: countLiveSessions
-- params: now
-- unprepared
-- Counts the sessions that have not expired and whose API key is not revoked.
select count(*)::float8 as count from sessions s join api_keys k on k.id = s.api_key_id
where s.expires_at > $1 and k.revoked_at is null

-- name: listSecuredTables
-- unprepared
-- Lists the tables with row-level security.
select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relrowsecurity

-- name: listStoredColumns
-- params: table
-- not null: name
-- unprepared
-- Lists the quoted names of the columns of a table, without generated columns.
select quote_ident(attname) as name from pg_attribute
where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
