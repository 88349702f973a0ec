-- The registration records of an issued invoice with what AEAT said of each, in their order. No row: no such batch invoice; one with null sequence: none.
-- $1 organization · $2 batch invoice
select x.id is not null as "isIssued", i.processing_error as "processingError", x.qr_url,
       to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as annulled_at,
       r.kind, r.sequence::float8 as sequence, r.hash, r.previous_hash,
       to_char(r.generated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as generated_at,
       coalesce(a.state, 'remission') as state, a.code as aeat_code, a.message as aeat_message, t.csv,
       to_char(a.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answered_at
from batch_invoices i
left join issued_invoices x on x.id = i.id
left join lateral (
  select c.created_at from corrections c where c.issued_invoice_id = x.id and c.kind = 'anulacion' order by c.id limit 1) k on true
left join registration_records r on r.issued_invoice_id = x.id
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join submission_attempts t on t.chain_id = a.chain_id and t.attempt = a.attempt
where i.id = $2 and i.organization_id = $1
order by r.chain_id, r.sequence
