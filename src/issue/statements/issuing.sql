-- name: addWarnings
-- params: ids, warnings
-- Adds warnings to batch invoices that are not issued yet, each time only those that they do not have.
update batch_invoices i set warnings = coalesce(i.warnings, '[]') || n.warnings
from unnest($1::bigint[], $2::text[]::jsonb[]) as n (id, warnings)
where i.id = n.id and i.processing_error is null and not coalesce(i.warnings, '[]') @> n.warnings

-- name: claimBatch
-- params: batchId
-- Changes the status of a batch from received to processing. Does nothing if the batch has another
-- status or its organization is paused. The setting says that this worker can read the bodies of
-- version 2: without it, guard_batch skips their batches.
update batches b set status = 'processing'
where b.id = $1 and b.status = 'received' and set_config('engine.api_version', '2', true) is not null
  and not exists (select from organizations o where o.id = b.organization_id and o.paused_at is not null)

-- name: createChains
-- params: organizationId, issuerNifs, installationNumbers
-- Creates a chain with its remission for every issuer that has none.
with created as (
  insert into chains (organization_id, issuer_nif, installation_number)
  select $1, n.issuer_nif, n.installation_number
  from unnest($2::text[], $3::text[]) as n (issuer_nif, installation_number)
  where not exists (select from chains c where c.organization_id = $1 and c.issuer_nif = n.issuer_nif and c.retired_at is null)
  order by n.issuer_nif
  on conflict do nothing
  returning id, organization_id
)
insert into remissions (chain_id, organization_id) select id, organization_id from created

-- name: failBatchInvoices
-- params: organizationId, ids, errors, failedIds, failedTerms, spanishErrors
-- Stores why batch invoices failed, in both languages, and the terms of the identities of those
-- that failed now or before.
with terms as (
  insert into search_terms (organization_id, invoice_id, term)
  select $1::bigint, t.* from unnest($4::bigint[], $5::bigint[]) as t
  on conflict do nothing
)
update batch_invoices i set processing_error = n.error, processing_error_es = n.error_es
from unnest($2::bigint[], $3::text[], $6::text[]) as n (id, error, error_es)
where i.id = n.id

-- name: findByTerms
-- params: organizationId, terms
-- Finds the oldest issued invoice that is not annulled with each of these terms. Each is looked up
-- in a lateral join, as in findIssuedNumbers.
select n.term::float8 as term, x.invoice_id::float8 as id
from unnest($2::bigint[]) as n (term)
cross join lateral (
  select t.invoice_id from search_terms t
  where t.organization_id = $1 and t.term = n.term
    and not exists (select from corrections k where k.issued_invoice_id = t.invoice_id and k.kind = 'anulacion')
  order by t.invoice_id
  limit 1) x

-- name: findContestedIssuers
-- params: issuerNifs, verifactu
-- Finds the issuers for which the installation also issues in the other mode (ops/adr/0020): with
-- VeriFactu, as any record of theirs proves permanently, or without it, in an organization that may
-- still issue for them.
select n.nif
from unnest($1::text[]) as n (nif)
where case
  when $2 then exists (
    select from chains c
    join organizations o on o.id = c.organization_id and not o.verifactu and coalesce(n.nif = any (o.issuer_nifs), true)
    where c.issuer_nif = n.nif
      and exists (select from issued_invoices x where x.organization_id = o.id and x.issuer_nif = n.nif))
  else exists (select from chains c where c.issuer_nif = n.nif and c.sequence > 0)
end

-- name: findEarlierBatch
-- params: organizationId, batchId, issuerNifs
-- Returns whether an earlier accepted batch of one of these issuers has not ended. Looks at the
-- oldest thousand unfinished batches of the organization; while there are more, it assumes so.
select count(*) = 1000 or coalesce(bool_or(a.issuer_nifs is null or a.issuer_nifs && $3::text[]), false) as "mustWait"
from (
  select b.issuer_nifs from batches b
  where b.organization_id = $1 and b.processed_at is null and b.id < $2
  order by b.received_at, b.id
  limit 1000) a

-- name: findFailed
-- params: organizationId, batchId, terms
-- Finds the newest batch invoice with each of these terms that failed, if it is of this batch or of
-- one accepted in the day before it.
select n.term::float8 as term, f.invoice_id::float8 as id
from batches b
cross join unnest($3::bigint[]) as n (term)
cross join lateral (
  select t.invoice_id from search_terms t
  where t.organization_id = $1 and t.term = n.term and t.invoice_id < (b.id + 1) * 1000
  order by t.invoice_id desc
  limit 1) f
