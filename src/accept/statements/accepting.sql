-- name: acceptBatch
-- params: organizationId, idempotencyKey, bodyHash, responseStart, responseEnd, receivedAt, externalBatchId?, invoicesCount, body, externalInvoiceIds[?], invoiceNumbers[?], processingErrors[?], idempotencyWindow, work, traceparent?, version, metadata[?], warnings[?], issuerNifs?, spanishErrors[?]
-- Accepts a batch: stores the idempotency record, ordinal, batch, raw body and batch invoices.
-- Stores nothing and returns no row if the key is in use. Keep this statement and acceptBatches,
-- which accepts several small batches at once, in step. The stored response is responseStart, the
-- id of the batch and responseEnd. metadata and warnings are JSON; their lists, and that of
-- spanishErrors, are empty if no invoice of the batch has any. issuerNifs are separated by blanks.
with next as materialized (
  -- No id is taken if the key is in use, so that repeated requests consume no ids. Ids are limited:
  -- they advance by a million after a restore.
  select nextval('batches_id_seq') as id
  where not exists (select from idempotency_records k where k.organization_id = $1 and k.key = $2 and k.created_at > $6::timestamptz - $13::interval)
), claimed as (
  insert into idempotency_records as r (organization_id, key, batch_id, body_hash, response, created_at)
  select $1, $2, next.id, $3, $4::text || next.id || $5::text, $6 from next
  on conflict (organization_id, key) do update
    set batch_id = excluded.batch_id, body_hash = excluded.body_hash,
        response = excluded.response, created_at = excluded.created_at
    -- A key can be used for another batch once the idempotency window after its first use is over.
    where r.created_at <= excluded.created_at - $13::interval
  returning r.batch_id, r.response
), counted as (
  update organizations set batches_count = batches_count + 1
  where id = $1 and exists (select from claimed)
  returning batches_count, unique_external_ids
), batch as (
  insert into batches (id, organization_id, ordinal, external_batch_id, status, invoices_count, received_at, work, traceparent, api_version, issuer_nifs)
  select claimed.batch_id, $1, counted.batches_count, $7, 'received', $8, $6, $14::integer, $15, $16, string_to_array($19::text, ' ') from claimed, counted
  returning id
), body as (
  insert into batch_bodies (batch_id, organization_id, body) select id, $1, $9 from batch
), invoices as (
  insert into batch_invoices (id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error, metadata, warnings, processing_error_es, has_unique_id)
  select batch.id * 1000 + i.place - 1, $1, batch.id, i.external_id, i.number, i.error, i.metadata::jsonb, i.warnings::jsonb, i.error_es,
         -- Null, which takes no room, unless the organization asks that ids are used once.
         case when counted.unique_external_ids and i.error is null and btrim(i.external_id) <> '' then true end
  from batch, counted, unnest($10::text[], $11::text[], $12::text[], $17::text[], $18::text[], $20::text[]) with ordinality
    as i (external_id, number, error, metadata, warnings, error_es, place)
)
select batch_id::float8 as "batchId", response from claimed

