-- The render batches of some ids. $1, $2 the first one and where they end
select q.id::float8 as id, q.organization_id::float8 as "organizationId", q.version, q.sha256, q.content, q.stored_on::text as "storedOn",
       to_json(q.printed_at) #>> '{}' as "printedAt"
from render_batches q where q.id >= $1 and q.id < $2
order by q.organization_id, q.id
