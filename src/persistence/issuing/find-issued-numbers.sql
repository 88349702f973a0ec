-- Which of some invoice numbers are issued already. Each is looked up by itself, always by the key: a plan that is kept from when the table was small would read it whole. $1 organization · $2 issuers' NIFs · $3 numbers · $4 issue dates
select n.place::int - 1 as index, x.id::float8 as id
from unnest($2::text[], $3::text[], $4::text[]::date[]) with ordinality as n (issuer_nif, number, issue_date, place)
cross join lateral (
  select a.id from issued_invoices a
  where a.organization_id = $1 and a.issuer_nif = n.issuer_nif and a.invoice_number = n.number and a.issue_date = n.issue_date
  limit 1) x