join batches e on e.id = f.invoice_id / 1000
where b.id = $2 and e.received_at >= b.received_at - interval '1 day'

-- name: findIssuedNumbers
-- params: organizationId, issuerNifs, numbers, numberKeys, years
-- Finds the invoice numbers that an issuer has already used in the same calendar year. Each number
-- is looked up by its key in a lateral join, because a plan cached while the table was small would
-- read it completely. The keys are separate parameters, because row-level security prevents lookups
-- by a function of a column.
select n.place::int - 1 as index, x.id::float8 as id, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate"
from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) with ordinality as n (issuer_nif, number, number_key, year, place)
cross join lateral (
  select a.id, a.issue_date from issued_invoices a
  where a.organization_id = $1 and a.issuer_nif = n.issuer_nif and a.number_key = n.number_key and a.issue_year = n.year
    and a.invoice_number = n.number
  limit 1) x

-- name: findRectified
-- params: organizationId, ids
-- type: type InvoiceType from src/contracts/codes.ts
-- Finds issued invoices that a batch rectifies or replaces. Each is looked up by its id in a
-- lateral join, as in findIssuedNumbers.
select x.id::float8 as id, x.issuer_nif as "issuerNif", x.invoice_number as number,
       to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", to_char(coalesce(x.operation_date, x.issue_date), 'YYYY-MM-DD') as "operationDate",
       x.invoice_type as type, x.total::text as total,
       exists (select from archived_months() m where x.id / 1000 >= m.first_batch and x.id / 1000 < m.end_batch) as "isArchived",
       exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion') as "isAnnulled"
from unnest($2::bigint[]) as n (id)
cross join lateral (select a.* from issued_invoices a where a.id = n.id and a.organization_id = $1 limit 1) x

-- name: findReplacements
-- params: organizationId, ids
-- Finds simplified invoices that an F3 replaces which is not annulled, with such an F3. The indexes
-- of replacements keep the time independent of the number of invoices that rectify the simplified
-- ones.
select n.id::float8 as id, y.id::float8 as "replacedBy"
from unnest($2::bigint[]) as n (id)
cross join lateral (
  select l.id
  from (
    select a.id from issued_invoices a where a.rectified_invoice_id = n.id and a.invoice_type = 'F3'
    union
    select r.invoice_id from rectified_invoices r where r.rectified_id = n.id and r.replaces is not false) l
  cross join lateral (
    select a.organization_id, a.invoice_type,
           exists (select from corrections k where k.issued_invoice_id = a.id and k.kind = 'anulacion') as is_annulled
    from issued_invoices a where a.id = l.id limit 1) f
  where f.organization_id = $1 and f.invoice_type = 'F3' and not f.is_annulled
  limit 1) y

-- name: findSimilarNumbers
-- params: organizationId, issuerNifs, numbers, numberKeys, years
-- Finds the invoice numbers that differ only in case from a number of the issuer in the same
-- calendar year, with that number.
select n.place::int - 1 as index, x.id::float8 as id, x.invoice_number as number
from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) with ordinality as n (issuer_nif, number, number_key, year, place)
cross join lateral (
  select a.id, a.invoice_number from issued_invoices a
  where a.organization_id = $1 and a.issuer_nif = n.issuer_nif and a.number_key = n.number_key and a.issue_year = n.year
    and a.invoice_number <> n.number
  limit 1) x

-- name: finishBatch
-- params: batchId, status, now, anyIssued
-- Finishes a batch. It needs no rendering if no invoice was issued or if PDFs are rendered on
-- demand.
update batches b set status = $2, processed_at = $3, pdfs_on_demand = $4 and o.pdfs_on_demand,
       rendered_at = case when $4 and not o.pdfs_on_demand then null else $3::timestamptz end
from organizations o
where b.id = $1 and b.status = 'processing' and o.id = b.organization_id
returning b.pdfs_on_demand as "pdfsOnDemand"

-- name: followRectifications
-- params: organizationId, ids, most
-- not null: rectifiedId
-- Returns what the R5 among these issued invoices rectify, at most so many pairs.
select x.id::float8 as id, p.id::float8 as "rectifiedId"
from unnest($2::bigint[]) as n (id)
cross join lateral (
  select a.id, a.invoice_type, a.rectified_invoice_id from issued_invoices a where a.id = n.id and a.organization_id = $1 limit 1) x
