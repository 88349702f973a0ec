-- name: countUnsettled
-- params: firstBatch, endBatch, firstRenderBatch, finishRenderBatch
-- Counts everything that prevents the archiving of a month: unfinished batches, records and entries in
-- SII and deliveries to the SPFE without an answer, rejected invoices and lost render batches. The end ids are exclusive.
select
  (select count(*) from batches b where b.id >= $1 and b.id < $2 and (b.processed_at is null or b.rendered_at is null))::float8 as batches,
  (select count(*) from registration_records r
   join chains c on c.id = r.chain_id and c.retired_at is null
   where r.issued_invoice_id >= $1::bigint * 1000 and r.issued_invoice_id < $2::bigint * 1000
     and not exists (select from record_answers a where a.chain_id = r.chain_id and a.sequence = r.sequence))::float8 as unanswered,
  (select count(*) from (
     select distinct on (r.issued_invoice_id) a.state from registration_records r
     join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
     where r.issued_invoice_id >= $1::bigint * 1000 and r.issued_invoice_id < $2::bigint * 1000
     order by r.issued_invoice_id, r.chain_id desc, r.sequence desc) newest
   where newest.state = 'rejected')::float8
  + (select count(*) from sii_entries e
     where e.issued_invoice_id >= $1::bigint * 1000 and e.issued_invoice_id < $2::bigint * 1000 and e.state = 'rejected')::float8
  + (select count(*) from spfe_deliveries d
     where d.issued_invoice_id >= $1::bigint * 1000 and d.issued_invoice_id < $2::bigint * 1000
       and d.state in ('rejected', 'blocked', 'unknown', 'conflict', 'held'))::float8 as refused,
  (select count(*) from sii_entries e
   where e.issued_invoice_id >= $1::bigint * 1000 and e.issued_invoice_id < $2::bigint * 1000 and e.state in ('pending', 'sent'))::float8
  + (select count(*) from sii_collections c
     join sii_entries e on e.issued_invoice_id = c.issued_invoice_id and e.kind <> 'baja'
     where c.issued_invoice_id >= $1::bigint * 1000 and c.issued_invoice_id < $2::bigint * 1000 and c.state in ('pending', 'sent'))::float8 as entries,
  (select count(*) from spfe_deliveries d
   where d.issued_invoice_id >= $1::bigint * 1000 and d.issued_invoice_id < $2::bigint * 1000
     and (d.state in ('pending', 'sending', 'uncertain', 'withdrawing') or (d.state = 'prepared' and d.version = 0)))::float8 as deliveries,
  (select count(*) from render_batches q where q.id >= $3 and q.id < $4 and q.lost_at is not null)::float8 as lost

-- name: listMonthDocumentBlocks
-- params: firstBatch, endBatch
-- Lists the document blocks of a range of batches, as JSON.
select p.organization_id::float8 as "organizationId", row_to_json(p)::text as row
from document_blocks p where p.batch_id >= $1 and p.batch_id < $2
order by p.organization_id, p.batch_id, p.part

-- name: listMonthDocuments
-- params: firstBatch, endBatch
-- Lists the issued invoices of a range of batches.
select x.organization_id::float8 as "organizationId", x.id::float8 as "invoiceId", x.issuer_nif as "issuerNif", x.invoice_number as "invoiceNumber",
       x.issue_date::text as "issueDate", x.total::text as total
from issued_invoices x
where x.id >= $1::bigint * 1000 and x.id < $2::bigint * 1000
order by x.organization_id, x.id

-- name: listMonthRenderBatches
-- params: firstRenderBatch, finishRenderBatch
-- not null: renderedAt
-- Lists the render batches whose ids are in a range.
select q.id::float8 as id, q.organization_id::float8 as "organizationId", q.version, q.sha256, q.content, q.stored_on::text as "storedOn",
       to_json(q.rendered_at) #>> '{}' as "renderedAt"
from render_batches q where q.id >= $1 and q.id < $2
order by q.organization_id, q.id

