-- The traces of the batches that records of a chain belong to. $1 chain · $2, $3 first and last sequence
select b.traceparent
from (select distinct issued_invoice_id / 1000 as id from registration_records where chain_id = $1 and sequence between $2 and $3) of_batches
join batches b using (id)
where b.traceparent is not null
order by b.id
limit 32
