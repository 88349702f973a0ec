-- Which of these hashes are of prints that lie in the store since a day. $1 day · $2 hashes
select q.sha256 from prints q where q.stored_on = $1::date and q.sha256 = any ($2::bytea[])
