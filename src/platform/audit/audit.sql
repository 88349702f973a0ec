-- name: listActs
-- params: after, most, since?, before?, organizationId?, act?, operator?
-- type: details Readonly<Record<string, unknown>>
-- Returns a page of the audit log, oldest entries first.
select id::float8 as id, (extract(epoch from at) * 1000)::float8 as at, act, operator, reason, organization_id::float8 as "organizationId", subject_id::float8 as "subjectId", details
from operator_acts
where id > $1
  and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)
  and ($5::bigint is null or organization_id = $5)
  and ($6::text is null or act = $6) and ($7::text is null or operator = $7)
order by id
limit $2
