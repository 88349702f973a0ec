-- name: findStoredRenderBatches
-- params: storedOn, hashes
-- Returns the hashes that belong to render batches stored in the object store on a given day.
select q.sha256 from render_batches q where q.stored_on = $1::date and q.sha256 = any ($2::bytea[])

-- name: finishRendering
-- params: batchIds, now
-- Marks batches as rendered if every issued invoice has its PDF.
update batches b set rendered_at = $2
where b.id = any ($1::bigint[]) and b.rendered_at is null and b.processed_at is not null
  -- `offset 0` enforces lookups by key for these batches only. With a plain anti join PostgreSQL
  -- would read all PDFs.
  and not exists (
    select from (
      select x.id from issued_invoices x where x.id between b.id * 1000 and b.id * 1000 + 999 offset 0) x
    where not exists (select from pdfs p where p.issued_invoice_id = x.id offset 0))

-- name: insertRenderBatch
-- params: version, sha256, content?, issuedInvoiceIds, areAnnulled, pages, storedOn?
-- Stores a render batch and its PDFs. An invoice that already has a PDF keeps it. Returns the
-- invoices whose existing PDF is damaged. The content is null if it is in the object store, where
-- it was stored on the day storedOn.
with wanted as (
  select n.id, x.organization_id, n.is_annulled, n.pages, p.issued_invoice_id is not null as is_damaged
  from unnest($4::bigint[], $5::boolean[], $6::smallint[]) as n (id, is_annulled, pages)
  cross join lateral (select a.organization_id from issued_invoices a where a.id = n.id limit 1) x
  left join lateral (select a.* from pdfs a where a.issued_invoice_id = n.id and a.is_annulled = n.is_annulled limit 1) p on true
  where p.issued_invoice_id is null or not is_pdf_intact(p.render_batch_id)
), render_batch as (
  insert into render_batches (organization_id, version, sha256, content, stored_on)
  select w.organization_id, $1, $2, $3, $7::date from wanted w limit 1
  returning id
), stored as (
  insert into pdfs (issued_invoice_id, organization_id, is_annulled, pages, render_batch_id)
  select w.id, w.organization_id, w.is_annulled, w.pages, render_batch.id
  from wanted w, render_batch
  where not w.is_damaged
  on conflict do nothing
)
select render_batch.id::float8 as "renderBatchId", w.id::float8 as "issuedInvoiceId" from wanted w, render_batch where w.is_damaged

-- name: listOutsideRenderBatches
-- params: batchId, from, to
-- Lists the render batches in the object store that contain PDFs of a range of a batch's invoices,
-- except those known to be lost.
select distinct q.id::float8 as id, q.sha256, q.stored_on::text as "storedOn"
from pdfs p
join render_batches q on q.id = p.render_batch_id
where p.issued_invoice_id between $1::bigint * 1000 + $2 and $1::bigint * 1000 + $3 and q.stored_on is not null and q.lost_at is null

-- name: listRenderBatchesInside
-- params: after, most
-- not null: content
-- Lists render batches whose content is in PostgreSQL.
select q.id::float8 as id, q.sha256, q.content from render_batches q where q.stored_on is null and q.id > $1 order by q.id limit $2

-- name: listRenderBatchesOutside
-- params: after, most
-- Lists render batches whose content is in the object store, except those known to be lost.
select q.id::float8 as id, q.sha256, q.stored_on::text as "storedOn"
from render_batches q
where q.stored_on is not null and q.lost_at is null and q.id > $1
order by q.id
limit $2

-- name: listUnrendered
-- params: batchId, from, to
-- type: issuerProfile IssuerProfile from src/contracts/issuer-profile.ts
-- Lists the issued invoices of a batch that need rendering: their PDF does not exist, is damaged,
-- or does not show their annulment.
select x.id::float8 as "issuedInvoiceId", x.document_bytes as bytes, x.qr_url as "qrUrl", p.profile as "issuerProfile",
       k.day as "annulledOn"
from issued_invoices x
left join issuer_profiles p on p.id = x.issuer_profile_id
cross join lateral (
  select to_char(min(c.created_at) at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day
  from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion') k
where x.id between $1::bigint * 1000 + $2 and $1::bigint * 1000 + $3
  and not exists (select from pdfs where issued_invoice_id = x.id and is_annulled = (k.day is not null) and is_pdf_intact(render_batch_id))
order by x.id

-- name: renewPdfs
-- params: renderBatchId, issuedInvoiceIds, areAnnulled, pages
-- Replaces the damaged PDFs of invoices by those in another render batch, one list per column.
select renew_pdf(n.id, n.is_annulled, $1, n.pages)
from unnest($2::bigint[], $3::boolean[], $4::smallint[]) as n (id, is_annulled, pages)

-- name: reportLostRenderBatch
-- params: id
-- Records that a render batch is missing in the object store or has other bytes there.
select report_lost_render_batch($1)

-- name: moveRenderBatchOut
-- params: id, storedOn
-- Removes the content of a render batch from PostgreSQL after it was stored in the object store on
-- a given day.
select move_render_batch_out($1, $2::date) as moved

-- name: moveRenderBatchIn
-- params: id, content
-- Moves the content of a render batch back into PostgreSQL, which verifies its hash.
select move_render_batch_in($1, $2) as moved

-- name: listDueRenderings
-- params: before, most, chunk, after, longDocument, mostLong
-- type: chunks readonly number[]
-- type: long readonly number[]
-- Lists the chunks of batches with issued invoices that have no PDF. The batches were processed
-- before a given time, and their organizations are not paused. Documents of more than longDocument
-- bytes are not in chunks; their positions are listed separately, at most mostLong per batch.
with unrendered as (
  select b.id, b.organization_id, b.invoices_count
  from batches b
  join organizations o on o.id = b.organization_id and o.paused_at is null
  where b.processed_at is not null and b.rendered_at is null and b.id > $4
    -- A batch of the future was issued while the clock of the database was ahead.
    and (b.processed_at < $1 or b.processed_at > $1 + interval '1 hour')
  order by b.id
  limit $2
)
select u.id::float8 as "batchId", u.organization_id::float8 as "organizationId", u.invoices_count as invoices,
       array_agg(distinct (x.id % 1000)::int / $3::int) filter (where not x.is_long) as chunks,
       (array_agg((x.id % 1000)::int order by x.id) filter (where x.is_long))[1:$6::int] as long
from unrendered u
-- `offset 0` enforces lookups by key for each batch. With a plain anti join PostgreSQL would read
-- all invoices and PDFs.
left join lateral (
  select i.id, i.document_bytes > $5::int as is_long from issued_invoices i
  where i.id between u.id * 1000 and u.id * 1000 + 999
    and not exists (select from pdfs p where p.issued_invoice_id = i.id offset 0)
  offset 0
) x on true
group by u.id, u.organization_id, u.invoices_count
order by u.id

-- name: listDueAnnulled
-- params: now, most
-- Lists annulled invoices of organizations that are not paused whose PDF does not show the
-- annulment. Marks annulments as rendered if the PDF already shows them or is rendered on demand.
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
