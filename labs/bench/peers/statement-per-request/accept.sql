-- The product's statement for one batch: idempotency record, ordinal, batch, body and invoices, or nothing if the key is already used.
-- $1 organization · $2 key · $3 hash of the body · $4, $5 the answer before and after the batch id · $6 received at
-- $7 external batch id · $8 number of invoices · $9 compressed body · $10 to $12 external ids, numbers and errors, in order
with next as materialized (
  select nextval('batches_id_seq') as id
), claimed as (
  insert into idempotency_records as r (organization_id, key, batch_id, body_hash, response, created_at)
  select $1, $2, next.id, $3, $4::text || next.id || $5::text, $6 from next
  on conflict (organization_id, key) do update
    set batch_id = excluded.batch_id, body_hash = excluded.body_hash,
        response = excluded.response, created_at = excluded.created_at
    where r.created_at <= excluded.created_at - interval '24 hours'
  returning r.batch_id, r.response
), counted as (
  update organizations set batches_count = batches_count + 1
  where id = $1 and exists (select from claimed)
  returning batches_count
), batch as (
  insert into batches (id, organization_id, ordinal, external_batch_id, status, invoices_count, received_at)
  select claimed.batch_id, $1, counted.batches_count, $7, 'received', $8, $6 from claimed, counted
  returning id
), body as (
  insert into batch_bodies (batch_id, organization_id, body) select id, $1, $9 from batch
), invoices as (
  insert into batch_invoices (id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error)
  select batch.id * 1000 + i.place - 1, $1, batch.id, i.external_id, i.number, i.error
  from batch, unnest($10::text[], $11::text[], $12::text[]) with ordinality as i (external_id, number, error, place)
)
select response from claimed
