-- Writes a try down. $1 chain · $2 attempt · $3 submission · then one value per column
insert into submission_attempts
  (chain_id, attempt, submission_id, organization_id, started_at, ended_at, outcome, reason, code, message, http_status,
   wait_seconds, csv, answer)
select $1, $2, $3, organization_id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 from remissions where chain_id = $1
