-- The registration records of an invoice with what AEAT said of each, in their order, without the records themselves. $1 issued invoice
select r.chain_id::float8 as "chainId", r.sequence::float8 as sequence, r.kind, a.state as answer, a.code, a.message, k.id is not null as "isCorrection"
from registration_records r
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join corrections k on k.chain_id = r.chain_id and k.sequence = r.sequence
where r.issued_invoice_id = $1
order by r.chain_id, r.sequence
