-- Issuers that issue and have no address in their newest profile: how many of each organization, and the first of them. $1 most that are named
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
