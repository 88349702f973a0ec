-- What is to be issued of an organization before a batch: of the hundred batches before it that are not finished, whoever has them. $1 organization · $2 batch
select coalesce(sum(a.work), 0)::float8 as "workAhead"
from (
  select organization_id, work from batches
  where processed_at is null and id < $2
  order by id desc
  limit 100
) a
where a.organization_id = $1
