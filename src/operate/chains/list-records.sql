-- The next records of a chain with what their invoices say. $1 chain · $2 after this sequence · $3 at most
select r.sequence::float8 as sequence, r.kind, r.previous_hash as "previousHash", r.hash, r.xml, r.issued_invoice_id::float8 as "invoiceId",
       x.issuer_nif as "issuerNif", x.invoice_number as number, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate",
       x.total::text as total, m.month is not null as "isAway"
from registration_records r
cross join lateral (select a.* from issued_invoices a where a.id = r.issued_invoice_id limit 1) x
left join archived_months() m on r.xml is null and r.issued_invoice_id / 1000 >= m.first_batch and r.issued_invoice_id / 1000 < m.end_batch
where r.chain_id = $1 and r.sequence > $2
order by r.sequence
limit $3
