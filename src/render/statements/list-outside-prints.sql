-- Prints in the store that PDFs of some invoices of a batch are in, but for those that are known to be lost. $1 batch · $2, $3 first and last position
select distinct q.id::float8 as id, q.sha256, q.stored_on::text as "storedOn"
from pdfs p
join prints q on q.id = p.print_id
where p.issued_invoice_id between $1::bigint * 1000 + $2 and $1::bigint * 1000 + $3 and q.stored_on is not null and q.lost_at is null
