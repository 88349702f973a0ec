-- name: listIssuersWithoutAddress
-- params: mostNamed
-- Counts for each organization the issuers with issued invoices that have no address in their
-- newest profile, and names the first of them.
select x.organization_id::float8 as "organizationId", count(*)::int as count, (extract(epoch from max(x.created_at)) * 1000)::float8 as "newestAt",
       (array_agg(x.issuer_nif order by x.issuer_nif))[1:$1] as "issuerNifs"
from (
  select c.organization_id, c.issuer_nif, min(c.created_at) as created_at
  from chains c
  where c.retired_at is null
    and not exists (
      select from (
        select p.profile from issuer_profiles p
        where p.organization_id = c.organization_id and p.issuer_nif = c.issuer_nif
        order by p.id desc limit 1
      ) newest
      where coalesce(btrim(newest.profile ->> 'address'), '') <> '')
  group by c.organization_id, c.issuer_nif
) x
group by x.organization_id

-- name: listOtherUsers
-- params: organizationId, nifs
-- Lists the other organizations that are bound to issuers or issue for them.
select n.nif, o.id::float8 as "organizationId", coalesce(n.nif = any (o.issuer_nifs), false) as "isBound"
from unnest($2::text[]) as n (nif)
join organizations o on o.id <> $1
  and (o.issuer_nifs @> array[n.nif]
    or exists (select from chains c where c.issuer_nif = n.nif and c.organization_id = o.id and c.retired_at is null))
order by o.id, n.nif

-- name: listSharedIssuers
-- params: most
-- Lists the issuers for which several organizations issue though an operator has bound none to
-- them, with the time when the newest of these began.
select c.issuer_nif as nif, array_agg(distinct c.organization_id::float8 order by c.organization_id::float8) as "organizationIds",
       (extract(epoch from max(c.created_at)) * 1000)::float8 as "newestAt"
from chains c
where c.retired_at is null
group by c.issuer_nif
having count(distinct c.organization_id) > 1
  and not exists (select from organizations o where o.issuer_nifs @> array[c.issuer_nif::text])
order by max(c.created_at) desc, c.issuer_nif
limit $1

-- name: findWhyNotRendered
-- params: organizationId, batchId
-- Returns why the PDFs of a batch are rendered only on request; null if they are rendered without
-- one.
select case when o.paused_at is not null then 'paused' when b.pdfs_on_demand then 'on_demand' end as why
from organizations o
left join batches b on b.id = $2
where o.id = $1

-- name: findIssuerDetails
-- params: organizationId, nifs
-- type: details IssuerDetails from src/contracts/issuer-profile.ts
-- Finds the newest profiles of issuers, without their logos.
select n.nif, p.details
from unnest($2::text[]) as n (nif)
cross join lateral (
  select q.profile - 'logo' as details from issuer_profiles q
  where q.organization_id = $1 and q.issuer_nif = n.nif
  order by q.id desc limit 1) p
