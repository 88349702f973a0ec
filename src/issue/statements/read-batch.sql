-- What issuing needs of a batch that is not finished; no row when it is. Whether other transactions hold all chains of its organization is looked at where they are few
-- (null: what is in it tells which it needs), and so are their issuers. $1 batch
select b.organization_id::float8 as "organizationId", o.name as "organizationName", o.verifactu, body.body, o.paused_at is not null as "isPaused",
       case
         when few.chains = 0 then false
         when few.chains < 5 and not exists (
           select from (select from chains c where c.organization_id = b.organization_id and c.retired_at is null limit 4 for share skip locked) free) then true
         when few.chains = 1 then false
       end as "areChainsHeld",
       few.issuers as "issuersWithChain",
       array(select (i.id % 1000)::int from batch_invoices i
             where i.id between b.id * 1000 and b.id * 1000 + 999 and i.processing_error is not null) as failed
from batches b
join organizations o on o.id = b.organization_id
join batch_bodies body on body.batch_id = b.id
cross join lateral (
  select count(*) as chains, coalesce(array_agg(c.issuer_nif), '{}') as issuers
  from (select c.issuer_nif from chains c where c.organization_id = b.organization_id and c.retired_at is null limit 5) c
) few
where b.id = $1 and b.processed_at is null