-- name: acceptBatches
-- params: organizationIds, idempotencyKeys, bodyHashes, responseStarts, responseEnds, receivedAt, externalBatchIds[?], invoicesCounts, bodies, externalInvoiceIds[?], invoiceNumbers[?], processingErrors[?], idempotencyWindow, works, traceparents[?], versions, metadata[?], warnings[?], issuerNifs[?], spanishErrors[?]
-- Accepts several batches that arrived together, as acceptBatch does for one. Stores nothing for a
-- batch whose key is in use and returns no row for it. The invoices of all batches are concatenated
-- in one list per column. The lists of metadata, warnings and spanishErrors are empty if no invoice
-- has any.
with patience as materialized (
  -- If one batch has to wait for a lock, the statement fails soon, and the batches are accepted one
  -- by one.
  select set_config('lock_timeout', '250ms', true)
), sent as materialized (
  select s.*, sum(invoices_count) over (order by place) as last_invoice,
         -- No id is taken if the key is in use, as in acceptBatch.
         case when not exists (
           select from idempotency_records k
           where k.organization_id = s.organization_id and k.key = s.key and k.created_at > s.received_at - $13::interval
         ) then nextval('batches_id_seq') end as id
  from patience, unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::smallint[], $9::bytea[], $14::integer[], $15::text[], $16::smallint[], $19::text[])
    with ordinality as s (organization_id, key, hash, opening, ending, received_at, label, invoices_count, body, work, traceparent, version, issuer_nifs, place)
), claimed as (
  -- Keys are inserted in a fixed order, so that two statements cannot deadlock.
  insert into idempotency_records as r (organization_id, key, batch_id, body_hash, response, created_at)
  select organization_id, key, id, hash, opening || id || ending, received_at from sent where id is not null order by organization_id, key
  on conflict (organization_id, key) do update
    set batch_id = excluded.batch_id, body_hash = excluded.body_hash,
        response = excluded.response, created_at = excluded.created_at
    -- A key can be used for another batch once the idempotency window after its first use is over.
    where r.created_at <= excluded.created_at - $13::interval
  returning r.batch_id, r.response, r.organization_id
), held as materialized (
  -- Organizations are also locked in a fixed order, and only after all keys.
  select o.id, c.batches
  from (select organization_id, count(*) as batches from claimed group by organization_id) c
  join organizations o on o.id = c.organization_id
  order by o.id
  for no key update of o
), counted as (
  update organizations o set batches_count = o.batches_count + held.batches
  from held where o.id = held.id
  returning o.id, o.batches_count - held.batches as before, o.unique_external_ids
), accepted as materialized (
  select s.*, c.response, counted.unique_external_ids, counted.before + row_number() over (partition by s.organization_id order by s.id) as ordinal
  from claimed c
  join sent s on s.id = c.batch_id
  join counted on counted.id = s.organization_id
), batch as (
  insert into batches (id, organization_id, ordinal, external_batch_id, status, invoices_count, received_at, work, traceparent, api_version, issuer_nifs)
  select id, organization_id, ordinal, label, 'received', invoices_count, received_at, work, traceparent, version, string_to_array(issuer_nifs, ' ') from accepted
), body as (
  insert into batch_bodies (batch_id, organization_id, body) select id, organization_id, body from accepted
), invoices as (
  insert into batch_invoices (id, organization_id, batch_id, external_invoice_id, invoice_number, processing_error, metadata, warnings, processing_error_es, has_unique_id)
  select a.id * 1000 + i.place - 1, a.organization_id, a.id, i.external_id, i.number, i.error, i.metadata::jsonb, i.warnings::jsonb, i.error_es,
         case when a.unique_external_ids and i.error is null and btrim(i.external_id) <> '' then true end
  from accepted a
  cross join lateral (select (a.last_invoice - a.invoices_count + 1)::int as first, a.last_invoice::int as last) r
  cross join lateral unnest(($10::text[])[r.first:r.last], ($11::text[])[r.first:r.last], ($12::text[])[r.first:r.last],
                            ($17::text[])[r.first:r.last], ($18::text[])[r.first:r.last], ($20::text[])[r.first:r.last])
    with ordinality as i (external_id, number, error, metadata, warnings, error_es, place)
)
select place::int as place, id::float8 as "batchId", response from accepted

-- name: findIdempotencyRecord
-- params: organizationId, key, now, idempotencyWindow
-- not null: storedBytes
-- not null: version
-- Finds the stored response of an idempotency key that is in use.
select r.batch_id::float8 as "batchId", r.body_hash as "bodyHash", r.response,
       (select b.api_version from batches b where b.id = r.batch_id) as version,
       (select octet_length(b.body) from batch_bodies b
        where b.organization_id = r.organization_id and b.batch_id = r.batch_id) as "storedBytes"
