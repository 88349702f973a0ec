-- name: listAnchors
-- params: chainId
-- Lists the ranges of a chain's records that are archived with their months.
select first_sequence::float8 as "firstSequence", last_sequence::float8 as "lastSequence", hash_before as "hashBefore", last_hash as "lastHash"
from month_anchors where chain_id = $1 order by first_sequence

-- name: listChains
-- params: organizationId?, issuerNif?
-- Lists chains with their heads.
select c.id::float8 as id, c.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif",
       c.installation_number as "installationNumber", c.sequence::float8 as sequence, c.last_hash as "lastHash"
from chains c
where ($1::bigint is null or c.organization_id = $1) and ($2::text is null or c.issuer_nif = $2)
order by c.id

-- name: listExportedRecords
-- params: organizationId, issuerNif, firstDay, lastDay, afterChainId, afterSequence, most
-- Lists the records of an issuer's invoices in a range of days, in the order of their chain. A
-- retired chain comes before the one that replaced it.
select r.chain_id::float8 as "chainId", r.sequence::float8 as sequence, r.xml, r.issued_invoice_id::float8 as "invoiceId",
       x.issuer_name as "issuerName"
from chains c
join registration_records r on r.chain_id = c.id and (r.chain_id, r.sequence) > ($5, $6)
join issued_invoices x on x.id = r.issued_invoice_id and x.issue_date between $3 and $4
where c.organization_id = $1 and c.issuer_nif = $2
order by r.chain_id, r.sequence
limit $7

-- name: listRecords
-- params: chainId, after, most
-- Lists the next records of a chain with the data of their invoices.
select r.sequence::float8 as sequence, r.kind, r.previous_hash as "previousHash", r.hash, r.xml, r.issued_invoice_id::float8 as "invoiceId",
       x.issuer_nif as "issuerNif", x.invoice_number as number, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate",
       x.total::text as total, m.month is not null as "isAway"
from registration_records r
cross join lateral (select a.* from issued_invoices a where a.id = r.issued_invoice_id limit 1) x
left join archived_months() m on r.xml is null and r.issued_invoice_id / 1000 >= m.first_batch and r.issued_invoice_id / 1000 < m.end_batch
where r.chain_id = $1 and r.sequence > $2
order by r.sequence
limit $3

-- name: listRemissions
-- params: organizationId?, most?, chainIds?
-- Returns the state of the remission of chains for operators: of an organization, of given chains,
-- or of a limited number of chains with open work. Chains that need a person come first. A null
-- parameter matches every chain.
select m.chain_id::float8 as "chainId", m.organization_id::float8 as "organizationId", c.issuer_nif as "issuerNif",
       c.sequence::float8 as records, (c.sequence - m.remitted_sequence)::float8 as pending,
       (extract(epoch from m.next_allowed_at) * 1000)::float8 as "nextAllowedAt", (extract(epoch from m.sending_until) * 1000)::float8 as "sendingUntil",
       (extract(epoch from m.incident_since) * 1000)::float8 as "incidentSince", m.failures,
       (extract(epoch from m.halted_at) * 1000)::float8 as "haltedAt", m.halted_reason as "haltedReason", (extract(epoch from m.compare_since) * 1000)::float8 as "compareSince",
       (extract(epoch from m.compare_after) * 1000)::float8 as "compareAfter", c.retired_at is not null as "isRetired",
       (extract(epoch from p.generated_at) * 1000)::float8 as "pendingSince", last_try as "lastTry", m.wait_seconds as "waitSeconds",
       m.excessive_wait_seconds as "excessiveWaitSeconds", (extract(epoch from t.ended_at) * 1000)::float8 as "lastMessageAt"
from (
  select m.* from remissions m
  join chains c on c.id = m.chain_id
  where ($1::bigint is null or m.organization_id = $1) and ($3::bigint[] is null or m.chain_id = any ($3))
    and ($2::int is null or m.halted_at is not null or m.compare_since is not null or m.incident_since is not null or c.sequence > m.remitted_sequence)
  order by case when $2::int is null then 0 when m.halted_at is not null then 1 when m.incident_since is not null then 2 when m.compare_since is not null then 3 else 4 end,
           case when $2::int is null then 0 else m.remitted_sequence - c.sequence end, m.chain_id
  limit $2
) m
join chains c on c.id = m.chain_id
left join lateral (
  select r.generated_at from registration_records r
  where r.chain_id = m.chain_id and r.sequence = m.remitted_sequence + 1
  limit 1
) p on true
left join lateral (
  select case when m.incident_since is not null then
           json_build_object('at', extract(epoch from a.ended_at) * 1000, 'outcome', a.outcome, 'reason', a.reason, 'code', a.code,
                             'message', a.message) end as last_try, a.ended_at
  from submission_attempts a
  where a.chain_id = m.chain_id
  order by a.attempt desc
  limit 1
) t on true
order by case when $2::int is null then 0 when m.halted_at is not null then 1 when m.incident_since is not null then 2 when m.compare_since is not null then 3 else 4 end,
         case when $2::int is null then 0 else m.remitted_sequence - c.sequence end, m.chain_id

-- name: measureRemission
-- params: now
-- Returns the totals of the remission of all chains.
select coalesce(sum(c.sequence - m.remitted_sequence), 0)::float8 as pending,
       coalesce(extract(epoch from max(m.next_allowed_at - $1) filter (where c.sequence > m.remitted_sequence)), 0)::float8 as "waitSeconds",
       (count(*) filter (where m.halted_at is not null))::int as halted,
       (count(*) filter (where m.incident_since is not null))::int as incidents,
       greatest(coalesce(extract(epoch from $1 - min(m.incident_since)), 0), 0)::float8 as "incidentSeconds",
       (count(*) filter (where m.compare_since is not null and m.halted_at is null))::int as uncompared,
       greatest(extract(epoch from max($1 - m.compare_since) filter (where m.halted_at is null)), 0)::float8 as "uncomparedSeconds"
from remissions m
join chains c on c.id = m.chain_id
