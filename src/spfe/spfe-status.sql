-- name: listSpfeStatus
-- params: organizationId, boundNifs?, today, countedFrom
-- type: mode SpfeMode from src/contracts/spfe.ts
-- type: channel SpfeChannel from src/contracts/spfe.ts
-- type: basis SpfeBasis from src/contracts/spfe.ts
-- type: counts StateCount[] from src/spfe/delivery-rows.ts
-- Lists what was decided about each issuer of an organization: the decision that holds today, or else the first one to come. Counts its
-- deliveries since an issue date by state.
with own as (
  select c.issuer_nif from chains c where c.organization_id = $1 and c.retired_at is null
  union
  select n.nif from unnest($2::text[]) as n (nif)
), decided as (
  select distinct on (d.issuer_nif) d.issuer_nif, d.mode, d.channel, d.basis, d.valid_from
  from spfe_decisions d
  where d.withdrawn_at is null and d.issuer_nif in (select o.issuer_nif from own o)
  order by d.issuer_nif, d.valid_from > $3::date, abs(d.valid_from - $3::date)
)
select d.issuer_nif as "issuerNif", d.mode, d.channel, d.basis, to_char(d.valid_from, 'YYYY-MM-DD') as "validFrom",
       to_char(i.halted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "haltedAt", i.halted_reason as "haltedReason",
       coalesce((
         select json_agg(json_build_object('state', s.state, 'invoices', s.invoices) order by s.state)
         from (
           select x.state, count(*) as invoices from spfe_deliveries x
           where x.organization_id = $1 and x.issuer_nif = d.issuer_nif and x.issue_date >= $4::date
           group by x.state) s), '[]') as counts,
       to_char((
         select min(w.created_at) from (
           (select x.created_at from spfe_deliveries x
            where x.organization_id = $1 and x.issuer_nif = d.issuer_nif and x.state = 'pending' and x.version > 0
            order by x.issued_invoice_id limit 1)
           union all
           (select x.created_at from spfe_deliveries x
            where x.organization_id = $1 and x.issuer_nif = d.issuer_nif and x.state = 'pending' and x.version = 0
            order by x.issued_invoice_id limit 1)) w
       ) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "oldestPendingAt"
from decided d
left join spfe_issuers i on i.organization_id = $1 and i.issuer_nif = d.issuer_nif
order by d.issuer_nif

-- name: getSpfeDowntime
-- Returns the present downtime of the SPFE; no row if there is none.
select to_char(o.began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since, o.attempts from spfe_outages o where o.ended_at is null

-- name: listIssuersOfMonth
-- params: organizationId, issuerNif?
-- Lists the issuers of an organization, or one of them, for whom invoices may have been issued.
select distinct c.issuer_nif as "issuerNif" from chains c
where c.organization_id = $1 and ($2::text is null or c.issuer_nif = $2)
order by c.issuer_nif

-- name: listIssuedInMonth
-- params: organizationId, issuerNif, firstDay, afterDate, afterId, limit
-- Lists the invoices of an issuer that were issued in a month, without annulled ones, in the order of their issue dates and ids, from those
-- after a position.
select x.id::float8 as id, to_char(x.issue_date, 'YYYY-MM-DD') as "issueDate", x.invoice_number as number,
       exists (select from corrections k where k.issued_invoice_id = x.id and k.kind = 'anulacion') as "isAnnulled"
from issued_invoices x
where x.organization_id = $1 and x.issuer_nif = $2 collate "C" and x.issue_date >= $3::text::date
  and x.issue_date < ($3::text::date + interval '1 month')::date and (x.issue_date, x.id) > ($4::text::date, $5)
order by x.issue_date, x.id
limit $6
