-- Records of a chain as their envelope and its answer name them. $1 chain · $2, $3 first and last sequence
select r.sequence::float8 as sequence, r.kind, r.hash,
       r.xml, r.issued_invoice_id::float8 as "invoiceId",
       (extract(epoch from r.generated_at) * 1000)::float8 as "generatedAt",
       x.issuer_nif as "issuerNif", x.invoice_number as number, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate",
       exists (select from record_answers a where a.chain_id = r.chain_id and a.sequence = r.sequence) as "isAnswered",
       exists (select from corrections k where k.chain_id = r.chain_id and k.sequence = r.sequence) as "isCorrection"
from registration_records r
left join lateral (select i.* from issued_invoices i where i.id = r.issued_invoice_id limit 1) x on true
where r.chain_id = $1 and r.sequence between $2 and $3
order by r.sequence
