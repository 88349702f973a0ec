-- Accepts a batch: idempotency record, ordinal, batch, raw body and batch invoices, or nothing when the key is taken. What is changed here is changed in
-- accept-batches, too, which does it for small ones that come together.
-- $1 organization · $2 key · $3 hash of the body · $4, $5 the answer before and after the batch id · $6 received at
-- $7 external batch id · $8 number of invoices · $9 compressed body · $10 to $12 external ids, numbers and errors, in order
-- $13 how long a key stands for its batch · $14 what issuing it takes · $15 its trace
with next as materialized (
  -- None for a key that is taken: who repeats a request uses up no ids, which leap by a million after a restore.
  select nextval('batches_id_seq') as id
  where not exists (select from idempotency_records k where k.organization_id = $1 and k.key = $2 and k.created_at > $6::timestamptz - $13::interval)
), claimed as (
  insert into idempotency_records as r (organization_id, key, batch_id, body_hash, response, created_at)
  select $1, $2, next.id, $3, $4::text || next.id || $5::text, $6 from next
  on conflict (organization_id, key) do update
    set batch_id = excluded.batch_id, body_hash = excluded.body_hash,
        response = excluded.response, created_at = excluded.created_at
    -- The window: a key may be used for another batch so long after its first success.
    where r.created_at <= excluded.created_at - $13::interval
  returning r.batch_id, r.response
), counted as (
  update organizations set batches_count = batches_count + 1
  where id = $1 and exists (select from claimed)
  returning batches_count
), batch as (
  insert into batches (id, organization_id, ordinal, external_batch_id, status, invoices_count, received_at, work, traceparent)
  select claimed.batch_id, $1, counted.batches_count, $7, 'received', $8, $6, $14::integer, $15 from claimed, counted
  returning id
), body as (
  insert into batch_bodies (batch_id, organization_id, body) select id, $1, $9 from batch
), invoices as (
  insert into batch_invoices (id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error)
  select batch.id * 1000 + i.place - 1, $1, batch.id, i.external_id, i.number, i.error
  from batch, unnest($10::text[], $11::text[], $12::text[]) with ordinality as i (external_id, number, error, place)
)
select batch_id::float8 as "batchId", response from claimed