-- name: listMonthRecordBlocks
-- params: firstBatch, endBatch
-- Lists the record blocks of a range of batches, as JSON.
select p.organization_id::float8 as "organizationId", row_to_json(p)::text as row
from record_blocks p where p.batch_id >= $1 and p.batch_id < $2
order by p.organization_id, p.batch_id, p.part

-- name: listMonthRecords
-- params: firstBatch, endBatch
-- Lists the registration records of the invoices of a range of batches, with AEAT's answers.
select r.organization_id::float8 as "organizationId", r.chain_id::float8 as "chainId", c.installation_number as "installationNumber",
       r.sequence::float8 as sequence, r.kind, r.issued_invoice_id::float8 as "invoiceId", x.issuer_nif as "issuerNif", x.invoice_number as number,
       x.issue_date::text as "issueDate", x.total::text as total, r.previous_hash as "previousHash", r.hash,
       a.state, a.code, a.message, s.csv, to_json(a.answered_at) #>> '{}' as "answeredAt", r.xml
from registration_records r
join chains c on c.id = r.chain_id
join issued_invoices x on x.id = r.issued_invoice_id
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join submission_attempts s on s.chain_id = a.chain_id and s.attempt = a.attempt
where r.issued_invoice_id >= $1::bigint * 1000 and r.issued_invoice_id < $2::bigint * 1000
order by r.organization_id, r.chain_id, r.sequence

-- name: listMonths
-- Lists the months with their ranges of ids, oldest first.
select to_char(month, 'YYYY-MM') as month, first_batch_id::float8 as "firstBatch", (lead(first_batch_id) over (order by month))::float8 as "endBatch",
       first_render_batch_id::float8 as "firstRenderBatch", (lead(first_render_batch_id) over (order by month))::float8 as "finishRenderBatch",
       (extract(epoch from archived_at) * 1000)::float8 as "archivedAt", (extract(epoch from restored_at) * 1000)::float8 as "restoredAt",
       manifest_sha256 as "manifestSha256"
from months order by month

-- name: sumRows
-- params: firstBatch, endBatch, firstRenderBatch, finishRenderBatch
-- Counts the blocks and render batches of a month and computes a checksum of each kind that does
-- not depend on their order (src/archive/checksum.ts).
select t.name, t.rows::float8 as rows, coalesce(t.sum, 0)::text as sum
from (
  select 'document-blocks' as name, count(*) as rows,
         sum(('x' || encode(substring(sha256(convert_to(concat_ws(' ', batch_id, part, encode(sha256, 'hex')), 'UTF8')) for 7), 'hex'))::bit(56)::bigint::numeric) as sum
  from document_blocks where batch_id >= $1 and batch_id < $2
  union all
  select 'record-blocks', count(*),
         sum(('x' || encode(substring(sha256(convert_to(concat_ws(' ', batch_id, part, encode(sha256, 'hex')), 'UTF8')) for 7), 'hex'))::bit(56)::bigint::numeric)
  from record_blocks where batch_id >= $1 and batch_id < $2
  union all
  select 'render-batches', count(*),
         sum(('x' || encode(substring(sha256(convert_to(concat_ws(' ', id, encode(sha256, 'hex')), 'UTF8')) for 7), 'hex'))::bit(56)::bigint::numeric)
  from render_batches where id >= $3 and id < $4) t

-- name: listPartitions
-- params: table, first, end
-- unprepared Lists the partitions of a table between two ids. For the first month, the lower limit
-- is ignored, because its partitions begin before any id.
select p.name
from (select c.oid::regclass::text as name,
             coalesce(substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([0-9]+)''\)')::bigint, 0) as first,
             substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9]+)''\)')::bigint as until
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::text::regclass) p
where p.until <= $3 and (p.first >= $2 or $2 = 1)
order by p.first

-- name: makePartitionApart
-- params: table, first
-- not null: name
-- unprepared
-- Creates a detached table for restoring a part of an archived month.
select 'partitions.' || make_partition_apart($1, $2) as name
