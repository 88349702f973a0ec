-- Stores answers; of two answers to a record the first stays.
-- $1 chain · $2 attempt · $3 submission · $4 now · $5 sequences · $6 states · $7 codes · $8 messages
insert into record_answers (chain_id, attempt, submission_id, organization_id, answered_at, sequence, state, code, message)
select $1, $2, $3, m.organization_id, $4, n.*
from remissions m, unnest($5::bigint[], $6::text[], $7::int[], $8::text[]) as n
where m.chain_id = $1
on conflict do nothing
