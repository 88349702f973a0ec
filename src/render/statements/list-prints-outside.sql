-- Some prints that lie in the store, but for those that are known to be lost. $1 beyond this one · $2 at most
select q.id::float8 as id, q.sha256, q.stored_on::text as "storedOn"
from prints q
where q.stored_on is not null and q.lost_at is null and q.id > $1
order by q.id
limit $2
