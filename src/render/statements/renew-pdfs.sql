-- Gives invoices whose PDF is damaged the one of another print. $1 print · then one list per column: $2 issued invoices · $3 whether they say that the invoice is annulled · $4 pages
select renew_pdf(n.id, n.is_annulled, $1, n.pages)
from unnest($2::bigint[], $3::boolean[], $4::smallint[]) as n (id, is_annulled, pages)
