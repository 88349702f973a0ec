-- What issuing needs of a batch that is not finished; no row when it is. $1 batch
select b.organization_id::float8 as "organizationId", o.name as "organizationName", o.verifactu, body.body, o.paused_at is not null as "isPaused",
       exists (select from packing) as "isPacking",
       array(select (i.id % 1000)::int from batch_invoices i
             where i.id between b.id * 1000 and b.id * 1000 + 999 and i.processing_error is not null) as failed
from batches b
join organizations o on o.id = b.organization_id
join batch_bodies body on body.batch_id = b.id
where b.id = $1 and b.processed_at is null
