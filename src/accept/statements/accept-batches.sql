-- Accepts several batches that arrived together, as accept-batch does one: idempotency records, ordinals, batches, raw bodies and batch invoices. A batch whose key
-- is taken leaves nothing behind and has no row in the result.
-- One list per column of the batches: $1 organizations · $2 keys · $3 hashes of the bodies · $4, $5 the answers before and after the batch id
-- $6 received at · $7 external batch ids · $8 numbers of invoices · $9 compressed bodies · $14 what issuing them takes · $15 their traces
-- One list per column of all their invoices, batch after batch: $10 to $12 external ids, numbers, errors
-- $13 how long a key stands for its batch
with patience as materialized (
  -- They do not wait long for a lock that one of them needs: they fail, and go again one by one.
  select set_config('lock_timeout', '250ms', true)
), sent as materialized (
  select s.*, sum(invoices_count) over (order by place) as last_invoice,
         -- None for a key that is taken, as in accept-batch.
         case when not exists (
           select from idempotency_records k
           where k.organization_id = s.organization_id and k.key = s.key and k.created_at > s.received_at - $13::interval
         ) then nextval('batches_id_seq') end as id
  from patience, unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::smallint[], $9::bytea[], $14::integer[], $15::text[])
    with ordinality as s (organization_id, key, hash, opening, ending, received_at, label, invoices_count, body, work, traceparent, place)
), claimed as (
  -- In one order of keys, so that two statements cannot wait for each other.
  insert into idempotency_records as r (organization_id, key, batch_id, body_hash, response, created_at)
  select organization_id, key, id, hash, opening || id || ending, received_at from sent where id is not null order by organization_id, key
  on conflict (organization_id, key) do update
    set batch_id = excluded.batch_id, body_hash = excluded.body_hash,
        response = excluded.response, created_at = excluded.created_at
    -- The window: a key may be used for another batch so long after its first success.
    where r.created_at <= excluded.created_at - $13::interval
  returning r.batch_id, r.response, r.organization_id
), held as materialized (
  -- In one order again, and after all keys.
  select o.id, c.batches
  from (select organization_id, count(*) as batches from claimed group by organization_id) c
  join organizations o on o.id = c.organization_id
  order by o.id
  for no key update of o
), counted as (
  update organizations o set batches_count = o.batches_count + held.batches
  from held where o.id = held.id
  returning o.id, o.batches_count - held.batches as before
), accepted as materialized (
  select s.*, c.response, counted.before + row_number() over (partition by s.organization_id order by s.id) as ordinal
  from claimed c
  join sent s on s.id = c.batch_id
  join counted on counted.id = s.organization_id
), batch as (
  insert into batches (id, organization_id, ordinal, external_batch_id, status, invoices_count, received_at, work, traceparent)
  select id, organization_id, ordinal, label, 'received', invoices_count, received_at, work, traceparent from accepted
), body as (
  insert into batch_bodies (batch_id, organization_id, body) select id, organization_id, body from accepted
), invoices as (
  insert into batch_invoices (id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error)
  select a.id * 1000 + i.place - 1, a.organization_id, a.id, i.external_id, i.number, i.error
  from accepted a
  cross join lateral (select (a.last_invoice - a.invoices_count + 1)::int as first, a.last_invoice::int as last) r
  cross join lateral unnest(($10::text[])[r.first:r.last], ($11::text[])[r.first:r.last], ($12::text[])[r.first:r.last])
    with ordinality as i (external_id, number, error, place)
)
select place::int as place, id::float8 as "batchId", response from accepted
