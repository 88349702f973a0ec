-- name: getSignedFacturae
-- params: organizationId, id, since?
-- type: refusal SigningRefusal from src/contracts/signing-refusals.ts
-- Returns the data of a batch invoice that the download of its signed Facturae needs, without the file itself, and the time of the database in
-- milliseconds since 1970. A refusal to sign counts only since a time.
select i.processing_error as "processingError", x.id is not null as "isIssued", x.invoice_number as "invoiceNumber", f.sha256,
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
-- Returns the invoices of a batch that are signed as Facturae, and those that a worker refused to sign at most `seconds` ago.
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
