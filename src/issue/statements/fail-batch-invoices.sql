-- $1 ids · $2 errors
update batch_invoices i set processing_error = n.error
from unnest($1::bigint[], $2::text[]) as n (id, error)
where i.id = n.id
