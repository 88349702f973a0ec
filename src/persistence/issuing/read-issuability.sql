-- Whether anything may be issued in chains that the transaction holds: a statement of its own, so that it sees what was committed while they
-- were waited for. Who marks chains holds them, too. $1 chains · $2 history in use, or null
select is_database_in_use($2) as "isKnownDatabase",
       exists (select from remissions m where m.chain_id = any ($1::bigint[]) and m.compare_since is not null) as "isCompared",
       (select 1000 * extract(epoch from clock_timestamp() - max(m.compare_since))
        from remissions m where m.chain_id = any ($1::bigint[]))::float8 as "comparedFor",
       exists (select from remissions m where m.chain_id = any ($1::bigint[]) and m.halted_at is not null) as "isHalted"
