-- Invoices of batches that came since a moment and failed, the most frequent messages first. What differs from invoice to invoice is left out of messages: places, long numbers,
-- NIFs, and the name on record for a person. $1 since · $2 invoices that are looked at, the newest · $3 messages at most · $4 batches that are named, per message
with newest as materialized (
  select i.id, i.organization_id, i.processing_error
  from batch_invoices i
  where i.processing_error is not null and i.erased_at is null
  order by i.id desc
  limit $2
), said as materialized (
  select d.processing_error,
         left(regexp_replace(regexp_replace(regexp_replace(
           d.processing_error, 'must be .*, (the name on record for|as an earlier invoice of this batch names) the person with NIF \w+', 'must be \1 the person', 'g'),
           '\m(Line |invoice |invoices\[)[0-9]+', '\1#', 'g'),
           '\m[A-Z]?[0-9]{4,}(-[0-9]{2}-[0-9]{2})?[A-Z]?\M', '#', 'g'), 300) as message
  from (select distinct processing_error from newest) d
), failed as (
  select n.id, n.organization_id, coalesce(b.processed_at, b.received_at) as known_at, b.received_at, s.message
  from newest n
  join said s using (processing_error)
  join batches b on b.id = n.id / 1000
  where b.received_at >= $1
), grouped as (
  select message, count(*)::int as invoices, array_agg(distinct organization_id::float8) as organizations,
         min(received_at) as first_at, max(known_at) as last_at
  from failed
  group by message
  order by invoices desc, last_at desc
  limit $3
)
select g.message, g.invoices, g.organizations as "organizationIds", (extract(epoch from g.first_at) * 1000)::float8 as "firstAt",
       (extract(epoch from g.last_at) * 1000)::float8 as "lastAt",
       array(select distinct (f.id / 1000)::float8 from failed f where f.message = g.message order by 1 desc limit $4) as "batchIds",
       ((select count(*) from newest) < $2) as "isWhole"
from grouped g
order by g.invoices desc, g.last_at desc
