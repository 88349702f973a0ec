-- Some prints that lie in PostgreSQL. $1 beyond this one · $2 at most
select q.id::float8 as id, q.sha256, q.content from prints q where q.stored_on is null and q.id > $1 order by q.id limit $2
