-- name: getSignedFacturae
-- params: organizationId, id, since?
-- type: processingError Text from src/contracts/messages/texts.ts
-- type: refusal SigningRefusal from src/contracts/signing-refusals.ts
-- Returns the data of a batch invoice that the download of its signed Facturae needs, without the
-- file itself, and the time of the database in milliseconds since 1970. A refusal to sign counts
-- only since a time.
select case when i.processing_error is not null then
         jsonb_build_object('en', i.processing_error, 'es', coalesce(i.processing_error_es, i.processing_error)) end as "processingError", x.id is not null as "isIssued", x.invoice_number as "invoiceNumber", f.sha256,
       r.reason as refusal, r.detail as "refusalDetail",
       to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "annulledAt",
       (extract(epoch from now()) * 1000)::float8 as at
from batch_invoices i
left join issued_invoices x on x.id = i.id
left join lateral (
  select c.created_at from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' order by c.id limit 1) k on true
left join electronic_files f on f.issued_invoice_id = i.id and f.format = 'facturae'
left join signing_refusals r on r.issued_invoice_id = i.id and r.refused_at >= $3
where i.id = $2 and i.organization_id = $1

-- name: listSignedFacturae
-- params: organizationId, batchId, seconds
-- type: refusal SigningRefusal from src/contracts/signing-refusals.ts
-- Returns the invoices of a batch that are signed as Facturae, and those that a worker refused to
-- sign at most `seconds` ago.
select x.id::float8 as id, f.issued_invoice_id is not null as "isSigned", r.reason as refusal, r.detail as "refusalDetail"
from issued_invoices x
left join electronic_files f on f.issued_invoice_id = x.id and f.format = 'facturae'
left join signing_refusals r on r.issued_invoice_id = x.id and r.refused_at >= now() - make_interval(secs => $3::int)
where x.id between $2::bigint * 1000 and $2::bigint * 1000 + 999 and x.organization_id = $1
  and (f.issued_invoice_id is not null or r.reason is not null)

-- name: markDamagedFacturae
-- params: organizationId, ids
-- Marks signed Facturae as damaged, for operators.
update electronic_files set damaged_at = now()
where issued_invoice_id = any ($2::bigint[]) and format = 'facturae' and organization_id = $1 and damaged_at is null

-- name: readSignedFacturae
-- params: organizationId, ids
-- Returns the signed Facturae of issued invoices.
select f.issued_invoice_id::float8 as id, f.content, f.sha256 from electronic_files f
where f.issued_invoice_id = any ($2::bigint[]) and f.format = 'facturae' and f.organization_id = $1

-- name: getPdf
-- params: organizationId, id
-- type: processingError Text from src/contracts/messages/texts.ts
-- Returns the data of a batch invoice that the PDF endpoint needs, without the PDF itself.
select i.batch_id::float8 as "batchId", (i.id % 1000)::int as position, case when i.processing_error is not null then
         jsonb_build_object('en', i.processing_error, 'es', coalesce(i.processing_error_es, i.processing_error)) end as "processingError",
       x.id is not null as "isIssued", x.invoice_number as "invoiceNumber",
       tag_pdf(i.id, q.sha256, q.version) as sha256, p.render_batch_id::float8 as "renderBatchId", m.month as "monthArchived"
from batch_invoices i
left join issued_invoices x on x.id = i.id
-- A lateral join looks up one key. With `exists` PostgreSQL might read all annulments.
left join lateral (
  select true as is_annulled from corrections c where c.issued_invoice_id = i.id and c.kind = 'anulacion' limit 1) k on true
left join pdfs p on p.issued_invoice_id = i.id and p.is_annulled = coalesce(k.is_annulled, false)
left join lateral (select n.sha256, n.version from render_batches n where n.id = p.render_batch_id limit 1) q on true
left join lateral (
  select to_char(a.month, 'YYYY-MM') as month from archived_months() a
  where q.sha256 is null
    and (i.batch_id >= a.first_batch and i.batch_id < a.end_batch or p.render_batch_id >= a.first_render_batch and p.render_batch_id < a.finish_render_batch) limit 1) m on true
where i.id = $2 and i.organization_id = $1

-- name: listBatchPdfs
-- params: organizationId, batchId
-- Returns the issued invoices of a batch in the order of the request, with the location of each
-- PDF, or nulls if it does not exist yet. Returns no row if there is no such batch, and one row
-- with null id if no invoice is issued.
select (extract(epoch from b.processed_at) * 1000)::float8 as "endedAt", b.pdfs_on_demand as "pdfsOnDemand",
       x.id::float8 as id, i.external_invoice_id as "externalInvoiceId", x.invoice_number as "invoiceNumber", p.pages,
       tag_pdf(x.id, q.sha256, q.version) as sha256, p.render_batch_id::float8 as "renderBatchId", m.month as "monthArchived"
from batches b
left join issued_invoices x on x.id between b.id * 1000 and b.id * 1000 + 999
left join batch_invoices i on i.id = x.id
left join lateral (
  select true as is_annulled from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' limit 1) k on true
left join pdfs p on p.issued_invoice_id = x.id and p.is_annulled = coalesce(k.is_annulled, false)
left join lateral (select n.sha256, n.version from render_batches n where n.id = p.render_batch_id limit 1) q on true
left join lateral (
  select to_char(a.month, 'YYYY-MM') as month from archived_months() a
  where q.sha256 is null
    and (b.id >= a.first_batch and b.id < a.end_batch or p.render_batch_id >= a.first_render_batch and p.render_batch_id < a.finish_render_batch) limit 1) m on true
where b.id = $2 and b.organization_id = $1
order by x.id

-- name: readRenderBatches
-- params: organizationId, ids
-- Reads render batches by id.
select q.id::float8 as id, q.version, q.sha256, q.content, q.stored_on::text as "storedOn" from render_batches q where q.id = any ($2::bigint[]) and q.organization_id = $1

-- name: getDocumentSource
-- params: organizationId, id
-- type: processingError Text from src/contracts/messages/texts.ts
-- type: profile IssuerDetails from src/contracts/issuer-profile.ts
-- Returns what the electronic invoice of a batch invoice contains beside its document: the issuer's
-- profile of the time of issue, without the logo, and the address in its QR code.
select case when i.processing_error is not null then
         jsonb_build_object('en', i.processing_error, 'es', coalesce(i.processing_error_es, i.processing_error)) end as "processingError", x.id is not null as "isIssued", x.invoice_number as "invoiceNumber",
       (extract(epoch from x.issued_at) * 1000)::float8 as "issuedAt", p.profile - 'logo' as profile, x.qr_url as "qrUrl", x.issuer_nif as "issuerNif",
       f.issued_invoice_id is not null as "isSigned",
       to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "annulledAt"
from batch_invoices i
left join issued_invoices x on x.id = i.id
left join electronic_files f on f.issued_invoice_id = x.id and f.format = 'facturae'
left join issuer_profiles p on p.id = x.issuer_profile_id
left join lateral (
  select c.created_at from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' order by c.id limit 1) k on true
where i.id = $2 and i.organization_id = $1

-- name: listDocumentSources
-- params: organizationId, batchId
-- type: profile IssuerDetails from src/contracts/issuer-profile.ts
-- Returns the issued invoices of a batch in the order of the request, with what their electronic
-- invoices contain beside their documents. Returns no row if there is no such batch, and one row
-- with null id if no invoice is issued.
with profiles as materialized (
  -- Each profile once, because a logo that is left out may be large.
  select p.id, p.profile - 'logo' as profile
  from issuer_profiles p
  where p.organization_id = $1
    and p.id in (select n.issuer_profile_id from issued_invoices n where n.id between $2::bigint * 1000 and $2::bigint * 1000 + 999)
)
select (extract(epoch from b.processed_at) * 1000)::float8 as "endedAt", x.id::float8 as id, i.external_invoice_id as "externalInvoiceId",
       x.invoice_number as "invoiceNumber", (extract(epoch from x.issued_at) * 1000)::float8 as "issuedAt", x.document_bytes as "documentBytes",
       p.profile, x.qr_url as "qrUrl", to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "annulledAt"
from batches b
left join issued_invoices x on x.id between b.id * 1000 and b.id * 1000 + 999
left join batch_invoices i on i.id = x.id
left join profiles p on p.id = x.issuer_profile_id
left join lateral (
  select c.created_at from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' order by c.id limit 1) k on true
where b.id = $2 and b.organization_id = $1
order by x.id

-- name: readBlocksInTurn
-- params: organizationId, batchIds, parts, bytes
-- Reads document blocks by batch and part, in the order of the lists, until they have a number of
-- bytes; at least the first. A block that is not stored has nulls.
with placed as materialized (
  select n.batch_id, n.part, n.place, coalesce(sum(s.bytes) over (order by n.place rows between unbounded preceding and 1 preceding), 0) as before
  from unnest($2::bigint[], $3::smallint[]) with ordinality as n (batch_id, part, place)
  left join lateral (
    select octet_length(a.content) as bytes from document_blocks a
    where a.batch_id = n.batch_id and a.part = n.part and a.organization_id = $1
    limit 1) s on true
)
select n.batch_id::float8 as "batchId", n.part, p.codec, p.sha256, p.content,
       p.codec is null and exists (
         select from archived_months() m where n.batch_id >= m.first_batch and n.batch_id < m.end_batch) as "isArchived"
from placed n
left join lateral (
  select a.codec, a.sha256, a.content from document_blocks a
  where a.batch_id = n.batch_id and a.part = n.part and a.organization_id = $1
  limit 1) p on true
where n.before < $4::bigint
order by n.place
