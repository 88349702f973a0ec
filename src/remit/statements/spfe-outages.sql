-- name: recordSpfeFailure
-- params: now
-- Begins an outage of the SPFE, or counts another attempt that failed during it.
insert into spfe_outages (began_at, last_failed_at) values ($1::timestamptz, $1::timestamptz)
on conflict ((true)) where ended_at is null
do update set last_failed_at = greatest(spfe_outages.last_failed_at, excluded.last_failed_at), attempts = spfe_outages.attempts + 1

-- name: recordSpfeAnswer
-- params: now
-- Ends the outage of the SPFE that is under way, if there is one.
update spfe_outages set ended_at = greatest($1::timestamptz, last_failed_at) where ended_at is null

-- name: listSpfeOutages
-- params: id?, most
-- Lists outages of the SPFE, the last first; only one of them if an id is given.
select o.id::float8 as id, (extract(epoch from o.began_at) * 1000)::float8 as "beganAt", (extract(epoch from o.last_failed_at) * 1000)::float8 as "lastFailedAt",
       o.attempts, (extract(epoch from o.ended_at) * 1000)::float8 as "endedAt", (extract(epoch from o.confirmed_at) * 1000)::float8 as "confirmedAt",
       o.confirmed_by as "confirmedBy", (extract(epoch from o.due_until) * 1000)::float8 as "dueUntil"
from spfe_outages o
where $1::bigint is null or o.id = $1
order by o.id desc
limit $2

-- name: confirmSpfeOutage
-- params: id, operator, reason?, now, dueUntil
-- Confirms that an outage was the SPFE's, delays the deliveries that were due during it and are not admitted, and records the act. Returns no row if it
-- is under way or was confirmed already.
with confirmed as (
  update spfe_outages o set confirmed_at = $4::timestamptz, confirmed_by = $2, due_until = $5::timestamptz
  where o.id = $1 and o.ended_at is not null and o.confirmed_at is null
  returning o.id, o.began_at, o.ended_at, o.attempts
), delayed as (
  update spfe_deliveries d set due_by = $5::timestamptz
  from confirmed o
  where d.due_by between o.began_at and o.ended_at
    and d.state in ('unknown', 'blocked', 'held', 'pending', 'sending', 'uncertain', 'rejected', 'conflict')
  returning d.issued_invoice_id
), recorded as (
  insert into operator_acts (act, operator, reason, subject_id, details)
  select 'spfe.outage', $2, $3, o.id,
         jsonb_build_object('beganAt', o.began_at, 'endedAt', o.ended_at, 'attempts', o.attempts, 'dueUntil', $5::timestamptz,
                            'deliveries', (select count(*) from delayed))
  from confirmed o
)
select (select count(*) from delayed)::int as deliveries from confirmed
