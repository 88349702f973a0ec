-- name: findInvoicesToSign
-- params: organizationId, first, last, most
-- type: issuerProfile IssuerDetails from src/contracts/issuer-profile.ts
-- Returns the first issued invoices in a range of ids without a stored Facturae, each with the
-- profile that its issuer had when it was issued, and the time of the database in milliseconds
-- since 1970.
select x.id::float8 as id, p.profile - 'logo' as "issuerProfile", (extract(epoch from now()) * 1000)::float8 as "signingTime"
from issued_invoices x
left join issuer_profiles p on p.id = x.issuer_profile_id
where x.id between $2 and $3 and x.organization_id = $1
  and not exists (select from electronic_files f where f.issued_invoice_id = x.id and f.format = 'facturae')
order by x.id
limit $4

-- name: insertSignedFacturae
-- params: organizationId, issuedInvoiceIds, version, contents, sha256s, signedAt
-- Stores the signed Facturae of invoices, except those of which another worker stored one first.
insert into electronic_files (organization_id, issued_invoice_id, format, version, content, sha256, signed_at)
select $1, n.id, 'facturae', $3, n.content, n.sha256, $6
from unnest($2::bigint[], $4::bytea[], $5::bytea[]) n (id, content, sha256)
on conflict do nothing

-- name: storeSigningRefusals
-- params: organizationId, issuedInvoiceIds, reasons, details[?]
-- Stores why invoices cannot be signed now, for the requests that wait.
insert into signing_refusals (organization_id, issued_invoice_id, reason, detail)
select $1, n.id, n.reason, n.detail from unnest($2::bigint[], $3::text[], $4::text[]) n (id, reason, detail)
on conflict (issued_invoice_id) do update set reason = excluded.reason, detail = excluded.detail, refused_at = now()

-- name: deleteOldSigningRefusals
-- params: before
-- Deletes refusals that are too old to be reported.
delete from signing_refusals where refused_at < $1

-- name: findProfile
-- params: organizationId, nif
-- type: profile IssuerDetails from src/contracts/issuer-profile.ts
-- Returns the newest profile that an organization has for a NIF.
select p.profile - 'logo' as profile
from issuer_profiles p
where p.organization_id = $1 and p.issuer_nif = $2
order by p.id desc
limit 1
