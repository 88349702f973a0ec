-- name: findPreviewToRender
-- params: id
-- type: document InvoiceDocument from src/contracts/invoice-document.ts
-- type: issuerProfile IssuerProfile from src/contracts/issuer-profile.ts
-- Returns the document of a preview that has no result yet, with the newest profile of its issuer.
select v.document, p.profile as "issuerProfile"
from previews v
left join lateral (
  select q.profile from issuer_profiles q
  where q.organization_id = v.organization_id and q.issuer_nif = v.document -> 'issuer' ->> 'nif'
  order by q.id desc limit 1) p on true
where v.id = $1 and v.document <> '{}' and v.pdf is null and v.failure is null

-- name: settlePreview
-- params: id, pdf?, failure?
-- Stores the PDF of a preview, or why it could not be rendered. Does nothing if its contents were
-- erased.
update previews set pdf = $2, failure = $3 where id = $1 and document <> '{}'

-- name: deleteOldPreviews
-- params: before
-- Deletes previews for which no request waits any more.
delete from previews where requested_at < $1
