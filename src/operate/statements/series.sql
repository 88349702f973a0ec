-- name: verifySeries
-- params: organizationId?, issuerNif?
-- Returns each counter of series with its first missing number, a number outside of it, and the number of the invoice that
-- took the last one.
select s.organization_id::float8 as "organizationId", s.issuer_nif as "issuerNif", s.code, s.pattern, c.year, c.first::float8 as first,
       c.last::float8 as last, gap.missing::float8 as missing, outside.number::float8 as beyond, newest.invoice_number as "lastNumber"
from series_counters c
join series s on s.id = c.series_id
left join lateral (
  select g.before + 1 as missing
  from (
    select n.number, lag(n.number, 1, c.first - 1) over (order by n.number) as before
    from (
      select x.series_number as number from issued_invoices x where x.series_id = c.series_id and x.series_year = c.year
      union all
      select k.number from series_skips k where k.series_id = c.series_id and k.year = c.year
      union all
      select c.last + 1) n
  ) g
  where g.number > g.before + 1
  order by g.number
  limit 1) gap on true
left join lateral (
  select x.series_number as number from issued_invoices x
  where x.series_id = c.series_id and x.series_year = c.year and (x.series_number > c.last or x.series_number < c.first)
  limit 1) outside on true
left join lateral (
  select x.invoice_number from issued_invoices x
  where x.series_id = c.series_id and x.series_year = c.year and x.series_number = c.last limit 1) newest on true
where ($1::bigint is null or s.organization_id = $1) and ($2::text is null or s.issuer_nif = $2)
order by s.organization_id, s.id, c.year
