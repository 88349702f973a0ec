-- Some prints that lie in the wrong place, but for those that are known to be lost. $1 whether they go out, into the store · $2 beyond this one · $3 at most
select q.id::float8 as id, q.sha256, q.content, q.stored_on::text as "storedOn"
from prints q
where q.id > $2 and (q.content is not null) = $1 and q.lost_at is null
order by q.id
limit $3
