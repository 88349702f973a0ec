-- The registration records of an invoice with what AEAT said of each, in their order. $1 issued invoice
select r.chain_id::float8 as "chainId", r.sequence::float8 as sequence, r.kind, r.hash,
       (extract(epoch from r.generated_at) * 1000)::float8 as "generatedAt",
       a.state as answer, a.code, a.message, t.csv,
       k.id is not null as "isCorrection", k.reason, k.operator,
       r.xml
from registration_records r
left join record_answers a on a.chain_id = r.chain_id and a.sequence = r.sequence
left join submission_attempts t on t.chain_id = a.chain_id and t.attempt = a.attempt
left join corrections k on k.chain_id = r.chain_id and k.sequence = r.sequence
where r.issued_invoice_id = $1
order by r.chain_id, r.sequence
