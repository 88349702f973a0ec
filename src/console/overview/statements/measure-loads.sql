-- Whose invoices wait to be issued or for their PDFs: the organizations with most of them, and all others together (null).
-- $1 how many by their id · $2 batches of a kind that are looked at
with loads as (
  select organization_id, sum(issuing) as issuing, sum(rendering) as rendering
  from (
    (select organization_id, invoices_count as issuing, 0 as rendering from batches where processed_at is null order by id limit $2)
    union all
    (select organization_id, 0, invoices_count from batches where processed_at is not null and rendered_at is null order by id limit $2)
  ) b
  group by organization_id
), ranked as (
  select *, row_number() over (order by issuing + rendering desc, organization_id) <= $1 as is_named from loads
)
select case when is_named then organization_id end::float8 as "organizationId", sum(issuing)::float8 as issuing, sum(rendering)::float8 as rendering
from ranked
group by 1
