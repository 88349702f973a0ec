-- The name of a chain's issuer by its newest record. $1 chain
select x.document::json #>> '{issuer,name}' as name
from chains c
join registration_records r on r.chain_id = c.id and r.sequence = c.sequence
join issued_invoices x on x.id = r.issued_invoice_id
where c.id = $1
