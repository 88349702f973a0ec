-- $1 chain · $2, $3 first and last sequence · $4 whether it says Incidencia=S · $5 the message, compressed · $6 now
insert into submissions (organization_id, chain_id, first_sequence, last_sequence, has_incident, request, created_at)
select organization_id, chain_id, $2, $3, $4, $5, $6 from remissions where chain_id = $1
returning id::float8 as id
