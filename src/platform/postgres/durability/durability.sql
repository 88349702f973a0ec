-- name: readDurability
-- not null: isStandby, commits, names
-- Returns what a commit waits for, as far as every login can see it; most logins cannot see the
-- state of standbys. Base backups, WAL receivers and subscribers also follow the WAL but are not
-- standbys. WAL receivers are recognised by their application name, because the kind of a walsender
-- is not visible.
select pg_is_in_recovery() as "isStandby",
       current_setting('synchronous_commit') as "commits",
       current_setting('synchronous_standby_names') as "names",
       (select count(*)::int from pg_stat_replication r
        where coalesce(r.application_name, '') !~* '^(pg_basebackup|pg_receivewal|barman_.*|pgbackrest( \[.*\])?|pghoard|wal-?g)$'
          and not exists (select from pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical')) as standbys