from idempotency_records r
where r.organization_id = $1 and r.key = $2 and r.created_at > $3::timestamptz - $4::interval

-- name: findExternalIds
-- params: organizationId, externalIds
-- Finds the oldest invoice that did not fail with each of a client's ids. place is the position of
-- the id in the list, from 1.
select n.place::int as place, f.id::float8 as id
from unnest($2::text[]) with ordinality as n (external_id, place)
cross join lateral (
  select i.id from batch_invoices i
  where i.organization_id = $1 and i.external_invoice_id = n.external_id and i.processing_error is null
  order by i.id
  limit 1) f

-- name: findIssuersOfOthers
-- params: nifs
-- not null: nif, isBound
-- Finds the issuers to which another organization is bound or for which another one issues
-- (ops/adr/0066).
select nif, is_bound as "isBound" from find_issuers_of_others($1)

-- name: findIssuersWithoutAddress
-- params: organizationId, nifs
-- Finds the issuers that have no profile or no address in their newest profile.
select n.nif
from unnest($2::text[]) as n (nif)
where not exists (
  select from (
    select p.profile from issuer_profiles p
    where p.organization_id = $1 and p.issuer_nif = n.nif
    order by p.id desc limit 1
  ) newest
  where coalesce(btrim(newest.profile ->> 'address'), '') <> '')

-- name: findSigners
-- params: organizationId, nifs
-- type: signing StoredSigning from src/contracts/signing-refusals.ts
-- Lists the certificates that can sign for issuers, valid or not, with whether the newest profile
-- of their holder has an address.
select n.nif, c.id::float8 as id, c.issuer_nif as "issuerNif", (extract(epoch from c.not_before) * 1000)::float8 as "notBefore",
       (extract(epoch from c.not_after) * 1000)::float8 as "notAfter", c.signing,
       coalesce((
         select btrim(p.profile ->> 'address') <> '' from issuer_profiles p
         where p.organization_id = $1 and p.issuer_nif = c.signing ->> 'holderNif'
         order by p.id desc limit 1), false) as "hasAddress"
from unnest($2::text[]) as n (nif)
join certificates c on c.organization_id = $1 and (c.issuer_nif = n.nif or c.issuer_nif is null) and c.removed_at is null

-- name: findPersonNames
-- params: organizationId, nifs
-- Finds the names of issuers in messages to AEAT (findIssuerName): the name that an operator set,
-- or else the one that AEAT last accepted.
select n.nif, s.name is not null as "isSet", coalesce(
  s.name,
  (select x.issuer_name
   from chains c
   cross join lateral (
     select a.sequence from record_answers a
     where a.chain_id = c.id and a.state <> 'rejected'
     order by a.sequence desc limit 1) taken
   join registration_records r on r.chain_id = c.id and r.sequence = taken.sequence
   join issued_invoices x on x.id = r.issued_invoice_id
   where c.organization_id = $1 and c.issuer_nif = n.nif and c.retired_at is null)) as name
from unnest($2::text[]) as n (nif)
left join lateral (
  select p.profile ->> 'name' as name from issuer_profiles p
  where p.organization_id = $1 and p.issuer_nif = n.nif
  order by p.id desc limit 1) s on true

-- name: readBatchBody
-- params: organizationId, batchId, from, bytes
-- Reads a slice of the compressed body of a batch. The parameter from counts bytes from 1.
select substring(body from $3 for $4) as slice from batch_bodies where organization_id = $1 and batch_id = $2

-- name: lockOrganization
-- params: organizationId
-- Locks an organization until the transaction ends. Changes that others committed during the wait
-- are visible to the next statement, not to this one.
select from organizations where id = $1 for update

-- name: findNewestReceipt
-- params: organizationId
-- Returns when the newest batch of an organization was received, in milliseconds since 1970.
select (extract(epoch from b.received_at) * 1000)::float8 as "receivedAt"
from organizations o
join batches b on b.organization_id = o.id and b.ordinal = o.batches_count
where o.id = $1
