-- Which of some invoice numbers an issuer has used in the same calendar year. Each is looked up by itself, always by the key: a plan that is kept from when the table was small would read it whole. The keys are
-- parameters of their own, because row-level security lets no function of a column be looked up. $1 organization · $2 issuers' NIFs · $3 numbers · $4 the same in upper case · $5 years
select n.place::int - 1 as index, x.id::float8 as id, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate"
from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) with ordinality as n (issuer_nif, number, number_key, year, place)
cross join lateral (
  select a.id, a.issue_date from issued_invoices a
  where a.organization_id = $1 and a.issuer_nif = n.issuer_nif and a.number_key = n.number_key and a.issue_year = n.year
    and a.invoice_number = n.number
  limit 1) x
