-- name: findIssuedInvoice
-- params: id
-- Returns the data of an issued invoice that a correction needs, and whether its signed Facturae is
-- stored.
select x.organization_id::float8 as "organizationId", x.issuer_nif as "issuerNif", x.invoice_number as number,
       to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", x.total::text as total,
       exists (select from electronic_files f where f.issued_invoice_id = x.id and f.format = 'facturae') as "isSigned"
from issued_invoices x
where x.id = $1

-- name: readSignedFile
-- params: id
-- Returns the signed Facturae of an issued invoice.
select f.organization_id::float8 as "organizationId", f.content, f.sha256, (extract(epoch from f.signed_at) * 1000)::float8 as "signedAt",
       x.issuer_nif as "issuerNif", x.invoice_number as number
from electronic_files f
join issued_invoices x on x.id = f.issued_invoice_id
where f.issued_invoice_id = $1 and f.format = 'facturae'

-- name: deleteSignedFile
-- params: id, sha256
-- Deletes the signed Facturae of an issued invoice unless it is another one by now.
delete from electronic_files where issued_invoice_id = $1 and format = 'facturae' and sha256 = $2

-- name: readFrozenProfile
-- params: id
-- type: profile IssuerDetails from src/contracts/issuer-profile.ts
-- Returns the profile of the issuer that an issued invoice has kept since it was issued, without
-- the logo; null without one.
select p.profile - 'logo' as profile
from issued_invoices x
left join issuer_profiles p on p.id = x.issuer_profile_id
where x.id = $1

-- name: findLackingPdf
-- params: id
-- Returns whether an issued invoice lacks the PDF of its current state (annulled or not).
select x.id::float8 as id, x.organization_id::float8 as "organizationId", x.invoice_number as number, k.is_annulled as "isAnnulled",
       not exists (select from pdfs p where p.issued_invoice_id = x.id and p.is_annulled = k.is_annulled) as "isLacking"
from issued_invoices x
cross join lateral (select exists (select from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion') as is_annulled) k
where x.id = $1

-- name: findRetriableBatch
-- params: batchId, chunkSize
-- Returns the pending work of a batch.
select b.id::float8 as id, b.organization_id::float8 as "organizationId", b.invoices_count as invoices, b.work,
       (extract(epoch from b.received_at) * 1000)::float8 as "receivedAt", b.processed_at is not null as "isProcessed", b.rendered_at is not null and not b.pdfs_on_demand as "isRendered", b.pdfs_on_demand as "pdfsOnDemand",
       (extract(epoch from o.paused_at) * 1000)::float8 as "pausedAt", m.missing, coalesce(m.chunks, '{}') as chunks, coalesce(m.positions, '{}') as positions
from batches b
join organizations o on o.id = b.organization_id
cross join lateral (
  select count(*)::int as missing, array_agg(distinct (x.id % 1000)::int / $2::int) as chunks, (array_agg((x.id % 1000)::int order by x.id))[1:50] as positions
  from (
    select i.id from issued_invoices i
    where i.id between b.id * 1000 and b.id * 1000 + 999 and not exists (select from pdfs p where p.issued_invoice_id = i.id offset 0)
    offset 0) x
) m
where b.id = $1

-- name: listInvoiceRecords
-- params: id
-- Lists the registration records of an invoice in their order with AEAT's answers.
select r.chain_id::float8 as "chainId", r.sequence::float8 as sequence, r.kind, r.hash,
       (extract(epoch from r.generated_at) * 1000)::float8 as "generatedAt",
       a.state as answer, a.code, a.message, t.csv,
       k.id is not null as "isCorrection", k.reason, k.operator,
       r.xml
from registration_records r
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join submission_attempts t on t.chain_id = a.chain_id and t.attempt = a.attempt
left join corrections k on k.chain_id = r.chain_id and k.sequence = r.sequence
where r.issued_invoice_id = $1
order by r.chain_id, r.sequence

-- name: listLiveCorrections
-- params: id, organizationId, term
-- Lists the invoices that rectify or replace an invoice and are not annulled, newest first, at most
-- six: by their row, or by the term of a reference to it, which an invoice has that named this one
-- before it was issued.
select y.invoice_number as number
from (
  select a.id from issued_invoices a where a.rectified_invoice_id = $1
  union
  select r.invoice_id from rectified_invoices r where r.rectified_id = $1
  union
  select t.invoice_id from search_terms t where t.organization_id = $2 and t.term = $3) l
join issued_invoices y on y.id = l.id
where not exists (select from corrections k where k.issued_invoice_id = y.id and k.kind = 'anulacion')
order by y.id desc
limit 6

-- name: storeCorrection
-- params: tokenHash, now, action, kind, reason, chainId, sequence, issuedInvoiceId, previousHash?, hash, xml
-- not null: stored
-- Stores a correction ordered with an API key, together with its record
-- (migrations/0007-corrections.sql).
select store_correction($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as stored
