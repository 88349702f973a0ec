-- fragment: batchColumns
b.id::float8 as id, b.external_batch_id, b.status, b.invoices_count,
to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as received_at,
to_char(b.processed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as processed_at

-- name: filterBatches
-- params: organizationId, page, perPage, status?, receivedFrom?, receivedBefore?, beforeOrdinal?
-- Returns a page of an organization's batches that match a filter, newest first, with their exact
-- number. A null parameter matches every batch. beforeOrdinal leaves out the batch with this
-- ordinal and all newer ones, also from the number. Returns one row with null id if the page is
-- empty. Finished batches are counted with level-2 rollups (status_rollups_2). Level-1 rollups
-- (status_rollups_1) are used if a level-2 rollup does not exist yet or contains a limit of the
-- period, and single batches if a level-1 rollup does not exist yet or contains a limit of the
-- period.
with asked as materialized (
  select coalesce($5::timestamptz, '-infinity') as first, coalesce($6::timestamptz, 'infinity') as before,
         coalesce($7::bigint, 9223372036854775807) as bound,
         -- 1 if the filter includes the status, otherwise 0. The counts of a rollup are multiplied
         -- by it.
         ($4::text is null or $4 = 'processed')::integer as processed,
         ($4 is null or $4 = 'processed_with_errors')::integer as processed_with_errors,
         ($4 is null or $4 = 'failed')::integer as failed
), rollups_2 as materialized (
  select s.rollup_2,
         -- Null if its level-1 rollups must be read.
         case when s.first_received_at >= a.first and s.last_received_at < a.before and s.rollup_2 * 16000 + 16000 < a.bound
              then s.processed * a.processed + s.processed_with_errors * a.processed_with_errors + s.failed * a.failed
              when s.last_received_at < a.first or s.first_received_at >= a.before or s.rollup_2 * 16000 + 1 >= a.bound then 0 end as fitting
  from asked a
  cross join status_rollups_2 s
  where s.organization_id = $1
), untold as materialized (
  -- The level-2 rollups whose level-1 rollups must be read, each with the last level-1 rollup that
  -- has batches.
  select n.rollup_2, least(n.rollup_2 * 16 + 15, (o.batches_count - 1) / 1000) as last_rollup
  from (select batches_count from organizations where id = $1 offset 0) o
  cross join lateral generate_series(0, (o.batches_count - 1) / 16000) n (rollup_2)
  where o.batches_count > 0 and n.rollup_2 not in (select rollup_2 from rollups_2 where fitting is not null)
), counted as materialized (
  select k.rollup,
         -- Null if its batches must be read.
         case when k.first_received_at >= a.first and k.last_received_at < a.before and k.rollup * 1000 + 1000 < a.bound
              then k.processed * a.processed + k.processed_with_errors * a.processed_with_errors + k.failed * a.failed
              when k.last_received_at < a.first or k.first_received_at >= a.before or k.rollup * 1000 + 1 >= a.bound then 0 end as fitting
  from asked a
  cross join untold u
  -- `offset 0` enforces one lookup per row, here and below. With a plain join PostgreSQL would read
  -- all rollups, because it cannot know how few there are.
  cross join lateral (select * from status_rollups_1 b where b.organization_id = $1 and b.rollup between u.rollup_2 * 16 and u.last_rollup offset 0) k
), open as materialized (
  select rollup from counted where fitting is null
  union all
  -- The rollups that do not exist yet: nearly always only the last one.
  select n.rollup
  from untold u
  cross join lateral generate_series(u.rollup_2 * 16, u.last_rollup) n (rollup)
  where n.rollup not in (select rollup from counted)
), loose as materialized (
  select o.rollup, l.ordinal
  from asked a
  cross join open o
  cross join lateral (
    select b.ordinal from batches b
    where b.organization_id = $1 and b.ordinal between o.rollup * 1000 + 1 and least(o.rollup * 1000 + 1000, a.bound - 1)
      and ($4 is null or b.status = $4) and b.received_at >= a.first and b.received_at < a.before
    offset 0
  ) l
), walked as materialized (
  -- The number of matching batches in each rollup or group of single batches, and the running total
  -- from the newest.
  select rollup, fitting, kind, sum(fitting) over (order by rollup desc rows unbounded preceding) as reached
  from (
    select rollup_2 * 16 as rollup, fitting, 'rollup_2' as kind from rollups_2 where fitting > 0
    union all
    select rollup, fitting, 'rollup' from counted where fitting > 0
    union all
    select rollup, count(*)::integer, 'batches' from loose group by rollup
  ) f
), reached as materialized (
  select rollup, fitting, kind, reached - fitting as before from walked
  where reached > ($2::bigint - 1) * $3 and reached - fitting < $2 * $3::integer
), shown as materialized (
  select rollup, fitting, is_loose, before
  from (
    select rollup, fitting, kind = 'batches' as is_loose, before from reached where kind <> 'rollup_2'
    union all
    select k.rollup, k.fitting, false, r.before + sum(k.fitting) over (partition by r.rollup order by k.rollup desc rows unbounded preceding) - k.fitting
    from reached r
    cross join asked a
    cross join lateral (
      select b.rollup, b.processed * a.processed + b.processed_with_errors * a.processed_with_errors + b.failed * a.failed as fitting
      from status_rollups_1 b where b.organization_id = $1 and b.rollup between r.rollup and r.rollup + 15
      offset 0
    ) k
    where r.kind = 'rollup_2'
  ) o
  where fitting > 0 and before + fitting > ($2::bigint - 1) * $3 and before < $2 * $3::integer
), page as (
  select ordinal
  from (
    select l.ordinal from shown s join loose l on l.rollup = s.rollup where s.is_loose
    union all
    select s.rollup * 1000 + p.place
    from shown s
    cross join lateral (select * from status_rollups_1 b where b.organization_id = $1 and b.rollup = s.rollup offset 0) k
    cross join lateral unnest(
      case when s.fitting = 1000 then array(select generate_series(1, 1000)::smallint)
           when $4 = 'processed' then k.processed_places
           when $4 = 'processed_with_errors' then k.processed_with_errors_places else k.failed_places end) p (place)
    where not s.is_loose
  ) o
  order by ordinal desc
  limit $3 offset ($2 - 1) * $3 - (select coalesce(min(before), ($2 - 1) * $3) from shown)
)
select coalesce((select max(reached) from walked), 0)::float8 as "totalCount",
  -- include: batchColumns
  , b.ordinal::float8 as ordinal
from (select) one
left join (page join batches b on b.organization_id = $1 and b.ordinal = page.ordinal) on true
order by b.ordinal desc

-- name: findBatches
-- params: organizationId, page, perPage, status?, receivedFrom?, receivedBefore?, externalBatchId
-- Returns a page of an organization's batches with an external id that match a filter, newest
-- first, with their exact number. A null parameter matches every batch. Returns one row with null
-- id if the page is empty. The index has the batches in the order of the page. They are counted for
-- every page, because no count is stored for each external id.
with page as (
  select id from batches
  where organization_id = $1 and external_batch_id = $7
    and ($4::text is null or status = $4)
    and ($5::timestamptz is null or received_at >= $5) and ($6::timestamptz is null or received_at < $6)
  order by ordinal desc limit $3 offset ($2::bigint - 1) * $3
), counted as (
  select count(*) as total from batches
  where organization_id = $1 and external_batch_id = $7
    and ($4 is null or status = $4) and ($5 is null or received_at >= $5) and ($6 is null or received_at < $6)
)
select counted.total::float8 as "totalCount",
  -- include: batchColumns
from counted
left join (page join batches b using (id)) on true
order by b.ordinal desc

-- name: listBatchesBefore
-- params: organizationId, limit, beforeOrdinal
-- Returns the newest of an organization's batches before an ordinal, newest first.
select
  -- include: batchColumns
  , b.ordinal::float8 as ordinal
from batches b
where b.organization_id = $1 and b.ordinal < $3
order by b.ordinal desc
limit $2

-- name: findBatchesBefore
-- params: organizationId, limit, beforeOrdinal, externalBatchId, status?, receivedFrom?, receivedBefore?
-- Returns the newest of an organization's batches before an ordinal that have an external id and
-- match a filter, newest first. Examines at most 1000 of
-- them: endingOrdinal is the last one if there may be more. Returns one row with null id if none matches.
with candidates as materialized (
  select b.id, b.ordinal from batches b
  where b.organization_id = $1 and b.external_batch_id = $4 and b.ordinal < $3
  order by b.ordinal desc
  limit 1000
), found as (
  select
    -- include: batchColumns
    , b.ordinal::float8 as ordinal
  from candidates c
  join batches b on b.organization_id = $1 and b.ordinal = c.ordinal
  where ($5::text is null or b.status = $5)
    and ($6::timestamptz is null or b.received_at >= $6) and ($7::timestamptz is null or b.received_at < $7)
  order by c.ordinal desc
  limit $2
)
select f.id, f.external_batch_id, f.status, f.invoices_count, f.received_at, f.processed_at, f.ordinal, e.ordinal::float8 as "endingOrdinal"
from (select) one
left join (select min(ordinal) as ordinal from candidates having count(*) = 1000) e on true
left join found f on true
order by f.ordinal desc

-- name: getBatch
-- params: organizationId, batchId
-- Returns a batch of an organization for the API.
select
  -- include: batchColumns
from batches b
where b.id = $2 and b.organization_id = $1

-- name: findEndedBatches
-- params: batchIds
-- Finds which batches have ended, or wait because their organization is paused.
select b.id::float8 as "batchId", b.status = 'failed' as "isFailed", b.processed_at is null as "isPaused"
from unnest($1::bigint[]) as n (id)
-- `offset 0` enforces one lookup per batch.
cross join lateral (select * from batches b where b.id = n.id offset 0) b
join organizations o on o.id = b.organization_id
where b.processed_at is not null or o.paused_at is not null

-- name: getRegistration
-- params: organizationId, id
-- type: processingError Text from src/contracts/messages/texts.ts
-- Returns the registration records of an issued invoice in their order, with AEAT's answers.
-- Returns no row if there is no such batch invoice, and one row with null sequence if the invoice
-- has no records.
select x.id is not null as "isIssued", case when i.processing_error is not null then
         jsonb_build_object('en', i.processing_error, 'es', coalesce(i.processing_error_es, i.processing_error)) end as "processingError", x.qr_url,
       to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as annulled_at,
       r.kind, r.sequence::float8 as sequence, r.hash, r.previous_hash,
       to_char(r.generated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as generated_at,
       coalesce(a.state, 'remission') as state, a.code as aeat_code, a.message as aeat_message, t.csv,
       to_char(a.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answered_at
from batch_invoices i
left join issued_invoices x on x.id = i.id
left join lateral (
  select c.created_at from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' order by c.id limit 1) k on true
left join registration_records r on r.issued_invoice_id = x.id
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join submission_attempts t on t.chain_id = a.chain_id and t.attempt = a.attempt
where i.id = $2 and i.organization_id = $1
order by r.chain_id, r.sequence

-- name: listBatches
-- params: organizationId, page, perPage
-- Returns a page of batches, newest first. A page is a range of ordinals, so every page has the
-- same cost. Returns one row with null id if it is empty.
select o.batches_count::float8 as "totalCount",
  -- include: batchColumns
from (
  -- Computed in a subquery (`offset 0`), because under row-level security only leakproof
  -- comparisons can be used as index conditions.
  select id, batches_count, batches_count - $2::bigint * $3 + 1 as first, batches_count - ($2::bigint - 1) * $3 as last
  from organizations where id = $1 offset 0
) o
left join batches b on b.organization_id = $1 and b.ordinal between o.first and o.last
order by b.ordinal desc

-- name: listRegistrationStatus
-- params: organizationId, issuerNif?, most
-- Returns the status of the registration of an organization's issuers. Reads one row per chain and
-- remission, and one index lookup for everything else, however many records there are. Retired
-- chains are included, because they still send their records.
select c.issuer_nif, sum(c.sequence - m.remitted_sequence - o.answered)::float8 as pending,
       to_char(min(p.generated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as oldest_pending_at,
       to_char(max(a.answered_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_answer_at,
       to_char(min(w.since) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as incident_since,
       (array_agg(json_build_object('haltedReason', m.halted_reason, 'isCompared', m.compare_since is not null,
                                    'outcome', t.outcome, 'reason', t.reason, 'code', t.code, 'message', t.message)
                  order by w.since) filter (where w.since is not null))[1] as cause
from (
  select c.id, c.issuer_nif, c.sequence from chains c
  where c.organization_id = $1 and c.issuer_nif in (
    select distinct n.issuer_nif from chains n
    where n.organization_id = $1 and ($2::text is null or n.issuer_nif = $2)
    order by n.issuer_nif
    limit $3)
) c
join remissions m on m.chain_id = c.id
cross join lateral (select least(m.incident_since, m.halted_at, m.compare_since) as since) w
-- Some records of the open message, which has at most 1000, may already be answered.
cross join lateral (
  select count(*) as answered from record_answers a
  where a.chain_id = c.id and a.sequence > m.remitted_sequence and a.sequence <= m.remitted_sequence + 1000) o
left join lateral (
  select r.generated_at from registration_records r
  where r.chain_id = c.id and r.sequence > m.remitted_sequence
    and not exists (select from record_answers a where a.chain_id = r.chain_id and a.sequence = r.sequence)
  order by r.sequence
  limit 1) p on true
left join lateral (
  select a.answered_at from record_answers a where a.chain_id = c.id order by a.sequence desc limit 1) a on true
left join lateral (
  select s.outcome, s.reason, s.code, s.message from submission_attempts s
  where s.chain_id = c.id and m.incident_since is not null
  order by s.attempt desc
  limit 1) t on true
group by c.issuer_nif
order by c.issuer_nif

-- name: listSiiStatus
-- params: organizationId, issuerNif?, today, most
-- Returns the state of the entries in SII of an organization's issuers. Reads one row per issuer,
-- and the entries that AEAT does not have, by their indexes.
select n.issuer_nif, coalesce(w.pending, 0)::float8 as pending, coalesce(w.overdue, 0)::float8 as overdue,
       to_char(w.oldest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as oldest_pending_at,
       to_char(w.next_due_by, 'YYYY-MM-DD') as next_due_by,
       to_char(a.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_answer_at,
       to_char(s.halted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as halted_at, s.halted_reason
from (
  select i.issuer_nif from sii_issuers i where i.organization_id = $1 and ($2::text is null or i.issuer_nif = $2)
  union
  select e.issuer_nif from sii_entries e
  where e.organization_id = $1 and e.state <> 'accepted' and e.state in ('pending', 'sent') and ($2::text is null or e.issuer_nif = $2)
  order by issuer_nif
  limit $4
) n
left join (
  select e.issuer_nif, count(*) filter (where e.state <> 'rejected') as pending, min(e.created_at) filter (where e.state <> 'rejected') as oldest,
         min(e.due_by) as next_due_by, count(*) filter (where e.due_by < $3::date) as overdue
  from sii_entries e
  where e.organization_id = $1 and e.state <> 'accepted' and e.state in ('pending', 'sent', 'rejected') and ($2::text is null or e.issuer_nif = $2)
  group by e.issuer_nif
) w on w.issuer_nif = n.issuer_nif
left join sii_issuers s on s.organization_id = $1 and s.issuer_nif = n.issuer_nif
left join lateral (
  select m.ended_at from sii_messages m
  where m.organization_id = $1 and m.issuer_nif = n.issuer_nif and m.ended_at is not null
    -- An operator can end a message that AEAT did not answer.
    and exists (select from sii_lines l where l.message_id = m.id and l.state <> 'unsettled')
  order by m.ended_at desc
  limit 1) a on true
order by n.issuer_nif

-- name: getInvoiceFacts
-- params: organizationId, id
-- type: warnings readonly StoredWarning[] from src/contracts/v2/details.ts
-- Returns what one invoice has beside its members in lists. Returns no row if the organization has
-- no invoice with this id.
select to_char(b.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "receivedAt",
       to_char(x.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "issuedAt",
       b.api_version as version, x.id is not null as "isIssued", b.pdfs_on_demand as "pdfsOnDemand", i.warnings,
       to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "annulledAt", k.reason as "annulmentReason"
from batch_invoices i
join batches b on b.id = i.batch_id and b.organization_id = $1
left join issued_invoices x on x.id = i.id
left join lateral (
  select c.created_at, c.reason from corrections c where c.issued_invoice_id = i.id and c.kind = 'anulacion' order by c.id limit 1) k on true
where i.id = $2 and i.organization_id = $1

-- name: listConnectedInvoices
-- params: organizationId, id, term, issuerNifs, numbers, issueDates
-- Returns the stored invoices that an issued invoice rectifies or replaces: those of its rows and
-- those that its document identifies. Also returns the oldest thousand that rectify or replace it:
-- by their row, or by the term of a reference to it.
select f.direction, x.id::float8 as issued_invoice_id, x.invoice_number, to_char(x.issue_date, 'YYYY-MM-DD') as issue_date,
       x.invoice_type, x.total::text as total_after_taxes,
       exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion') as annulled
from (
  select 'rectifies' as direction, o.rectified_invoice_id as id from issued_invoices o where o.id = $2 and o.organization_id = $1
  union
  select 'rectifies', r.rectified_id from rectified_invoices r where r.invoice_id = $2
  union
  select 'rectifies', r.id
  from unnest($4::text[], $5::text[], $6::text[]::date[]) as n (issuer_nif, number, issue_date)
  cross join lateral (
    select a.id from issued_invoices a
    where a.organization_id = $1 and a.issuer_nif = n.issuer_nif and a.number_key = upper(n.number collate "C") collate "default"
      and a.issue_year = date_part('year', n.issue_date)::smallint and a.invoice_number = n.number and a.issue_date = n.issue_date
    limit 1) r
  union
  (select 'rectified_by', o.id from issued_invoices o where o.rectified_invoice_id = $2 order by o.id limit 1000)
  union
  (select 'rectified_by', t.invoice_id from search_terms t where t.organization_id = $1 and t.term = $3 order by t.invoice_id limit 1000)
) f
join issued_invoices x on x.id = f.id and x.organization_id = $1
order by x.id
