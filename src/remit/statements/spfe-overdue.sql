-- name: warnOfOverdueDeliveries
-- params: before, now, most
-- Tells clients once of deliveries to the SPFE that AEAT should have had before a time and does not have.
with picked as (
  select d.issued_invoice_id from spfe_deliveries d
  where d.warned_at is null and d.state in ('held', 'blocked', 'pending', 'sending', 'uncertain', 'rejected', 'conflict') and d.due_by < $1
  order by d.due_by, d.issued_invoice_id
  limit $3
  for no key update skip locked
), warned as (
  update spfe_deliveries d set warned_at = $2 from picked p
  where d.issued_invoice_id = p.issued_invoice_id
  returning d.issued_invoice_id
)
select count(*)::int as warned from warned
