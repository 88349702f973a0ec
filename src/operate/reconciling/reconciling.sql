-- name: listDueAnnulled
-- params: now, most
-- Annulled invoices, of organizations that are not paused, that lack the PDF which says so; those that have it by now, or have it printed on demand, are noted as done.
with unrendered as (
  select k.id, k.organization_id, k.issued_invoice_id,
         b.pdfs_on_demand or exists (select from pdfs p where p.issued_invoice_id = k.issued_invoice_id and p.is_annulled) as is_rendered
  from corrections k
  join organizations o on o.id = k.organization_id and o.paused_at is null
  join batches b on b.id = k.issued_invoice_id / 1000
  where k.kind = 'anulacion' and k.rendered_at is null
  order by k.id
  limit $2
), done as (
  update corrections k set rendered_at = $1 from unrendered u where k.id = u.id and u.is_rendered and k.rendered_at is null
)
select distinct organization_id::float8 as "organizationId", issued_invoice_id::float8 as "issuedInvoiceId"
from unrendered
where not is_rendered

-- name: listDueBatches
-- params: before, most, after
-- Batches that are not finished, of organizations that are not paused.
select b.id::float8 as "batchId", b.organization_id::float8 as "organizationId", b.invoices_count as invoices,
       b.work
from batches b
join organizations o on o.id = b.organization_id and o.paused_at is null
where b.processed_at is null and b.received_at < $1 and b.id > $3
order by b.id
limit $2

-- name: listDueRemissions
-- params: now, most, fullEnvelope
-- Chains that may send records now, or are to be compared with AEAT first: organizations take turns, of each those that waited longest
-- first. A comparison waits for nothing but its own time.
select m.chain_id::float8 as "chainId", m.organization_id::float8 as "organizationId",
       (c.sequence - m.remitted_sequence)::float8 as records,
       (m.compare_since is null and coalesce(m.next_allowed_at > $1, false)) as "isFull"
from remissions m
join chains c on c.id = m.chain_id
where m.halted_at is null
  and case when m.compare_since is not null then m.compare_after is null or m.compare_after <= $1
      else c.sequence > m.remitted_sequence
           and (m.sending_until is null or m.sending_until <= $1)
           and (m.next_allowed_at is null or m.next_allowed_at <= $1
                or (m.failures = 0 and c.sequence - m.remitted_sequence >= $3
                    and not exists (
                      select from submissions s
                      where s.chain_id = m.chain_id and s.answered_at is null and s.superseded_at is null)))
      end
order by row_number() over (partition by m.organization_id order by m.next_allowed_at nulls first), m.next_allowed_at nulls first
limit $2

-- name: listDueRenderings
-- params: before, most, chunk, after, longDocument, mostLong
-- type: chunks readonly number[]
-- type: long readonly number[]
-- Lists chunks of batches, processed before a moment, with issued invoices that have no PDF, of organizations that are not paused. Documents of more than longDocument
-- bytes are in no chunk: their positions are listed, so many at most per batch.
with unrendered as (
  select b.id, b.organization_id, b.invoices_count
  from batches b
  join organizations o on o.id = b.organization_id and o.paused_at is null
  where b.processed_at < $1 and b.rendered_at is null and b.id > $4
  order by b.id
  limit $2
)
select u.id::float8 as "batchId", u.organization_id::float8 as "organizationId", u.invoices_count as invoices,
       array_agg(distinct (x.id % 1000)::int / $3::int) filter (where not x.is_long) as chunks,
       (array_agg((x.id % 1000)::int order by x.id) filter (where x.is_long))[1:$6::int] as long
from unrendered u
-- `offset 0` keeps these look-ups by key, batch by batch: as a plain anti join all invoices and PDFs would be read.
left join lateral (
  select i.id, i.document_bytes > $5::int as is_long from issued_invoices i
  where i.id between u.id * 1000 and u.id * 1000 + 999
    and not exists (select from pdfs p where p.issued_invoice_id = i.id offset 0)
  offset 0
) x on true
group by u.id, u.organization_id, u.invoices_count
order by u.id
