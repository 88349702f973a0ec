-- How much work of each kind is not done (of organizations that are paused no batch and no PDF), since when the oldest waits, and when some was done last, where that is quickly known. $1 rows of a kind that are counted at most · $2 batches whose PDFs are counted one by one
with unrendered as materialized (
  select b.id, b.invoices_count, b.processed_at, row_number() over (order by b.id) as place
  from batches b
  join organizations o on o.id = b.organization_id and o.paused_at is null
  where b.processed_at is not null and b.rendered_at is null
  order by b.id
  limit $1
), unprinted as (
  select u.processed_at,
         case when u.place > $2 then u.invoices_count
         else (select count(*) from issued_invoices i where i.id between u.id * 1000 and u.id * 1000 + 999)
              - (select count(*) from pdfs p where p.issued_invoice_id between u.id * 1000 and u.id * 1000 + 999 and not p.is_annulled)
         end as invoices
  from unrendered u
), annulled as (
  select k.created_at from corrections k
  join organizations o on o.id = k.organization_id and o.paused_at is null
  where k.kind = 'anulacion' and k.rendered_at is null
  order by k.id
  limit $1
), newest as materialized (
  select processed_at, case when not pdfs_on_demand then rendered_at end as rendered_at from batches order by id desc limit 1000
), unissued as materialized (
  select b.received_at from batches b
  join organizations o on o.id = b.organization_id and o.paused_at is null
  where b.processed_at is null
  order by b.id
  limit $1
), endpoints as (
  select id from webhook_endpoints where removed_at is null and disabled_at is null
)
select 'batch' as kind,
       (select count(*) from unissued)::float8 as count,
       (select (extract(epoch from min(received_at)) * 1000)::float8 from unissued) as "oldestAt",
       (select (extract(epoch from greatest(max(n.processed_at), (select max(u.processed_at) from unrendered u))) * 1000)::float8 from newest n) as "lastDoneAt"
union all
select 'pdf',
       coalesce((select sum(invoices) from unprinted), 0)::float8 + (select count(*) from annulled),
       (extract(epoch from least((select min(processed_at) from unprinted where invoices > 0), (select min(created_at) from annulled))) * 1000)::float8,
       (extract(epoch from greatest(
         (select max(n.rendered_at) from newest n),
         (select max(p.rendered_at) from unrendered u join pdfs p on p.issued_invoice_id between u.id * 1000 and u.id * 1000 + 999 where u.place <= 5))) * 1000)::float8
union all
select 'record', coalesce(sum(c.sequence - m.remitted_sequence), 0)::float8, (extract(epoch from min(r.generated_at)) * 1000)::float8, null
from remissions m
join chains c on c.id = m.chain_id and c.sequence > m.remitted_sequence
left join lateral (
  select n.generated_at from registration_records n where n.chain_id = m.chain_id and n.sequence = m.remitted_sequence + 1 limit 1) r on true
union all
select 'webhook',
       (select count(*) from (select from webhook_deliveries where ended_at is null limit $1) d)::float8,
       (select (extract(epoch from min(d.since)) * 1000)::float8 from endpoints e
        cross join lateral (
          select w.since from webhook_deliveries w where w.endpoint_id = e.id and w.ended_at is null order by w.batch_id, w.event_id limit 1) d),
       null