cross join lateral (
  select x.rectified_invoice_id as id where x.rectified_invoice_id is not null
  union
  select r.rectified_id from rectified_invoices r where r.invoice_id = x.id) p
where x.invoice_type = 'R5'
limit $3

-- name: holdIssuers
-- params: issuerNifs, verifactu
-- Waits for organizations that issue for these issuers in the other mode (with or without
-- VeriFactu) and blocks them until the transaction ends. Organizations that issue in the same mode
-- do not block each other. If two begin in both modes at once, they deadlock; PostgreSQL aborts
-- one, and it is retried.
select from chains c
join organizations o on o.id = c.organization_id and o.verifactu <> $2
where c.issuer_nif = any ($1::text[])
order by c.id
for share of c

-- name: insertIssuedInvoices
-- params: organizationId, issuedAt, ids, issuerNifs, numbers, issueDates, totals, issuerProfileIds[?], qrUrls[?], types, issuerNames, operationDates[?], documentBytes, blockBatchIds, blockParts, blockCodecs, blockOccupancies, blockHashes, blockContents, rectifiedInvoiceIds[?], recipientTerms[?], termInvoiceIds, terms, rectifyingIds, rectifiedIds, rectifiedAmounts, replaces, seriesIds[?], seriesYears[?], seriesNumbers[?]
-- Inserts issued invoices, the blocks of their documents, the terms of further recipients and of
-- references, and rectified invoices, one list per column.
with blocks as (
  insert into document_blocks (organization_id, batch_id, part, codec, occupancy, sha256, content)
  select $1::bigint, p.*
  from unnest($14::bigint[], $15::smallint[], $16::smallint[], $17::bigint[], $18::bytea[], $19::bytea[]) as p
), terms as (
  insert into search_terms (organization_id, invoice_id, term)
  select $1::bigint, t.* from unnest($22::bigint[], $23::bigint[]) as t
  -- Two recipients may have the same document.
  on conflict do nothing
), rectified as (
  insert into rectified_invoices (organization_id, invoice_id, rectified_id, amount, replaces)
  select $1::bigint, r.* from unnest($24::bigint[], $25::bigint[], $26::text[]::numeric[], $27::boolean[]) as r
)
insert into issued_invoices
  (organization_id, issued_at, id, issuer_nif, invoice_number, issue_date, total, issuer_profile_id, qr_url,
   invoice_type, issuer_name, operation_date, document_bytes, rectified_invoice_id, recipient_term, series_id, series_year, series_number)
select $1::bigint, $2, n.*
from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]::date[], $7::text[]::numeric[], $8::bigint[], $9::text[],
            $10::text[], $11::text[], $12::text[]::date[], $13::bigint[], $20::bigint[], $21::bigint[],
            $28::bigint[], $29::bigint[], $30::bigint[]) as n

-- name: insertRegistrationRecords
-- params: organizationId, generatedAt, chainIds, sequences, issuedInvoiceIds, previousHashes[?], hashes, blockBatchIds, blockParts, blockCodecs, blockOccupancies, blockHashes, blockContents
-- Inserts the first registration records of invoices and the record blocks of their XML, one list
-- per column.
with blocks as (
  insert into record_blocks (organization_id, batch_id, part, codec, occupancy, sha256, content)
  select $1::bigint, p.*
  from unnest($8::bigint[], $9::smallint[], $10::smallint[], $11::bigint[], $12::bytea[], $13::bytea[]) as p
)
insert into registration_records
  (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, previous_hash, hash)
select $1::bigint, $2, 'alta', n.*
from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) as n

-- name: lockBatch
-- params: batchId
-- Locks a batch until the transaction ends. Returns no row if the batch is not being processed.
select from batches where id = $1 and status = 'processing' for update

-- fragment: chainHeads
select c.id::float8 as id, c.issuer_nif as "issuerNif", c.installation_number as "installationNumber",
       c.sequence::float8 as sequence, c.last_hash as "lastHash", c.last_invoice_number as "lastInvoiceNumber",
       to_char(c.last_issue_date, 'YYYY-MM-DD') as "lastIssueDate",
       (select p.id from issuer_profiles p
        where p.organization_id = $1 and p.issuer_nif = c.issuer_nif order by p.id desc limit 1)::float8 as "issuerProfileId",
       (select count(*) from chains s where s.organization_id = $1)::int as "chainsOfOrganization",
       (select m.remitted_sequence from remissions m where m.chain_id = c.id)::float8 as "remittedSequence"
from chains c
where c.organization_id = $1 and c.issuer_nif = any ($2::text[]) and c.retired_at is null
order by c.issuer_nif

