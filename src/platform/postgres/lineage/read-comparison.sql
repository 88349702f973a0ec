-- What comparing a chain with AEAT's register needs; no row where nothing is to be compared. $1 chain
select c.id::float8 as "chainId", c.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif",
       c.installation_number as "installationNumber",
       c.sequence::float8 as sequence, m.halted_at is not null as "isHalted",
       to_char(least(c.last_issue_date::timestamp, coalesce(r.generated_at, c.created_at) at time zone 'Europe/Madrid')
               - interval '1 month', 'YYYY-MM') as "fromMonth",
       (extract(epoch from m.compare_since) * 1000)::float8 as "compareSince",
       (extract(epoch from m.compare_after) * 1000)::float8 as "compareAfter",
       database_lineage() as lineage
from remissions m
join chains c on c.id = m.chain_id
left join registration_records r on r.chain_id = c.id and r.sequence = c.sequence
where m.chain_id = $1 and m.compare_since is not null
