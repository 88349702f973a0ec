-- The records of an issuer's invoices of some days, in the order of their chain.
-- $1 organization · $2 issuer's NIF · $3, $4 first and last issue date · $5 after this sequence · $6 at most
select r.sequence::float8 as sequence, r.xml, x.document::json #>> '{issuer,name}' as "issuerName"
from chains c
join registration_records r on r.chain_id = c.id and r.sequence > $5
join issued_invoices x on x.id = r.issued_invoice_id and x.issue_date between $3 and $4
where c.organization_id = $1 and c.issuer_nif = $2
order by r.sequence
limit $6