-- name: lockChains
-- params: organizationId, issuerNifs
-- not null: remittedSequence
-- Locks the chains of issuers until the transaction ends, in the order of their NIFs, which
-- prevents deadlocks. Returns each chain with the newest profile of its issuer. Data from other
-- tables is as it was before the wait for the lock; see readIssuability. src/issue/process-batch.ts
-- decides which transactions may wait. The lock is `for no key update`, so that envelopes and
-- answers that refer to the chain can be written in the meantime.
-- include: chainHeads
for no key update of c

-- name: lockFreeChains
-- params: organizationId, issuerNifs
-- not null: remittedSequence
-- Locks the chains of issuers as lockChains does. Fails immediately if another transaction has
-- locked one of them.
-- include: chainHeads
for no key update of c nowait

-- name: lockCounters
-- params: seriesIds, years
-- Locks the counters of series in their years until the transaction ends, in their order, and returns their last numbers.
-- A counter that has given no number has no row; the lock of the chain of its issuer protects it.
select c.series_id::float8 as "seriesId", c.year, c.last::float8 as last
from series_counters c
join unnest($1::bigint[], $2::smallint[]) as n (series_id, year) on c.series_id = n.series_id and c.year = n.year
order by c.series_id, c.year
for no key update of c

-- name: readRevisions
-- params: organizationId, seriesIds
-- Returns the revisions of series, as they are once the chains of their issuers are locked.
select s.id::float8 as id, s.revision from series s where s.organization_id = $1 and s.id = any ($2::bigint[])

