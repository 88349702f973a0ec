-- Whether anything may be issued in chains that the transaction holds: a statement of its own, so that it sees what was committed while they
-- were waited for. Who marks chains holds them, too. $1 organization · $2 issuers' NIFs · $3 lineage in use, or null
select is_database_in_use($3) as "isKnownDatabase",
       coalesce(bool_or(m.compare_since is not null), false) as "isCompared",
       (1000 * extract(epoch from clock_timestamp() - max(m.compare_since)))::float8 as "comparedFor",
       coalesce(bool_or(m.halted_at is not null), false) as "isHalted"
from chains c
join remissions m on m.chain_id = c.id
where c.organization_id = $1 and c.issuer_nif = any ($2::text[]) and c.retired_at is null
