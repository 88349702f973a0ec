-- Starts the chains that issuers don't have yet, each with its remission. $1 organization · $2 issuers' NIFs · $3 installation numbers, one each
with created as (
  insert into chains (organization_id, issuer_nif, installation_number)
  select $1, n.issuer_nif, n.installation_number
  from unnest($2::text[], $3::text[]) as n (issuer_nif, installation_number)
  where not exists (select from chains c where c.organization_id = $1 and c.issuer_nif = n.issuer_nif and c.retired_at is null)
  order by n.issuer_nif
  on conflict do nothing
  returning id, organization_id
)
insert into remissions (chain_id, organization_id) select id, organization_id from created
