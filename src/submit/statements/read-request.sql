-- The message of a submission, compressed. $1 submission
select request from submissions where id = $1
