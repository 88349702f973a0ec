-- Moves chain heads to their newest records. $1 chains · $2 sequences · $3 hashes · $4 invoice numbers · $5 issue dates
update chains c
set sequence = n.sequence, last_hash = n.hash, last_invoice_number = n.number, last_issue_date = n.issue_date
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::date[]) as n (id, sequence, hash, number, issue_date)
where c.id = n.id
