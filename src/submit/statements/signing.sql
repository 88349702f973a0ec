-- name: findInvoiceToSign
-- params: organizationId, issuedInvoiceId
-- type: issuerProfile IssuerProfile from src/contracts/invoice-document.ts
-- Returns the profile that the issuer of an invoice had when it was issued, and the time of the database. Returns no row if there is no such issued
-- invoice, or if its signed Facturae is stored already.
select p.profile as "issuerProfile", (extract(epoch from now()) * 1000)::float8 as "signingTime"
from issued_invoices x
left join issuer_profiles p on p.id = x.issuer_profile_id
where x.id = $2 and x.organization_id = $1
  and not exists (select from electronic_files f where f.issued_invoice_id = x.id and f.format = 'facturae')

-- name: insertSignedFacturae
-- params: organizationId, issuedInvoiceId, version, content, sha256, signedAt
-- Stores the signed Facturae of an invoice. Does nothing if another worker stored one first.
insert into electronic_files (organization_id, issued_invoice_id, format, version, content, sha256, signed_at)
values ($1, $2, 'facturae', $3, $4, $5, $6)
on conflict do nothing

-- name: storeSigningRefusal
-- params: organizationId, issuedInvoiceId, reason, detail?
-- Stores why an invoice cannot be signed now, for the requests that wait.
insert into signing_refusals (organization_id, issued_invoice_id, reason, detail) values ($1, $2, $3, $4)
on conflict (issued_invoice_id) do update set reason = excluded.reason, detail = excluded.detail, refused_at = now()

-- name: deleteOldSigningRefusals
-- params: before
-- Deletes refusals for which no request waits any more.
delete from signing_refusals where refused_at < $1
