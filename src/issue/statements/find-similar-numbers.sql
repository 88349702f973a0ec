-- Which of some invoice numbers differ in case alone from one that the issuer has used in the same calendar year, and from which. $1 organization · $2 issuers' NIFs · $3 numbers · $4 the same in upper case · $5 years
select n.place::int - 1 as index, x.id::float8 as id, x.invoice_number as number
from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) with ordinality as n (issuer_nif, number, number_key, year, place)
cross join lateral (
  select a.id, a.invoice_number from issued_invoices a
  where a.organization_id = $1 and a.issuer_nif = n.issuer_nif and a.number_key = n.number_key and a.issue_year = n.year
    and a.invoice_number <> n.number
  limit 1) x
