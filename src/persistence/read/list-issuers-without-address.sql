-- Issuers that issue and have no address in their newest profile: how many of each organization, and the first of them. $1 most that are named
select x.organization_id::float8 as "organizationId", count(*)::int as count,
       (array_agg(x.issuer_nif order by x.issuer_nif))[1:$1] as "issuerNifs"
from (
  select distinct c.organization_id, c.issuer_nif
  from chains c
  where c.retired_at is null
    and not exists (
      select from (
        select p.profile from issuer_profiles p
        where p.organization_id = c.organization_id and p.issuer_nif = c.issuer_nif
        order by p.id desc limit 1
      ) newest
      where coalesce(btrim(newest.profile ->> 'address'), '') <> '')
) x
group by x.organization_id
