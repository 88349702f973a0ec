-- What is not finished, of all organizations, by the partial indexes of what is unfinished. $1 now · $2 batches whose PDFs are counted one by one;
-- of those behind them all count that they were sent with
with issuing as (
  select count(*) as batches, coalesce(sum(invoices_count), 0) as invoices, min(received_at) as since
  from batches
  where processed_at is null
), unrendered as materialized (
  select id, invoices_count, processed_at, row_number() over (order by id) <= $2 as is_counted
  from batches
  where processed_at is not null and rendered_at is null
), rendering as (
  select coalesce(sum(case when u.is_counted then i.issued - p.rendered else u.invoices_count end), 0) as pdfs, min(u.processed_at) as since
  from unrendered u
  left join lateral (
    select count(*) as issued from issued_invoices where u.is_counted and id between u.id * 1000 and u.id * 1000 + 999
  ) i on true
  left join lateral (
    select count(*) as rendered from pdfs
    where u.is_counted and issued_invoice_id between u.id * 1000 and u.id * 1000 + 999 and not is_annulled
  ) p on true
), annulling as (
  select count(*) as pdfs, min(created_at) as since from corrections where kind = 'anulacion' and rendered_at is null
)
select g.batches::float8 as "batches", g.invoices::float8 as "invoices", (r.pdfs + a.pdfs)::float8 as "pdfs",
       greatest(coalesce(extract(epoch from $1 - g.since), 0), 0)::float8 as "batchSeconds",
       greatest(coalesce(extract(epoch from $1 - least(r.since, a.since)), 0), 0)::float8 as "pdfSeconds"
from issuing g, rendering r, annulling a
