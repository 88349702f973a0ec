-- name: listEvents
-- params: organizationId, beforeAt, beforeId, from, types, most
-- type: type ListedEvent from src/contracts/webhooks.ts
-- not null: type
-- Lists what happened to the batches and invoices of an organization before a position, newest
-- first, with the data that webhooks have. The position is a time in microseconds and an id among
-- the events of that time. Each source contributes as many rows as are asked for, and all rows with
-- the time of its last one. A row that is no event is listed for its position only.
with start as (
  select 'epoch'::timestamptz + $2::bigint * interval '1 microsecond' as at
), processed as (
  select b.id, b.processed_at as at from batches b
  where b.organization_id = $1 and b.processed_at = (select at from start)
  union all
  (select b.id, b.processed_at from batches b
   where b.organization_id = $1 and b.processed_at < (select at from start) and b.processed_at >= $4::timestamptz
   order by b.processed_at desc
   fetch first ($6::integer) rows with ties)
), rendered as (
  select b.id, b.rendered_at as at from batches b
  where b.organization_id = $1 and b.rendered_at = (select at from start) and not b.pdfs_on_demand and b.status <> 'failed'
    and 'batch.pdfs_ready' = any ($5::text[])
  union all
  (select b.id, b.rendered_at from batches b
   where b.organization_id = $1 and b.rendered_at < (select at from start) and b.rendered_at >= $4::timestamptz
     and not b.pdfs_on_demand and b.status <> 'failed' and 'batch.pdfs_ready' = any ($5::text[])
   order by b.rendered_at desc
   fetch first ($6::integer) rows with ties)
), answered as (
  select a.chain_id, a.sequence, a.state, a.answered_at from record_answers a
  where a.organization_id = $1 and a.answered_at = (select at from start) and 'invoice.' || a.state = any ($5::text[])
  union all
  (select a.chain_id, a.sequence, a.state, a.answered_at from record_answers a
   where a.organization_id = $1 and a.answered_at < (select at from start) and a.answered_at >= $4::timestamptz
     and a.state = 'accepted' and 'invoice.accepted' = any ($5::text[])
   order by a.answered_at desc
   fetch first ($6::integer) rows with ties)
  union all
  (select a.chain_id, a.sequence, a.state, a.answered_at from record_answers a
   where a.organization_id = $1 and a.answered_at < (select at from start) and a.answered_at >= $4::timestamptz
     and a.state <> 'accepted' and 'invoice.' || a.state = any ($5::text[])
   order by a.answered_at desc
   fetch first ($6::integer) rows with ties)
), annulled as (
  select c.issued_invoice_id, c.created_at from corrections c
  where c.organization_id = $1 and c.kind = 'anulacion' and c.created_at = (select at from start)
    and 'invoice.annulled' = any ($5::text[])
  union all
  (select c.issued_invoice_id, c.created_at from corrections c
   where c.organization_id = $1 and c.kind = 'anulacion' and c.created_at < (select at from start) and c.created_at >= $4::timestamptz
     and 'invoice.annulled' = any ($5::text[])
   order by c.created_at desc
   fetch first ($6::integer) rows with ties)
), entries as (
  select l.issued_invoice_id, l.message_id, l.state, l.answered_at from sii_lines l
  where l.organization_id = $1 and l.answered_at = (select at from start) and l.state <> 'unsettled'
    and 'invoice.sii_' || l.state = any ($5::text[])
  union all
  (select l.issued_invoice_id, l.message_id, l.state, l.answered_at from sii_lines l
   where l.organization_id = $1 and l.answered_at < (select at from start) and l.answered_at >= $4::timestamptz
     and l.state <> 'unsettled' and l.state = 'accepted' and 'invoice.sii_accepted' = any ($5::text[])
   order by l.answered_at desc
   fetch first ($6::integer) rows with ties)
  union all
  (select l.issued_invoice_id, l.message_id, l.state, l.answered_at from sii_lines l
   where l.organization_id = $1 and l.answered_at < (select at from start) and l.answered_at >= $4::timestamptz
     and l.state in ('accepted_with_errors', 'rejected') and 'invoice.sii_' || l.state = any ($5::text[])
   order by l.answered_at desc
   fetch first ($6::integer) rows with ties)
), due as (
  select e.issued_invoice_id, e.warned_at from sii_entries e
  where e.organization_id = $1 and e.warned_at = (select at from start) and 'invoice.sii_overdue_soon' = any ($5::text[])
  union all
  (select e.issued_invoice_id, e.warned_at from sii_entries e
   where e.organization_id = $1 and e.warned_at < (select at from start) and e.warned_at >= $4::timestamptz
     and 'invoice.sii_overdue_soon' = any ($5::text[])
   order by e.warned_at desc
   fetch first ($6::integer) rows with ties)
), paid as (
  select y.id, y.issued_invoice_id, y.recorded_at from payments y
  where y.organization_id = $1 and y.recorded_at = (select at from start) and 'invoice.payment_recorded' = any ($5::text[])
  union all
  (select y.id, y.issued_invoice_id, y.recorded_at from payments y
   where y.organization_id = $1 and y.recorded_at < (select at from start) and y.recorded_at >= $4::timestamptz
     and 'invoice.payment_recorded' = any ($5::text[])
   order by y.recorded_at desc
   fetch first ($6::integer) rows with ties)
), delivered as (
  select v.id, v.issued_invoice_id, v.kind, v.occurred_at from spfe_events v
  where v.organization_id = $1 and v.occurred_at = (select at from start) and 'invoice.spfe_' || v.kind = any ($5::text[])
  union all
  (select v.id, v.issued_invoice_id, v.kind, v.occurred_at from spfe_events v
   where v.organization_id = $1 and v.occurred_at < (select at from start) and v.occurred_at >= $4::timestamptz
     and 'invoice.spfe_' || v.kind = any ($5::text[])
   order by v.occurred_at desc
   fetch first ($6::integer) rows with ties)
), happened as (
  -- An id orders the events of one time: a batch has finished after its invoices have failed. That of a payment, of which an invoice can have
  -- several at one time, comes from the payment: its remainder of 16 is no other's, and so is that of an event of the SPFE.
  select p.at, (p.id * 1000 + 999) * 16 + 7 as id, 'batch.finished' as type, p.id as subject, p.id as batch_id, null::bigint as chain_id, null::bigint as sequence,
         null::bigint as message_id
  from processed p where 'batch.finished' = any ($5::text[])
  union all
  select p.at, i.id * 16 + 1, 'invoice.failed', i.id, p.id, null, null, null
  from processed p
  cross join lateral (
    select f.id from batch_invoices f
    where f.id between p.id * 1000 and p.id * 1000 + 999 and f.processing_error is not null
      and (p.at < (select at from start) or f.id * 16 + 1 < $3::bigint)
    order by f.id desc
    limit $6::integer) i
  where 'invoice.failed' = any ($5::text[])
  union all
  select r.at, (r.id * 1000 + 999) * 16 + 6, 'batch.pdfs_ready', r.id, r.id, null, null, null from rendered r
  union all
  select a.answered_at, t.issued_invoice_id * 16 + 2, 'invoice.' || a.state, t.issued_invoice_id, t.issued_invoice_id / 1000, a.chain_id, a.sequence, null
  from answered a
  cross join lateral (
    select r.issued_invoice_id from registration_records r
    where r.chain_id = a.chain_id and r.sequence = a.sequence and r.issued_invoice_id is not null limit 1) t
  union all
  select c.created_at, c.issued_invoice_id * 16 + 3, 'invoice.annulled', c.issued_invoice_id, c.issued_invoice_id / 1000, null, null, null
  from annulled c
  union all
  select l.answered_at, l.issued_invoice_id * 16 + 4, 'invoice.sii_' || l.state, l.issued_invoice_id, l.issued_invoice_id / 1000, null, null, l.message_id
  from entries l
  union all
  select e.warned_at, e.issued_invoice_id * 16 + 5, 'invoice.sii_overdue_soon', e.issued_invoice_id, e.issued_invoice_id / 1000, null, null, null
  from due e
  union all
  select y.recorded_at, y.id * 16, 'invoice.payment_recorded', y.id, y.issued_invoice_id / 1000, null, null, null
  from paid y
  union all
  select v.occurred_at, v.id * 16 + 8, 'invoice.spfe_' || v.kind, v.issued_invoice_id, v.issued_invoice_id / 1000, null, v.id, null
  from delivered v
), page as materialized (
  select h.* from happened h
  where h.at < (select at from start) or h.id < $3::bigint
  order by h.at desc, h.id desc
  limit $6::integer
)
select webhook_event_id(h.type, h.subject, h.at) as "eventId", h.type, h.batch_id::float8 as "batchId", h.id::float8 as id,
       ((extract(epoch from h.at) * 1000000)::bigint)::float8 as at,
       (case
          when h.type in ('batch.finished', 'batch.pdfs_ready') then (
            select case h.type
                     when 'batch.finished' then finished_batch_event(b.id, b.external_batch_id, b.status, b.invoices_count, n.failed)
                     else rendered_batch_event(b.id, b.external_batch_id, b.invoices_count, n.failed)
                   end
            from batches b
            cross join lateral (
              select count(*)::int as failed from batch_invoices a
              where a.id between b.id * 1000 and b.id * 1000 + 999 and a.processing_error is not null) n
            where b.id = h.subject)
          when h.type = 'invoice.failed' then (
            select failed_invoice_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, i.invoice_number)
            from batch_invoices i join batches b on b.id = h.batch_id where i.id = h.subject)
          when h.type = 'invoice.annulled' then (
            select annulled_invoice_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, x.invoice_number, h.at)
            from issued_invoices x join batch_invoices i on i.id = x.id join batches b on b.id = h.batch_id where x.id = h.subject)
          when h.type = 'invoice.sii_overdue_soon' then (
            select due_entry_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, e.invoice_number, e.due_by)
            from sii_entries e join batch_invoices i on i.id = e.issued_invoice_id join batches b on b.id = h.batch_id
            where e.issued_invoice_id = h.subject)
          when h.type = 'invoice.payment_recorded' then (
            select recorded_payment_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, x.invoice_number, y.id, y.paid_on, y.amount,
                                          y.currency, y.means, y.outstanding, y.reverses_id)
            from payments y
            join issued_invoices x on x.id = y.issued_invoice_id
            join batch_invoices i on i.id = x.id
            join batches b on b.id = h.batch_id
            where y.id = h.subject)
          when h.type like 'invoice.spfe%' then (
            select spfe_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, d.invoice_number, v.details)
            from spfe_events v
            join spfe_deliveries d on d.issued_invoice_id = v.issued_invoice_id
            join batch_invoices i on i.id = v.issued_invoice_id
            join batches b on b.id = h.batch_id
            where v.id = h.sequence)
          when h.message_id is not null then (
            select answered_entry_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, e.invoice_number,
                                        l.state, v.kind, l.code, l.message)
            from sii_lines l
            join sii_versions v on v.issued_invoice_id = l.issued_invoice_id and v.version = l.version
            join sii_entries e on e.issued_invoice_id = l.issued_invoice_id
            join batch_invoices i on i.id = l.issued_invoice_id
            join batches b on b.id = h.batch_id
            where l.message_id = h.message_id and l.issued_invoice_id = h.subject)
          else (
            select answered_invoice_event(b.id, b.external_batch_id, i.id, i.external_invoice_id, x.invoice_number,
                                          a.state, a.code, a.message)
            from record_answers a
            join registration_records t on t.chain_id = a.chain_id and t.sequence = a.sequence
            join issued_invoices x on x.id = t.issued_invoice_id
            join batch_invoices i on i.id = x.id
            join batches b on b.id = h.batch_id
            where a.chain_id = h.chain_id and a.sequence = h.sequence and t.kind = 'alta'
              -- As when the answer arrived: a refused record of an invoice that AEAT has does not change its state.
              and not (a.state = 'rejected' and exists (
                select from registration_records p
                join record_answers q on q.chain_id = p.chain_id and q.sequence = p.sequence and q.state <> 'rejected'
                where p.issued_invoice_id = x.id and p.kind = 'alta' and q.answered_at <= a.answered_at)))
        end)::text as data
from page h
order by h.at desc, h.id desc

-- name: replayEvents
-- params: tokenHash, now, id, again, mostWaiting, eventIds, batchIds, types, times, bodies
-- type: outcome 'done' | 'forbidden' | 'unknown' | 'disabled' | 'full'
-- not null: outcome, queued
-- Sends listed events to an endpoint of an API key, and records the act.
select r.outcome, r.queued
from replay_webhook_events($1, $2, $3, $4::boolean, $5::int, $6::uuid[], $7::bigint[], $8::text[], $9::timestamptz[], $10::text[]) r
