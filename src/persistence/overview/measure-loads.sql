-- Whose invoices wait to be issued or for their PDFs: the organizations with most of them, and all others together (null). $1 how many by their id
with loads as (
  select organization_id, coalesce(sum(invoices_count) filter (where processed_at is null), 0) as issuing,
         coalesce(sum(invoices_count) filter (where processed_at is not null), 0) as rendering
  from (
    select organization_id, invoices_count, processed_at from batches where processed_at is null
    union all
    select organization_id, invoices_count, processed_at from batches where processed_at is not null and rendered_at is null
  ) b
  group by organization_id
), ranked as (
  select *, row_number() over (order by issuing + rendering desc, organization_id) <= $1 as is_named from loads
)
select case when is_named then organization_id end::float8 as "organizationId", sum(issuing)::float8 as issuing, sum(rendering)::float8 as rendering
from ranked
group by 1
