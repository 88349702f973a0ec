-- name: readDurability
-- not null: isStandby, commits, names
-- What a commit waits for, as far as any login is told: the states of standbys are hidden from most. A base backup, a receiver of the log and a subscriber
-- follow the log, too, and are no standbys. A receiver is known by the name that its program gives itself, the kind of a walsender is not told to a login.
select pg_is_in_recovery() as "isStandby",
       current_setting('synchronous_commit') as "commits",
       current_setting('synchronous_standby_names') as "names",
       (select count(*)::int from pg_stat_replication r
        where coalesce(r.application_name, '') !~* '^(pg_basebackup|pg_receivewal|barman_.*|pgbackrest( \[.*\])?|pghoard|wal-?g)$'
          and not exists (select from pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical')) as standbys
