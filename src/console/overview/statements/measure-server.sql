-- How PostgreSQL itself stands, as far as any login is told: connections of all databases, standbys, and whether its log is archived
select (select sum(numbackends) from pg_stat_database)::float8 as connections,
       (select sum(setting::int * case name when 'max_connections' then 1 else -1 end) from pg_settings
        where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::float8 as "connectionLimit",
       (select count(*) from pg_stat_replication)::float8 as standbys,
       case when current_setting('archive_mode') = 'off' then null
            else coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) end as "isArchiveFailing"
from pg_stat_archiver a