-- name: moveCounters
-- params: organizationId, seriesIds, years, patterns, firsts, lasts, skippedSeriesIds, skippedYears, skippedNumbers, skippedInvoiceIds
-- Moves the counters of series to their last numbers, and stores the numbers that were skipped. A counter that has given no
-- number is inserted.
with skipped as (
  insert into series_skips (organization_id, series_id, year, number, issued_invoice_id)
  select $1::bigint, k.* from unnest($7::bigint[], $8::smallint[], $9::bigint[], $10::bigint[]) as k
)
insert into series_counters (organization_id, series_id, year, pattern, first, last)
select $1::bigint, n.* from unnest($2::bigint[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[]) as n (series_id, year, pattern, first, last)
order by n.series_id, n.year
on conflict (series_id, year) do update set last = excluded.last

-- name: moveChains
-- params: ids, sequences, hashes, numbers, issueDates
-- Sets the heads of chains to their newest records.
update chains c
set sequence = n.sequence, last_hash = n.hash, last_invoice_number = n.number, last_issue_date = n.issue_date
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as n (id, sequence, hash, number, issue_date)
where c.id = n.id

-- name: readBatch
-- params: batchId
-- type: decisions RegisterDecision[] from src/domain/registers/choose-register.ts
-- type: spfe SpfeDecision[] from src/domain/spfe/choose-mode.ts
-- type: census CensusMode from src/contracts/codes.ts
-- type: whenUnavailable CensusWhenUnavailable from src/contracts/codes.ts
-- not null: decisions, spfe
-- Returns the data that issuing needs of a batch. Returns no row if the batch is finished.
-- areChainsHeld is whether other transactions have locked all chains of the organization; it is
-- null if that is unknown or if the organization has many chains. issuersWithChain has at most five
-- issuers.
select b.organization_id::float8 as "organizationId", o.name as "organizationName", o.verifactu, o.census, o.census_when_unavailable as "whenUnavailable", (extract(epoch from b.received_at) * 1000)::float8 as "receivedAt",
       to_char(b.received_at at time zone 'Europe/Madrid', 'YYYY-MM-DD') as "acceptedOn", b.api_version as version, body.body, o.paused_at is not null as "isPaused",
       case
         when few.chains = 0 then false
         when few.chains < 5 and not exists (
           select from (select from chains c where c.organization_id = b.organization_id and c.retired_at is null limit 4 for share skip locked) free) then true
         when few.chains = 1 then false
       end as "areChainsHeld",
       few.issuers as "issuersWithChain",
       register_decisions(b.issuer_nifs) as decisions, spfe_decisions(b.issuer_nifs) as spfe, o.persons_are_businesses as "arePersonsBusinesses",
       exists (select from recipient_profiles r
               where r.organization_id = b.organization_id and r.superseded_at is null and r.profile is not null) as "hasRecipientProfiles",
       exists (select from series s where s.organization_id = b.organization_id) as "hasSeries",
       array(select (i.id % 1000)::int from batch_invoices i
             where i.id between b.id * 1000 and b.id * 1000 + 999 and i.processing_error is not null) as failed
from batches b
join organizations o on o.id = b.organization_id
join batch_bodies body on body.batch_id = b.id
cross join lateral (
  select count(*) as chains, coalesce(array_agg(c.issuer_nif), '{}') as issuers
  from (select c.issuer_nif from chains c where c.organization_id = b.organization_id and c.retired_at is null limit 5) c
) few
where b.id = $1 and b.processed_at is null

-- name: readIssuability
-- params: organizationId, issuerNifs, activeLineage?
-- type: decisions RegisterDecision[] from src/domain/registers/choose-register.ts
-- type: spfe SpfeDecision[] from src/domain/spfe/choose-mode.ts
-- not null: isKnownDatabase, decisions, spfe
-- Returns whether invoices may be issued in chains that the transaction has locked. It is a
-- separate statement, so that it sees changes committed during the wait for the locks. Marking a
-- chain for comparison also locks it, as does deciding about its issuer.
select is_database_in_use($3) as "isKnownDatabase",
       coalesce(bool_or(m.compare_since is not null), false) as "isCompared",
       (1000 * extract(epoch from clock_timestamp() - max(m.compare_since)))::float8 as "comparedFor",
       coalesce(bool_or(m.halted_at is not null), false) as "isHalted",
       register_decisions($2) as decisions, spfe_decisions($2) as spfe,
       (select o.persons_are_businesses from organizations o where o.id = $1) as "arePersonsBusinesses"
from chains c
join remissions m on m.chain_id = c.id
where c.organization_id = $1 and c.issuer_nif = any ($2::text[]) and c.retired_at is null

-- name: sumCorrections
-- params: organizationId, ids
-- Sums the amounts by which rectifying invoices (R1 to R5) change issued invoices, without annulled
-- ones. An invoice that rectifies a rectifying invoice counts for the invoice that was rectified
-- first.
with recursive up as (
  select x.id as asked, x.id, x.rectified_invoice_id, x.invoice_type, 0 as steps
  from issued_invoices x where x.organization_id = $1 and x.id = any ($2::bigint[])
  union all
  select u.asked, x.id, x.rectified_invoice_id, x.invoice_type, u.steps + 1
  from up u join issued_invoices x on x.id = u.rectified_invoice_id
  where u.invoice_type like 'R%' and u.steps < 1000
), original as (
  select distinct on (asked) asked, id from up order by asked, steps desc
), down as (
  select o.id as original, o.id from (select distinct id from original) o
  -- Each pair once: rectifications of several invoices can lead to an invoice in many ways.
  union
  select d.original, y.id
  from down d
  cross join lateral (
    select a.id from issued_invoices a where a.rectified_invoice_id = d.id
    union all
    select r.invoice_id from rectified_invoices r where r.rectified_id = d.id) l
  join issued_invoices y on y.id = l.id and y.invoice_type <> 'F3'
  where not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')
), summed as (
  select d.original,
         coalesce(sum(case when r.invoice_id is null then y.total when p.id is not null then r.amount end)
                  filter (where d.id <> d.original), 0.00)::text as corrections
  from down d
  join issued_invoices y on y.id = d.id
  left join rectified_invoices r on r.invoice_id = d.id
  left join down p on p.original = d.original and p.id = r.rectified_id
  group by d.original
)
select o.asked::float8 as id, a.total::text as "ownTotal", o.id::float8 as "originalId", x.total::text as total, s.corrections
from original o
join issued_invoices a on a.id = o.asked
join issued_invoices x on x.id = o.id
join summed s on s.original = o.id

-- name: sumWorkAhead
-- params: organizationId, batchId
-- Sums the work of an organization's batches among the last hundred unfinished batches before a
-- batch.
select coalesce(sum(a.work), 0)::float8 as "workAhead"
from (
  select organization_id, work from batches
  where processed_at is null and id < $2
  order by id desc
  limit 100
) a
where a.organization_id = $1

-- name: listDueBatches
-- params: before, most, after
-- Lists unfinished batches of organizations that are not paused.
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", b.invoices_count as invoices,
       b.work
from batches b
join organizations o on o.id = b.organization_id and o.paused_at is null
where b.processed_at is null and b.id > $3
  -- A batch of the future was received while the clock of the database was ahead.
  and (b.received_at < $1 or b.received_at > $1 + interval '1 hour')
order by b.id
limit $2
