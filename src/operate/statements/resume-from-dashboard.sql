-- Lets a halted chain send again, with its act (migrations/0009-operators.sql). $1 hash of a session's token · $2 or the shared login · $3 client · $4 reason · $5 chain
select resume_chain($1, $2, $3, $4, $5) as done
