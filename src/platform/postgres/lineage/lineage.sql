-- name: markChains
-- params: now, chainId?
-- Marks chains for comparison with AEAT before anything else is issued in them: those of
-- organizations that register in VeriFactu, and those with records in any other, whose issuers were
-- decided to be in VeriFactu. Locks them first, in the order of lockChains, so that a transaction
-- that issues in a chain has either committed or sees the mark.
with held as materialized (
  select c.id, c.organization_id, c.issuer_nif
  from chains c join organizations o on o.id = c.organization_id
  where c.retired_at is null and (o.verifactu or c.sequence > 0) and ($2::bigint is null or c.id = $2)
  order by c.organization_id, c.issuer_nif
  for no key update of c
)
update remissions m set compare_since = $1, compare_after = null
from held
where m.chain_id = held.id
returning m.chain_id::float8 as "chainId", held.organization_id::float8 as "organizationId", held.issuer_nif as "issuerNif"

-- name: markSpfeIssuers
-- Marks all issuers whose invoices were ever to be sent to the SPFE for comparison with it: nothing of them is sent until then.
insert into spfe_issuers (organization_id, issuer_nif, must_compare)
select distinct c.organization_id, c.issuer_nif, true
from chains c
where exists (select from spfe_decisions d where d.issuer_nif = c.issuer_nif and d.mode = 'send')
on conflict (organization_id, issuer_nif) do update set must_compare = true, comparing_from = null, compared_page = null

-- name: readComparison
-- params: chainId
-- not null: lineage
-- Returns the data for comparing a chain with AEAT's register. Returns no row if the chain is not
-- marked for comparison.
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

-- name: retireChain
-- params: chainId, now
-- Retires a chain that is marked for comparison. The next batch opens another chain; records that
-- are not remitted yet are still sent. Locks the chain first, as markChains does.
with held as materialized (
  select id from chains where id = $1 for update
), freed as (
  update remissions m set compare_since = null, compare_after = null, halted_at = null, halted_reason = null, failures = 0
  from held
  where m.chain_id = held.id and m.compare_since is not null
  returning m.chain_id
)
update chains c set retired_at = $2 from freed where c.id = freed.chain_id

-- name: findHashes
-- params: chainId, sequences
-- Returns the huellas of records of a chain.
select sequence::float8 as sequence, hash from registration_records where chain_id = $1 and sequence = any ($2::bigint[])

-- fragment: ofThisComparison
-- True only if the chain was neither marked again nor halted since the comparison began.
where chain_id = $1 and (extract(epoch from compare_since) * 1000)::float8 = $2 and halted_at is null

-- name: endComparison
-- params: chainId, compareSince
-- Ends the comparison of a chain with AEAT's register, so that it continues.
update remissions set compare_since = null, compare_after = null
-- include: ofThisComparison

-- name: postponeComparison
-- params: chainId, compareSince, next
-- Postpones the comparison of a chain until a given time after AEAT gave no clear answer.
update remissions set compare_after = $3
-- include: ofThisComparison

-- name: haltChain
-- params: chainId, compareSince, now, reason
-- Halts a chain of which AEAT has records that the database lacks.
update remissions set halted_at = $3, halted_reason = $4
-- include: ofThisComparison

-- name: nameLineage
-- not null: lineage
-- Returns the lineage to which the WAL positions belong.
select database_lineage() as lineage

-- name: readLogPosition
-- not null: bytes
-- Returns the flushed position of the WAL in bytes since its beginning, and the time of the
-- database in milliseconds since 1970.
select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as bytes, (extract(epoch from clock_timestamp()) * 1000)::float8 as now

-- name: readGivenIds
-- not null: given
-- Returns the last ids that the sequences gave out, by the names of the sequences, as JSON.
select last_given_ids()::text as given

-- name: recognizeDatabase
-- not null: isKnown
-- Returns whether the database is the one recorded last, and whether none was recorded before.
select is_known_database() as "isKnown", not exists (select from database_identities) as "isFirst"
