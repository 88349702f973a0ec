-- name: askCensus
-- params: organizationId, nifs, names, areIssuers, now
-- type: result CensusResult from src/contracts/codes.ts
-- Returns the valid answers about NIFs with names, and stores the others as questions. The result is null while a question waits for its
-- answer. An issuer whose records AEAT accepts with this name is identified. A name is known by its hash with the key of the organization.
with sent as materialized (
  select s.nif, s.name, s.place::int - 1 as index,
         sha256(o.census_key || sha256(o.census_key || convert_to(s.nif || ' ' || s.name, 'UTF8'))) as hash,
         s.is_issuer and exists (
           select from chains c
           cross join lateral (
             select a.sequence from record_answers a
             where a.chain_id = c.id and a.state <> 'rejected'
             order by a.sequence desc limit 1) taken
           join registration_records r on r.chain_id = c.id and r.sequence = taken.sequence
           join issued_invoices x on x.id = r.issued_invoice_id
           where c.organization_id = $1 and c.issuer_nif = s.nif and c.retired_at is null
             and upper(regexp_replace(btrim(x.issuer_name), '\s+', ' ', 'g')) = s.name) as is_accepted
  from organizations o
  cross join unnest($2::text[], $3::text[], $4::boolean[]) with ordinality as s (nif, name, is_issuer, place)
  where o.id = $1
), known as materialized (
  select s.*, k.result, k.census_nif, k.census_name, k.asked_at
  from sent s
  left join census_checks k on k.organization_id = $1 and k.nif = s.nif and k.name_hash = s.hash
    and (k.result is null or k.valid_until > $5::timestamptz)
), asked as (
  insert into census_checks as c (organization_id, nif, name_hash, name, asked_at)
  select $1, nif, hash, name, $5 from known where asked_at is null and not is_accepted
  -- In a fixed order, so that two statements cannot deadlock.
  order by nif, hash
  on conflict (organization_id, nif, name_hash) do update
    set name = excluded.name, asked_at = excluded.asked_at, result = null, census_nif = null, census_name = null, checked_at = null,
        absence = null, valid_until = null
    where c.valid_until <= excluded.asked_at
)
select index, case when is_accepted then 'identified' else result end as result,
       case when not is_accepted then census_nif end as "censusNif", case when not is_accepted then census_name end as "censusName",
       (extract(epoch from coalesce(asked_at, $5)) * 1000)::float8 as "askedAt"
from known
order by index

-- name: deleteOldChecks
-- params: before
-- Deletes answers that are not valid any more, and questions that nobody answered.
delete from census_checks where coalesce(valid_until, asked_at) < $1

-- name: findCensusSetting
-- params: organizationId
-- type: census CensusMode from src/contracts/codes.ts
-- type: whenUnavailable CensusWhenUnavailable from src/contracts/codes.ts
-- Returns what an organization does with what the census says.
select census, census_when_unavailable as "whenUnavailable" from organizations where id = $1
