-- Which of these issuers have no address in their newest profile, or no profile. $1 organization · $2 NIFs
select n.nif
from unnest($2::text[]) as n (nif)
where not exists (
  select from (
    select p.profile from issuer_profiles p
    where p.organization_id = $1 and p.issuer_nif = n.nif
    order by p.id desc limit 1
  ) newest
  where coalesce(btrim(newest.profile ->> 'address'), '') <> '')
