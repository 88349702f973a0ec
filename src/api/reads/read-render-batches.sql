-- Some render batches. $1 organization · $2 render batches
select q.id::float8 as id, q.version, q.sha256, q.content, q.stored_on::text as "storedOn" from render_batches q where q.id = any ($2::bigint[]) and q.organization_id = $1
