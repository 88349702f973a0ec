-- The records of an issuer's invoices of some days, in the order of their chain; a retired chain comes before the one in its place.
-- $1 organization · $2 issuer's NIF · $3, $4 first and last issue date · $5, $6 after this chain and sequence · $7 at most
select r.chain_id::float8 as "chainId", r.sequence::float8 as sequence, r.xml, r.issued_invoice_id::float8 as "invoiceId",
       x.issuer_name as "issuerName"
from chains c
join registration_records r on r.chain_id = c.id and (r.chain_id, r.sequence) > ($5, $6)
join issued_invoices x on x.id = r.issued_invoice_id and x.issue_date between $3 and $4
where c.organization_id = $1 and c.issuer_nif = $2
order by r.chain_id, r.sequence
limit $7
