-- Which of some invoice numbers are issued already. $1 organization · $2 issuers' NIFs · $3 numbers · $4 issue dates
select n.place::int - 1 as index, x.id::float8 as id
from unnest($2::text[], $3::text[], $4::date[]) with ordinality as n (issuer_nif, number, issue_date, place)
join issued_invoices x
  on x.organization_id = $1 and x.issuer_nif = n.issuer_nif and x.invoice_number = n.number and x.issue_date = n.issue_date
