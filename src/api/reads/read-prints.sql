-- Some prints. $1 organization · $2 prints
select q.id::float8 as id, q.version, q.sha256, q.content, q.stored_on::text as "storedOn" from prints q where q.id = any ($2::bigint[]) and q.organization_id = $1
